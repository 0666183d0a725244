// Reads topic names and patterns. Any thread; no state.
package import Dictation

/// Topics by text: names and OSC patterns, separated by commas or spaces, with or without `/dicta/state/`.
package enum Topics {
    /// The topics, in the order of `Topic`. Throws `.noTopic`.
    package static func named(_ text: String) throws(ControlError) -> [Topic] {
        var found: Set<Topic> = []
        let parts = parts(text)
        // A text of a packet's size would be compared with the topics for a long time.
        guard parts.count <= ControlLimits.topicParts else { throw .noTopic(String(text.prefix(64))) }
        for part in parts {
            let root = CommandTable.root + "state/"
            let pattern = part.hasPrefix(root) ? String(part.dropFirst(root.count)) : part
            let names = pattern.utf8.count > 64 ? nil : NamePattern(osc: pattern)
            let matching = Topic.allCases.filter { $0.rawValue == pattern || names?.matches($0.rawValue) == true }
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
}
