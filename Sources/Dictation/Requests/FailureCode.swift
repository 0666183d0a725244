// Error codes of the protocol, never renumbered. Any thread; constants.
public import Messages

/// The kind of an error: the number in `/error`, from which the exit code of `dicta` follows.
public enum FailureCode: Int32, Sendable, CaseIterable {
    /// The engine refused.
    case refused = 1
    /// The request is malformed.
    case usage = 2
    /// No engine answers.
    case noEngine = 3
    /// No command has that name.
    case unknownCommand = 4
    /// An argument is missing or wrong.
    case badArgument = 5
    /// The engine's state does not allow the command.
    case wrongState = 6
    /// No JACK server runs.
    case noServer = 7
    /// Nothing has that name: no recording, marker, prompt and so on.
    case notFound = 8
    /// The disk or a file failed.
    case storage = 9
    /// The disk is full.
    case diskFull = 10
    /// A defect of the engine.
    case broken = 11
    /// Too much of this sender, or of all, waits already: the same request can be carried out later.
    case busy = 12

    /// One phrase for help, man page and OSC reference.
    public var summary: Message {
        switch self {
        case .refused: "refused"
        case .usage: "not a well-formed request"
        case .noEngine: "no engine answers"
        case .unknownCommand: "unknown command"
        case .badArgument: "bad argument"
        case .wrongState: "not possible in this state"
        case .noServer: "no JACK server runs"
        case .notFound: "nothing has that name"
        case .storage: "the disk or a file failed"
        case .diskFull: "disk full"
        case .broken: "a fault inside the engine"
        case .busy: "busy: ask again later"
        }
    }

    /// The exit code of `dicta`: 1 refused, 2 usage, 3 no engine.
    public var exitCode: Int32 {
        switch self {
        case .usage, .unknownCommand, .badArgument: 2
        case .noEngine: 3
        case .refused, .wrongState, .noServer, .notFound, .storage, .diskFull, .broken, .busy: 1
        }
    }
}
