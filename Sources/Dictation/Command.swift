// Room: Dictation. Any thread; one line of the table.

/// What the engine (or the terminal) can be asked to do. The table of these is the only source for dispatch, argument
/// checks, help and man page.
public struct Command: Sendable, Equatable {
    public let name: String
    /// Other words for it.
    public let aliases: [String]
    public let group: CommandGroup
    /// The least that who asks must have been given (C10); single arguments may need more.
    public let needs: Privilege
    /// One sentence.
    public let summary: String
    /// What the summary cannot say, or nothing.
    public let details: String
    public let parameters: [CommandParameter]
    /// When it is allowed.
    public let state: CommandState
    /// Failures that it may answer besides `badArgument` and `broken`, which every command may, and `refused` for want of leave.
    public let failures: [FailureCode]
    /// False for what the terminal does alone; such a command is not taken from the socket.
    public let needsEngine: Bool
    /// The terminal may start an engine for it when none answers.
    public let startsEngine: Bool
    /// The terminal can do it by itself when no engine answers.
    public let worksAlone: Bool
    /// Its answer is a list, which may be empty.
    public let lists: Bool
    /// How long the terminal waits for the answer, in seconds.
    public let patience: Double
    /// A line to try.
    public let example: String

    init(
        _ name: String, _ group: CommandGroup, needs: Privilege, _ summary: String, details: String = "",
        parameters: [CommandParameter] = [],
        aliases: [String] = [], state: CommandState = .always, failures: [FailureCode] = [], needsEngine: Bool = true,
        startsEngine: Bool = false,
        lists: Bool = false, patience: Double = 5, worksAlone: Bool = false, example: String
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.needs = needs
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.state = state
        self.failures = failures
        self.needsEngine = needsEngine
        self.startsEngine = startsEngine
        self.lists = lists
        self.worksAlone = worksAlone
        self.patience = patience
        self.example = example
    }

    /// Where the command is found on the control socket.
    public var address: String { CommandTable.root + name }

    /// The (first) parameter that may stand bare.
    public var positional: CommandParameter? { parameters.first(where: \.isPositional) }

    public func parameter(_ name: String) -> CommandParameter? {
        parameters.first { $0.name == name }
    }

    /// What is typed before the arguments: a program stands for itself, the others are verbs of `dicta`.
    var invocation: String { name.hasPrefix("dicta") ? name : "dicta \(name)" }

    /// `dicta rec [--name TEXT] ...`
    public var usage: String {
        ([invocation] + parameters.map(\.usage)).joined(separator: " ")
    }
}
