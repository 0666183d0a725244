// Any thread; constants of the protocol, never renumbered.

/// Why a command was not done: the number in `/error`, and what the exit code of `dicta` comes from.
public enum FailureCode: Int32, Sendable, CaseIterable {
    case refused = 1
    case usage = 2
    case noEngine = 3
    case unknownCommand = 4
    case badArgument = 5
    case wrongState = 6
    case noServer = 7
    case notFound = 8
    case storage = 9
    case diskFull = 10
    case broken = 11

    /// One phrase for help, man page and OSC reference.
    public var summary: String {
        switch self {
        case .refused: "refused"
        case .usage: "not a well-formed request"
        case .noEngine: "no engine answers"
        case .unknownCommand: "unknown command"
        case .badArgument: "bad argument"
        case .wrongState: "not possible in this state"
        case .noServer: "no JACK server runs"
        case .notFound: "no such recording"
        case .storage: "the disk or a file refused"
        case .diskFull: "disk full"
        case .broken: "a fault inside the engine"
        }
    }

    /// What `dicta` exits with: 1 refused, 2 usage, 3 no engine.
    public var exitCode: Int32 {
        switch self {
        case .usage, .unknownCommand, .badArgument: 2
        case .noEngine: 3
        case .refused, .wrongState, .noServer, .notFound, .storage, .diskFull, .broken: 1
        }
    }
}
