// Makes text from files and networks safe for a terminal or a log. Any thread; no I/O.

/// Makes text safe for a terminal. Names, notes and paths may contain any character: control characters (C0, DEL, C1), which a
/// terminal obeys, and direction marks, which turn the text after them around, must not reach it.
public enum PrintableText {
    /// Text of several lines: line ends and tabs stay, every other unsafe character becomes a question mark.
    public static func lines(_ text: String) -> String {
        replaced(text) { $0 == "\n" || $0 == "\t" ? String($0) : "?" }
    }

    /// Text of one line: line ends become question marks too.
    public static func line(_ text: String) -> String {
        replaced(text) { _ in "?" }
    }

    /// Text of several lines for notifications of the desktop, which take it as markup: every unsafe character becomes a question
    /// mark, and no part of the text is a tag.
    public static func markup(_ text: String) -> String {
        lines(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// JSON with the same meaning: unsafe characters occur in strings only, and become escapes.
    public static func json(_ text: String) -> String {
        replaced(text) { scalar in
            if scalar == "\n" || scalar == "\t" { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// True for an unsafe character; all of them are below U+FFFF.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0: true
        // Direction marks, embeddings, overrides and isolates; line and paragraph separators.
        case 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    private static func replaced(_ text: String, _ word: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.map { isUnsafe($0) ? word($0) : String($0) }.joined()
    }
}
