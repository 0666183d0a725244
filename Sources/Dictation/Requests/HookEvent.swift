// Events that run hooks. Any thread; constants.
internal import Messages

/// An event on which the engine runs the user's program (a hook).
public enum HookEvent: String, Sendable, CaseIterable {
    /// A take began.
    case recordStarted = "record-started"
    /// A take paused.
    case recordPaused = "record-paused"
    /// A take resumed.
    case recordResumed = "record-resumed"
    /// A take waits for the JACK server.
    case recordWaiting = "record-waiting"
    /// A take is about to reach its longest length.
    case recordWarning = "record-warning"
    /// A take is closed and synced.
    case recordStopped = "record-stopped"
    /// Playback began or resumed.
    case playStarted = "play-started"
    /// Playback paused, stopped or ended.
    case playStopped = "play-stopped"
    /// A marker was set.
    case marker
    /// A loop point was set or cleared.
    case loop
    /// A recording was completed.
    case completed
    /// An operation of the library has ended.
    case operationEnded = "operation-ended"
    /// Something failed that no request waits for, or a take ended with an error.
    case error
    /// The disk is nearly full.
    case diskLow = "disk-low"
    /// JACK or the disk was too slow.
    case xrun
    /// An input clipped during a take.
    case clip
    /// The library changed.
    case libraryChanged = "library-changed"
    /// The JACK server is gone.
    case jackGone = "jack-gone"
    /// A JACK server was found.
    case jackBack = "jack-back"
    /// A source of the inputs is gone, or has become silent.
    case sourceLost = "source-lost"
    /// The inputs have their sources again.
    case sourceBack = "source-back"
    /// The timer has begun, after its countdown.
    case timerStarted = "timer-started"
    /// The timer was paused.
    case timerPaused = "timer-paused"
    /// The timer goes on.
    case timerResumed = "timer-resumed"
    /// An interval gong has sounded.
    case timerInterval = "timer-interval"
    /// The timer has run to its end.
    case timerCompleted = "timer-completed"
    /// The timer was stopped before its end.
    case timerStopped = "timer-stopped"
    /// A voice gate does not close, or stands open by the noise alone.
    case voiceNoisy = "voice-noisy"
    /// A pedal that is in use is gone.
    case pedalGone = "pedal-gone"
    /// A pedal that was gone is there again.
    case pedalBack = "pedal-back"
    /// A scheduled take could not begin at its time and still can, or has begun late.
    case scheduleLate = "schedule-late"
    /// A scheduled take was not made.
    case scheduleMissed = "schedule-missed"
    /// A job of the hook queue has failed so often that it is not tried again by itself.
    case hookFailed = "hook-failed"
    /// A prompt is shown.
    case promptShown = "prompt-shown"
    /// A take about a prompt has begun.
    case promptUsed = "prompt-used"
    /// A prompt became a favourite, or is none any more.
    case promptFavourite = "prompt-favourite"
    /// An answer to a question of a sheet is on the disk.
    case answerKept = "answer-kept"
    /// The questions of a sheet are through, or were stopped.
    case sheetEnded = "sheet-ended"

