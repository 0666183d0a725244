// One row of the table of commands. Any thread may hold the value.

/// What the engine (or the terminal) can be asked to do. The table of these is the only source for dispatch, argument
/// checks, help and man page.
public struct Command: Sendable, Equatable {
    /// The verb as a type: the part that carries it out, and which of its verbs.
    public let verb: Verb
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
        _ verb: Verb, _ group: CommandGroup, needs: Privilege, _ summary: String, details: String = "",
        parameters: [CommandParameter] = [],
        aliases: [String] = [], state: CommandState = .always, failures: [FailureCode] = [], startsEngine: Bool = false,
        lists: Bool = false, patience: Double = 5, worksAlone: Bool = false, example: String
    ) {
        self.verb = verb
        self.aliases = aliases
        self.group = group
        self.needs = needs
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.state = state
        self.failures = failures
        self.startsEngine = startsEngine
        self.lists = lists
        self.worksAlone = worksAlone
        self.patience = patience
        self.example = example
    }

    /// The word as it is typed.
    public var name: String { verb.name }

    /// False for what the terminal does alone; such a command is not taken from the socket.
    public var needsEngine: Bool {
        switch verb {
        case .recording, .playing, .monitoring, .marker, .library, .transport, .midi, .settings, .hook, .subscription, .engine:
            true
        case .terminal, .program: false
        }
    }

    /// Where the command is found on the control socket.
    public var address: String { CommandTable.root + name }

    /// The (first) parameter that may stand bare.
    public var positional: CommandParameter? { parameters.first(where: \.isPositional) }

    /// The parameter that a text from outside names; nil where the command has none of that name.
    public func parameter(_ name: String) -> CommandParameter? {
        ParameterKey(rawValue: name).flatMap(parameter)
    }

    /// The parameter of that key; nil where the command does not take it.
    public func parameter(_ key: ParameterKey) -> CommandParameter? {
        parameters.first { $0.key == key }
    }

    /// What is typed before the arguments: a program stands for itself, the others are verbs of `dicta`.
    var invocation: String {
        switch verb {
        case .program(.dicta), .program(.dictad): name
        case .program(.settings), .recording, .playing, .monitoring, .marker, .library, .transport, .midi, .settings, .hook,
            .subscription, .engine, .terminal:
            "dicta \(name)"
        }
    }

    /// `dicta rec [--name TEXT] ...`
    public var usage: String {
        ([invocation] + parameters.map(\.usage)).joined(separator: " ")
    }
}
