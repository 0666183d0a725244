// Room: Dictation. Any thread; constants.

/// THE table: what Dicta can be asked, over the socket and at the terminal. Its lines stand in one file a group.
public enum CommandTable {
    /// All commands, in the order in which help shows them.
    public static let all: [Command] =
        transport + editing + markers + sound + library + query + control + engine

    /// What every OSC address of a command begins with.
    public static let root = "/dicta/"

    public static func command(named name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name || $0.aliases.contains(name) }) { return command }
        throw .unknownCommand(name, nearest: Nearest.word(to: name, in: all.map(\.name)))
    }

    public static func commands(of group: CommandGroup) -> [Command] {
        all.filter { $0.group == group }
    }
}