    /// The setting that holds the program.
    public var key: ParameterKey {
        switch self {
        case .recordStarted: .onRecordStarted
        case .recordPaused: .onRecordPaused
        case .recordResumed: .onRecordResumed
        case .recordWaiting: .onRecordWaiting
        case .recordWarning: .onRecordWarning
        case .recordStopped: .onRecordStopped
        case .playStarted: .onPlayStarted
        case .playStopped: .onPlayStopped
        case .marker: .onMarker
        case .loop: .onLoop
        case .completed: .onCompleted
        case .operationEnded: .onOperationEnded
        case .error: .onError
        case .diskLow: .onDiskLow
        case .xrun: .onXrun
        case .clip: .onClip
        case .libraryChanged: .onLibraryChanged
        case .jackGone: .onJackGone
        case .jackBack: .onJackBack
        case .sourceLost: .onSourceLost
        case .sourceBack: .onSourceBack
        case .timerStarted: .onTimerStarted
        case .timerPaused: .onTimerPaused
        case .timerResumed: .onTimerResumed
        case .timerInterval: .onTimerInterval
        case .timerCompleted: .onTimerCompleted
        case .timerStopped: .onTimerStopped
        case .voiceNoisy: .onVoiceNoisy
        case .pedalGone: .onPedalGone
        case .pedalBack: .onPedalBack
        case .scheduleLate: .onScheduleLate
        case .scheduleMissed: .onScheduleMissed
        case .hookFailed: .onHookFailed
        case .promptShown: .onPromptShown
        case .promptUsed: .onPromptUsed
        case .promptFavourite: .onPromptFavourite
        case .answerKept: .onAnswerKept
        case .sheetEnded: .onSheetEnded
        }
    }

    /// The description of the setting that holds the program.
    var summary: Message {
        switch self {
        case .recordStarted: "Program to run when a take, or a part that a split begins, has begun."
        case .recordPaused: "Program to run when a take pauses."
        case .recordResumed: "Program to run when a take resumes."
        case .recordWaiting: "Program to run when a take waits because the JACK server is gone."
        case .recordWarning: "Program to run when a take is about to reach its longest length (rec-warning); once in each take."
        case .recordStopped: "Program to run when a take, or a part that a split ends, is closed and synced."
        case .playStarted: "Program to run when playback begins or resumes."
        case .playStopped: "Program to run when playback pauses, stops or reaches the end."
        case .marker: "Program to run when a marker was set."
        case .loop: "Program to run when A or B was set or cleared."
        case .completed: "Program to run when a recording was marked as completed."
        case .operationEnded: "Program to run when an operation of the library is done, has failed or was cancelled."
        case .error: "Program to run when something fails that no request waits for, and when a take ends with an error."
        case .diskLow: "Program to run when the free disk space is below five minutes of recording, or three times the reserve."
        case .xrun: "Program to run when the graph or the disk was too slow; at most once in two seconds."
        case .clip: "Program to run when an input clips during a take; at most once in two seconds."
        case .libraryChanged: "Program to run when a recording was added, removed or changed."
        case .jackGone: "Program to run when the JACK server is gone."
        case .jackBack: "Program to run when a JACK server was found."
        case .sourceLost:
            "Program to run when a port that fed the inputs is gone, or all that comes in is exact silence (source-silence)."
        case .sourceBack: "Program to run when the inputs have their sources, or sound, again."
        case .timerStarted: "Program to run when the timer begins, after its countdown."
        case .timerPaused: "Program to run when the timer is paused."
        case .timerResumed: "Program to run when the timer goes on after a pause."
        case .timerInterval: "Program to run when an interval gong of the timer sounds."
        case .timerCompleted: "Program to run when the timer has run to its end."
        case .timerStopped: "Program to run when the timer is stopped before its end."
        case .voiceNoisy:
            "Program to run when a take with voice activation finds no silence (voice-noisy), or the noise is above"
                + " its threshold."
        case .pedalGone: "Program to run when a USB pedal that was in use is gone."
        case .pedalBack: "Program to run when a USB pedal that was gone is back."
        case .scheduleLate:
            "Program to run when a scheduled take cannot begin at its time but still may, and when it begins late."
        case .scheduleMissed: "Program to run when a scheduled take was not made."
        case .hookFailed: "Program to run when a job of the hook queue (hook-durable) is given up."
        case .promptShown: "Program to run when a prompt is shown; the event has its id, never its text."
        case .promptUsed: "Program to run when a take about a prompt has begun."
        case .promptFavourite: "Program to run when a prompt became a favourite, or is none any more."
        case .answerKept: "Program to run when the answer to a question of a sheet is on the disk."
        case .sheetEnded: "Program to run when the questions of a sheet are through, or were stopped."
        }
    }
}
