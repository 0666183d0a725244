// Speakers before the texts of their lines. Any thread; no state, no I/O.

/// A speaker in brackets before a text: `(Ann) Good morning.` A text without a speaker that begins with a bracket has `()` before it.
enum SpeakerText {
    /// The name as it is written: one line, with its brackets in pairs.
    static func name(_ speaker: String?) -> String? {
        guard let speaker else { return nil }
        var name = oneLine(speaker)
        if closing(in: "(\(name))") != "(\(name))".indices.last { name.removeAll { $0 == "(" || $0 == ")" } }
        name = oneLine(name)
        return name.isEmpty ? nil : name
    }

    /// The text with its speaker.
    static func print(_ speaker: String?, _ text: String) -> String {
        let text = oneLine(text)
        if let name = name(speaker) { return "(\(name)) \(text)" }
        return text.hasPrefix("(") ? "() \(text)" : text
    }

    /// Reads a text with its speaker.
    static func parse(_ text: some StringProtocol) -> (speaker: String?, text: String) {
        let text = oneLine(String(text))
        guard text.hasPrefix("("), let end = closing(in: text) else { return (nil, text) }
        let after = text.index(after: end)
        guard after == text.endIndex || text[after] == " " else { return (nil, text) }
        let name = oneLine(String(text[text.index(after: text.startIndex)..<end]))
        return (name.isEmpty ? nil : name, oneLine(String(text[after...])))
    }

    /// The text with single spaces.
    static func oneLine(_ text: String) -> String {
        var last = UInt8(ascii: " ")
        let isPlain = text.utf8.allSatisfy { byte in
            defer { last = byte }
            return byte == UInt8(ascii: " ") ? last != byte : (0x21..<0x7f).contains(byte)
        }
        // Most texts are so already; a look at each letter takes far longer.
        if isPlain, last != UInt8(ascii: " ") { return text }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The bracket that closes the first one.
    private static func closing(in text: String) -> String.Index? {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
