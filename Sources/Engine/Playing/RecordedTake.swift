// The take that ended last, as the player follows it. Control loop only; values.
internal import Dictation
internal import Threads

/// A take that has just ended. The playhead goes behind it, and a play from there plays it.
struct RecordedTake {
    /// Name of the recording.
    let name: String
    /// Timeline frames of the take.
    let place: Range<Int64>
    /// True once the playhead was sent behind the take.
    var isReached = false
}

/// A request about the loaded recording that came while a take that just ended was still being loaded.
struct DelayedRequest {
    let request: Request
    /// Carries the request out.
    let perform: () -> Void
    /// Answers the request with an error.
    let refuse: (EngineError) -> Void
}

extension Request {
    /// True for a request about the loaded recording and its playhead. During a take, some requests are about that take.
    func isAboutLoaded(duringTake: Bool) -> Bool {
        switch verb {
        case .playing(.play): text(.name) == nil
        case .playing(.locate), .playing(.nudge), .playing(.cue), .playing(.review), .playing(.loop), .playing(.next),
            .playing(.previous):
            true
        case .toggle(.toggle): text(.what) == "loop"
        case .library(.cut), .library(.undo), .library(.redo), .library(.complete), .library(.reopen),
            .library(.move):
            text(.name) == nil
        case .recording(.resume): !duringTake
        case .library(.info): text(.name) == nil && !duringTake
        case .marker: text(.in) == nil && !duringTake
        default: false
        }
    }

    /// True for a request that starts playback.
    var isStart: Bool { verb == .playing(.play) || verb == .recording(.resume) }

    /// True for a request that starts playback or moves the playhead.
    var isMove: Bool {
        switch verb {
        case .playing(.locate), .playing(.nudge), .playing(.cue), .playing(.review), .playing(.next), .playing(.previous): true
        default: isStart
        }
    }
}
