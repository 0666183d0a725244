// Any thread; a value.

/// The asker of a request (C10), from the least trusted on: a value on every request, and the column of the table of settings.
public enum Authority: String, Sendable, CaseIterable, Comparable {
    /// A session's folder, which can be somebody else's.
    case project
    /// UDP, TCP, MIDI, media keys, a learnt pedal: whatever can be reached by more than the engine's own user, or by touch.
    case surface
    /// The control socket, which only its user can open, the command line, and the user's own settings.
    case owner

    /// True where `left` is trusted less.
    public static func < (left: Authority, right: Authority) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .project: 0
        case .surface: 1
        case .owner: 2
        }
    }
}
