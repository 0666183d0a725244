// From OSC addresses to rows of the table. Any thread may use it; no I/O.

extension CommandTable {
    /// Every address there is. A dictionary, since surfaces send hundreds of messages a second.
    private static let byAddress: [String: Command] = {
        let pairs = all.flatMap { command in ([command.name] + command.aliases).map { (root + $0, command) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Every address that an OSC pattern can match: verbs and their branches of the groups that hands use. What edits, deletes,
    /// sets or ends has to be named in full, so that no breadth of a pattern does it by accident.
    public static let patternAddresses: [String] = {
        let groups: Set<CommandGroup> = [.transport, .markers, .sound, .query]
        return all.filter { groups.contains($0.group) && $0.needsEngine && $0.verb != .marker(.unmark) }.flatMap { command in
            [command.address] + command.branches.map { command.address + "/" + $0 }
        }
    }()

    /// The command that an OSC address names; only what the engine does.
    public static func command(at address: String) throws(CommandError) -> Command {
        try route(address).command
    }

    /// The same, with what stands behind the verb (`/dicta/loop/a`), if anything does.
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

    private static func taken(_ command: Command) throws(CommandError) -> Command {
        guard command.needsEngine else { throw .notByEngine(command: command.name) }
        return command
    }
}
