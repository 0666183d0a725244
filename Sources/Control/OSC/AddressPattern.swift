// Address patterns of OSC 1.0. Any thread; no state.
import Dictation

/// Address patterns of OSC 1.0 (`/dicta/p?ng`, `/dicta/{ping,version}`, `/dicta/gain/{left,right}`): one message for several
/// commands. A pattern is matched part by part against `CommandTable.patternCommands`, up to `ControlLimits.matches` hits.
///
/// liblo's own matcher is not used: it tries one way after the other, and a pattern of 60 bytes keeps it busy for seconds.
enum AddressPattern {
    static func isPattern(_ address: String) -> Bool {
        address.utf8.contains { "?*[]{}".utf8.contains($0) }
    }

    /// The addresses that a pattern matches, in the order of the command table, among the commands that `mayUse` allows. Throws
    /// `.noMatch`, or `.tooManyMatches`, which refuses the whole message.
    static func addresses(_ pattern: String, _ mayUse: (Command) -> Bool) throws(ControlError) -> [String] {
        let allowed = CommandTable.patternCommands.filter(mayUse)
        let isWhole = allowed.count == CommandTable.patternCommands.count
        let none = ControlError.noMatch(String(pattern.prefix(64)), isWhole: isWhole)
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        // The root is `/dicta/`; a command can have a branch.
        guard !allowed.isEmpty, 3...4 ~= parts.count, parts[0].isEmpty, parts.allSatisfy({ $0.utf8.count <= 64 }) else {
            throw none
        }
        let patterns = parts.dropFirst().compactMap(NamePattern.init(osc:))
        guard patterns.count == parts.count - 1, patterns[0].matches(CommandTable.root.dropFirst().dropLast()) else { throw none }
        let matching = allowed.filter { patterns[1].matches($0.name) }.flatMap { command in
            guard patterns.count == 3 else { return [command.address] }
            return command.branches.filter { patterns[2].matches($0) }.map { command.address + "/" + $0 }
        }
        guard !matching.isEmpty else { throw none }
        guard matching.count <= ControlLimits.matches else { throw .tooManyMatches(pattern, count: matching.count) }
        return matching
    }
}
