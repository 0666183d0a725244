// Any thread; no state. liblo matches the patterns.
import CLiblo
package import Dictation

/// From texts to topics: names and OSC patterns with commas or spaces between them, with or without `/dicta/state/`.
package enum Topics {
    package static func named(_ text: String) throws(ControlError) -> [Topic] {
        var found: Set<Topic> = []
        for part in parts(text) {
            let root = CommandTable.root + "state/"
            let pattern = part.hasPrefix(root) ? String(part.dropFirst(root.count)) : part
            // liblo's matching is a recursion over the pattern.
            let matching = pattern.utf8.count > 64 ? [] : Topic.allCases.filter { matches($0.rawValue, pattern) }
            guard !matching.isEmpty else { throw .noTopic(String(part.prefix(64))) }
            found.formUnion(matching)
        }
        guard !found.isEmpty else { throw .noTopic("") }
        return Topic.allCases.filter(found.contains)
    }

    /// Commas inside of `{a,b}` belong to the pattern.
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
