// Reads topic names and patterns, matched by liblo. Any thread; no state.
import CLiblo
package import Dictation

/// Topics by text: names and OSC patterns, separated by commas or spaces, with or without `/dicta/state/`.
package enum Topics {
    /// The topics, in the order of `Topic`. Throws `.noTopic`.
    package static func named(_ text: String) throws(ControlError) -> [Topic] {
        var found: Set<Topic> = []
        for part in parts(text) {
            let root = CommandTable.root + "state/"
            let pattern = part.hasPrefix(root) ? String(part.dropFirst(root.count)) : part
            // liblo matches by recursion over the pattern: the limit keeps the stack small.
            let matching = pattern.utf8.count > 64 ? [] : Topic.allCases.filter { matches($0.rawValue, pattern) }
            guard !matching.isEmpty else { throw .noTopic(String(part.prefix(64))) }
            found.formUnion(matching)
        }
        guard !found.isEmpty else { throw .noTopic("") }
        return Topic.allCases.filter(found.contains)
    }

    /// The parts of a list. Commas inside `{a,b}` belong to the pattern.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in text {
            if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
            if depth <= 0, character == "," || character == " " {
                if !part.isEmpty { parts.append(part) }
                part = ""
            } else {
                part.append(character)
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        if name == pattern { return true }
        return unsafe lo_pattern_match(name, pattern) != 0
    }
}
