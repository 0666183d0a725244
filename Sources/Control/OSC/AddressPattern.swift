// Address patterns of OSC 1.0, matched by liblo. Any thread; no state.
import CLiblo
import Dictation

/// Address patterns of OSC 1.0 (`/dicta/p?ng`, `/dicta/{ping,version}`, `/dicta/gain/{left,right}`): one message for several
/// commands. A pattern is matched part by part against `CommandTable.patternAddresses`, up to `ControlLimits.matches` hits.
enum AddressPattern {
    static func isPattern(_ address: String) -> Bool {
        address.utf8.contains { "?*[]{}".utf8.contains($0) }
    }

    /// The addresses that a pattern matches, in the order of the command table. Throws `.noMatch`, or `.tooManyMatches`, which
    /// refuses the whole message.
    static func addresses(_ pattern: String) throws(ControlError) -> [String] {
        let parts = parts(pattern)
        // liblo matches by recursion over the pattern: the limits keep the stack small.
        guard parts.count <= 4, parts.allSatisfy({ $0.utf8.count <= 64 }) else { throw .noMatch(String(pattern.prefix(64))) }
        let matching = CommandTable.patternAddresses.filter { matches(Self.parts($0), parts) }
        guard !matching.isEmpty else { throw .noMatch(pattern) }
        guard matching.count <= ControlLimits.matches else { throw .tooManyMatches(pattern, count: matching.count) }
        return matching
    }

    private static func parts(_ address: String) -> [String] {
        address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    private static func matches(_ address: [String], _ pattern: [String]) -> Bool {
        guard address.count == pattern.count else { return false }
        return zip(address, pattern).allSatisfy { part, pattern in
            if part == pattern { return true }
            return unsafe lo_pattern_match(part, pattern) != 0
        }
    }
}
