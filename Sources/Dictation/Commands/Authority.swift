// The rights of a request's sender. Any thread; a value.

/// The sender of a request by trust (C10), least trusted first: part of every request, and a column of the table of settings.
public enum Authority: String, Sendable, CaseIterable, Comparable {
    /// The folder of a session, which another person may have made.
    case project
    /// UDP, TCP, MIDI, media keys and learnt pedals: all that more than the engine's own user can reach, or that is touched.
    case surface
    /// The Unix socket, which only its user can open, the command line, and the user's own settings.
    case owner

    /// True when `left` is trusted less.
    public static func < (left: Authority, right: Authority) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .project: 0
        case .surface: 1
        case .owner: 2
        }
    }
}
