// The table of commands as a whole. Any thread may read these constants.

/// THE table: what Dicta can be asked, over the socket and at the terminal. Its lines stand in one file a group.
public enum CommandTable {
    /// All commands, in the order in which help shows them.
    public static let all: [Command] =
        transport + editing + markers + sound + library + query + control + engine

    /// What every OSC address of a command begins with.
    public static let root = "/dicta/"

    /// The row that a text from outside names, or an error that names the nearest.
    public static func command(named name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name || $0.aliases.contains(name) }) { return command }
        throw .unknownCommand(name, nearest: Nearest.word(to: name, in: all.map(\.name)))
    }

    /// All rows, with those of the programs and of the settings file.
    public static let rows: [Command] = all + [program, daemon, SettingsTable.command]

    /// The row of a verb.
    public static func command(_ verb: Verb) throws(CommandError) -> Command {
        guard let command = byVerb[verb] else { throw .unknownCommand(verb.name, nearest: nil) }
        return command
    }

    private static let byVerb: [Verb: Command] = Dictionary(rows.map { ($0.verb, $0) }) { first, _ in first }

    /// A request that the program itself makes, checked as one from outside.
    public static func request(
        _ verb: Verb, _ values: [ParameterKey: Value] = [:]
    ) throws(CommandError) -> Request {
        try command(verb).check(values)
    }

    public static func commands(of group: CommandGroup) -> [Command] {
        all.filter { $0.group == group }
    }
}
