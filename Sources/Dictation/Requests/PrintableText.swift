// Any thread; no I/O. Text from files and networks, for a terminal or a log.

/// Names, notes and paths may have anything in them. What a terminal would take for an order (C0, DEL, C1), or what turns the
/// text after it round (marks of direction), must not get to one.
public enum PrintableText {
    /// Any number of lines; line ends and tabs stay, all else that is unsafe becomes a question mark.
    public static func lines(_ text: String) -> String {
        replaced(text) { $0 == "\n" || $0 == "\t" ? String($0) : "?" }
    }

    /// One line: a line end in it becomes a question mark too.
    public static func line(_ text: String) -> String {
        replaced(text) { _ in "?" }
    }

    /// JSON that stays the same JSON: in it such characters stand in strings only, where they can be written as escapes.
    public static func json(_ text: String) -> String {
        replaced(text) { scalar in
            if scalar == "\n" || scalar == "\t" { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Below U+FFFF, all of them.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0: true
        // Marks, embeddings, overrides and isolates of direction; separators of lines and paragraphs.
        case 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    private static func replaced(_ text: String, _ word: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.map { isUnsafe($0) ? word($0) : String($0) }.joined()
    }
}
