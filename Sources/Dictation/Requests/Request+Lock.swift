// Requests that a locked transport refuses (C11); no other file decides that. Any thread; no I/O.
internal import Messages

extension Request {
    /// The answer to a request that the lock refuses.
    public static let lockRefusal = Failure(
        .refused, tr("The transport is locked: hold the lock key for 2 s, or use 'dicta lock off'"))

    /// True for a request that a locked transport refuses: one that changes a take, the playback or a recording. A forced stop,
    /// the owner's quit and everything that only looks are carried out.
    public func isRefusedByLock(from authority: Authority) -> Bool {
        switch verb {
        case .recording(.stop): !flag(.force)
        case .recording: true
        // A key that was held when the transport was locked ends its cue.
        case .playing(.cue), .playing(.review): text(.state) != "off"
        // These show their values when no argument is given.
        case .playing(.loop), .playing(.dpc), .playing(.skip), .playing(.backstep), .monitoring(.monitor), .monitoring(.gain),
            .monitoring(.source), .cue(.sound), .cue(.bed), .transport:
            !values.isEmpty
        case .playing, .cue(.speak): true
        case .queue: !onlyListsQueue
        case .schedule: text(.do) == "cancel"
        case .cue(.timer): ["start", "pause", "resume", "stop"].contains(text(.do) ?? "")
        case .guide(.prompt): false
        case .guide(.ask): !["show", "status", "list"].contains(text(.do) ?? (text(.sheet) == nil ? "show" : "start"))
        case .marker(.mark), .marker(.unmark): true
        case .library(let verb): verb.isChange && !isLibraryQuestion
        case .engine(.quit): authority == .surface
        // The verb that it stands for is checked by itself.
        case .toggle: false
        case .monitoring(.meters), .marker(.marks), .midi, .pedal, .settings, .hook, .subscription, .lock, .engine, .terminal,
            .program:
            false
        }
    }
}
