// Room: Dictation. Any thread; constants.

/// THE table: what Dicta can be asked, over the socket and at the terminal. Its lines stand in one file a group.
public enum CommandTable {
    /// All commands, in the order in which help shows them.
    public static let all: [Command] = transport + sound + library + query + engine

    /// What every OSC address of a command begins with.
    public static let root = "/dicta/"

    public static func command(named name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        throw .unknownCommand(name, nearest: Nearest.word(to: name, in: all.map(\.name)))
    }

    /// The command that an OSC address names; only what the engine does.
    public static func command(at address: String) throws(CommandError) -> Command {
        guard let command = all.first(where: { $0.address == address }) else {
            let addresses = all.filter(\.needsEngine).map(\.address)
            throw .unknownCommand(address, nearest: Nearest.word(to: address, in: addresses))
        }
        guard command.needsEngine else { throw .notByEngine(command: command.name) }
        return command
    }

    public static func commands(of group: CommandGroup) -> [Command] {
        all.filter { $0.group == group }
    }
}
