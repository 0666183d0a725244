// Everything that a key or the mouse can do on the screen. Any thread; a value.

/// One action of the screen. The raw value is its name in the setting `keys`.
///
/// `KeyTable` gives each its standard keys and its words.
public enum ScreenAction: String, CaseIterable, Hashable, Sendable {
    // The recorder.
    case play, rec, stop, mark
    case loop, skip, normal
    case clearA = "clear-a"
    case clearB = "clear-b"
    case rateDown = "rate-down"
    case rateUp = "rate-up"
    case pitchDown = "pitch-down"
    case pitchUp = "pitch-up"
    case softer, louder
    case clearClips = "clear-clips"
    case lock
    case startEngine = "start-engine"

    // The playhead and the waveform.
    case nudgeBack = "nudge-back"
    case nudgeForward = "nudge-forward"
    case stepBack = "step-back"
    case stepForward = "step-forward"
    case previousMarker = "previous-marker"
    case nextMarker = "next-marker"
    case previousRecording = "previous-recording"
    case nextRecording = "next-recording"
    case goStart = "go-start"
    case goEnd = "go-end"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case whole

    // The parts of the screen.
    case deck, library, markers, operations, options, timer, queue, schedule, transcript, find, dpc, help, about

    // The screen itself.
    case close, suspend, redraw, quit

    // Moves in lists, text and panels.
    case up, down
    case pageUp = "page-up"
    case pageDown = "page-down"
    case first, last
    case less, more
    case muchLess = "much-less"
    case muchMore = "much-more"
    case change, reset
    case accept

    // The panel of rate and pitch.
    case quality, formants

    // The library.
    case load, listen
    case select
    case selectAll = "select-all"
    case enqueue
    case rename, copy, delete, tag, note, export, deliver
    case bring = "import"
    case complete, sort, reverse
    case byTag = "by-tag"
    case favourite, favourites
    case group = "by-group"

    // Markers and operations.
    case goTo = "go-to"
    case loopA = "loop-a"
    case loopB = "loop-b"
    case cancel

    // The timer.
    case timerRun = "timer-run"
    case timerStop = "timer-stop"
    case savePreset = "save-preset"

    // The queue and the schedule.
    case moveUp = "move-up"
    case moveDown = "move-down"
    case shuffle
    case repeats = "repeat"
    case clear, add

    // The transcript.
    case shuttleBack = "shuttle-back"
    case shuttleStop = "shuttle-stop"
    case shuttleForward = "shuttle-forward"
    case editLine = "edit-line"
    case newLine = "new-line"
    case nextDoubtful = "next-doubtful"
    case previousDoubtful = "previous-doubtful"
    case transcribe

    // The prompt on the deck, and question sheets.
    case anotherPrompt = "another-prompt"
    case usePrompt = "use-prompt"
    case favouritePrompt = "favourite-prompt"
    case hidePrompt = "hide-prompt"
    case ask
    case askSkip = "ask-skip"
    case askRepeat = "ask-repeat"
    case askBack = "ask-back"
    case askStop = "ask-stop"
    case askNew = "ask-new"
}
