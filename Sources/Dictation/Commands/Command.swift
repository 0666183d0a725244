// One row of the command table. Any thread; a value.
public import Messages

/// One command of the engine or the terminal. The table of commands is the only source of dispatch, argument checks, help and
/// man page.
public struct Command: Sendable, Equatable {
    /// The verb as a typed value; its case names the part of Dicta that carries it out.
    public let verb: Verb
    /// Other names of the verb.
    public let aliases: [String]
    /// The chapter of help and man page.
    public let group: CommandGroup
    /// The least privilege that the command needs (C10); single arguments may need more.
    public let needs: Privilege
    /// One sentence for lists of commands.
    public let summary: Message
    /// More sentences for the command's own page; empty when the summary says all.
    public let details: Message
    /// The arguments, bare ones first.
    public let parameters: [CommandParameter]
    /// The state of the engine in which the command is allowed.
    public let state: CommandState
    /// Failures that the command may answer, besides those common to all: `badArgument`, `broken`, and
    /// `refused` for lack of a privilege.
    public let failures: [FailureCode]
    /// True when the terminal may start an engine for the command if none answers.
    public let startsEngine: Bool
    /// True when the terminal can carry it out alone if no engine answers.
    public let worksAlone: Bool
    /// True when the answer is a list, which may be empty.
    public let lists: Bool
    /// Seconds that the terminal waits for the answer.
    public let patience: Double
    /// An example to try.
    public let example: String

    // Called by each row. Copies in the rows, here and in the other tables, made the module take 74 s to compile instead of 52.
    @inline(never)
    init(
        _ verb: Verb, _ group: CommandGroup, needs: Privilege, _ summary: Message, details: Message = "",
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

    /// The word that is typed.
    public var name: String { verb.name }

    /// False for a command that the terminal carries out alone; the socket refuses it.
    public var needsEngine: Bool {
        switch verb {
        case .recording, .playing, .queue, .schedule, .monitoring, .marker, .library, .transport, .midi, .pedal, .settings, .hook,
            .subscription,
            .toggle,
            .lock, .cue, .guide, .engine:
            true
        case .terminal, .program: false
        }
    }

    /// The OSC address of the command.
    public var address: String { CommandTable.root + name }

    /// The first parameter that may stand without its name; nil when there is none.
    public var positional: CommandParameter? { parameters.first(where: \.isPositional) }

    /// The parameter of that name, as a text from outside gives it, also by a name of an earlier version; nil when the command
    /// has none.
    public func parameter(_ name: String) -> CommandParameter? {
        ParameterKey(rawValue: name).flatMap(parameter) ?? parameters.first { $0.oldNames.contains(name) }
    }

    /// The words that tell of an option's new name, when `name` is one of an earlier version: `--to is now --until`. Nil for
    /// every other name.
    public func notice(ofOld name: String) -> String? {
        guard let parameter = parameter(name), parameter.name != name else { return nil }
        return "\(self.name): --\(name) is now --\(parameter.name)"
    }

    /// The parameter of that key; nil when the command has none.
    public func parameter(_ key: ParameterKey) -> CommandParameter? {
        parameters.first { $0.key == key }
    }

    /// The words before the arguments: a program stands alone, all other commands are verbs of `dicta`.
    var invocation: String {
        switch verb {
        case .program(.dicta), .program(.dictad): name
        case .program(.settings), .recording, .playing, .queue, .schedule, .monitoring, .marker, .library, .transport, .midi,
            .pedal,
            .settings,
            .hook,
            .subscription, .toggle, .lock, .cue, .guide, .engine, .terminal:
            "dicta \(name)"
        }
    }

    /// The usage line: `dicta rec [--name TEXT] ...`
    public var usage: String {
        ([invocation] + parameters.map(\.usage)).joined(separator: " ")
    }
}
