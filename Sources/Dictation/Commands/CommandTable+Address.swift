// Finds the command of an OSC address. Any thread; no I/O.
internal import Messages

extension CommandTable {
    /// Every address of a command. A dictionary, because surfaces send hundreds of messages a second.
    private static let byAddress: [String: Command] = {
        let pairs = all.flatMap { command in ([command.name] + command.aliases).map { (root + $0, command) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// The commands that an OSC pattern can match, with their branches: those of the groups that are played by hand. A command that
    /// edits, deletes, sets or ends must be named in full: no broad pattern may do that by accident.
    package static let patternCommands: [Command] = {
        let groups: Set<CommandGroup> = [.transport, .markers, .sound, .query]
        let full: [Verb] = [.marker(.unmark), .queue(.queue), .schedule(.schedule)]
        return all.filter { groups.contains($0.group) && $0.needsEngine && !full.contains($0.verb) }
    }()

    /// The command of an OSC address. Throws `.unknownCommand`, or `.notByEngine` for a command of the terminal.
    public static func command(at address: String) throws(CommandError) -> Command {
        try route(address).command
    }

    /// The command of an OSC address, with the word after the verb (`/dicta/loop/a`), if there is one. Throws as
    /// `command(at:)`.
    public static func route(_ address: String) throws(CommandError) -> (command: Command, branch: String?) {
        if let command = byAddress[address] { return (try taken(command), nil) }
        if let slash = address.utf8.lastIndex(of: UInt8(ascii: "/")), let command = byAddress[String(address[..<slash])] {
            let branch = String(address[address.utf8.index(after: slash)...])
            guard try taken(command).hasBranch(branch) else {
                throw .unknownCommand(address, nearest: command.nearestBranch(to: branch).map { command.address + "/" + $0 })
            }
            return (command, branch)
        }
        let addresses = all.filter(\.needsEngine).map(\.address)
        throw .unknownCommand(address, nearest: Nearest.word(to: address, in: addresses))
    }

    /// The request of an OSC message by its address and arguments. Throws the first error.
    public static func request(at address: String, _ arguments: [Value]) throws(CommandError) -> Request {
        let (command, branch) = try route(address)
        guard let branch else { return try command.check(arguments: arguments) }
        return try command.check(branch: branch, arguments: arguments)
    }

    private static func taken(_ command: Command) throws(CommandError) -> Command {
        guard command.needsEngine else { throw .notByEngine(command: command.name) }
        return command
    }
}
