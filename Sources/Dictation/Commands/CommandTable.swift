// The command table. Any thread; constants.
internal import Messages

/// All commands of Dicta, over the socket and in the terminal. Their rows are in one file for each group.
public enum CommandTable {
    /// All commands, in the order in which help shows them.
    public static let all: [Command] =
        transport + editing + markers + sound + cues + guide + library + words + query + control + engine

    /// The start of every OSC address of a command.
    public static let root = "/dicta/"

    /// The command of that name or alias. Throws `.unknownCommand` with the nearest name.
    public static func command(named name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name || $0.aliases.contains(name) }) { return command }
        throw .unknownCommand(name, nearest: Nearest.word(to: name, in: all.map(\.name)))
    }

    /// All commands, with the options of the programs and the settings file.
    public static let rows: [Command] = all + [program, daemon, SettingsTable.command]

    /// The command of a verb.
    public static func command(_ verb: Verb) throws(CommandError) -> Command {
        guard let command = byVerb[verb] else { throw .unknownCommand(verb.name, nearest: nil) }
        return command
    }

    private static let byVerb: [Verb: Command] = Dictionary(rows.map { ($0.verb, $0) }) { first, _ in first }

    /// Makes a request of the program's own, checked like one from outside. Throws the first error.
    public static func request(
        _ verb: Verb, _ values: [ParameterKey: Value] = [:]
    ) throws(CommandError) -> Request {
        try command(verb).check(values)
    }

    /// The commands of a group, in the order of help.
    public static func commands(of group: CommandGroup) -> [Command] {
        all.filter { $0.group == group }
    }
}
