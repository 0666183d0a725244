// The events that programs of the user can be run on. Any thread may read these constants.

/// What a program of the user can be run on.
public enum HookEvent: String, Sendable, CaseIterable {
    case recordStarted = "record-started"
    case recordPaused = "record-paused"
    case recordResumed = "record-resumed"
    case recordWaiting = "record-waiting"
    case recordStopped = "record-stopped"
    case playStarted = "play-started"
    case playStopped = "play-stopped"
    case marker
    case loop
    case completed
    case error
    case diskLow = "disk-low"
    case xrun
    case libraryChanged = "library-changed"
    case jackGone = "jack-gone"
    case jackBack = "jack-back"

    /// The setting that holds the program.
    public var key: ParameterKey {
        switch self {
        case .recordStarted: .onRecordStarted
        case .recordPaused: .onRecordPaused
        case .recordResumed: .onRecordResumed
        case .recordWaiting: .onRecordWaiting
        case .recordStopped: .onRecordStopped
        case .playStarted: .onPlayStarted
        case .playStopped: .onPlayStopped
        case .marker: .onMarker
        case .loop: .onLoop
        case .completed: .onCompleted
        case .error: .onError
        case .diskLow: .onDiskLow
        case .xrun: .onXrun
        case .libraryChanged: .onLibraryChanged
        case .jackGone: .onJackGone
        case .jackBack: .onJackBack
        }
    }

    /// One sentence, which follows "Program to run".
    var summary: String {
        switch self {
        case .recordStarted: "when a take has begun."
        case .recordPaused: "when a take pauses."
        case .recordResumed: "when a take goes on."
        case .recordWaiting: "when a take waits for a JACK server that is gone."
        case .recordStopped: "when a take is closed and synced."
        case .playStarted: "when playback begins or goes on."
        case .playStopped: "when playback pauses, stops or comes to its end."
        case .marker: "when a marker was set."
        case .loop: "when A or B was set or cleared."
        case .completed: "when a recording was declared complete."
        case .error: "when something failed that nobody waits for an answer of, and when a take ends in trouble."
        case .diskLow: "when the disk has less than five minutes or three reserves left."
        case .xrun: "when the graph or the disk was too slow; once in two seconds at most."
        case .libraryChanged: "when a recording came, went or was changed."
        case .jackGone: "when the JACK server is gone."
        case .jackBack: "when a JACK server was found."
        }
    }
}
