// Width of text in the cells of a terminal. Any thread.
internal import CLinux
internal import Glibc

/// Counts the cells that text takes in a terminal: two for a Chinese character or an emoji, none for a combining accent.
///
/// The numbers are those of the C library (wcwidth), which terminals use too; a table here would differ from theirs with each
/// edition of Unicode. Swift's count of characters is no width, and its Unicode properties lack one.
public enum CellWidth {
    /// Characters by the tables of Unicode, whatever the user's locale: in the locale C, wcwidth knows ASCII only.
    nonisolated(unsafe) private static let unicode = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Cells of a text that has no control characters.
    public static func of(_ text: String) -> Int {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.utf8.count }
        guard let locale = unsafe unicode else { return text.count }
        // The locale of this thread only; the rest of the program keeps its own.
        let before = unsafe uselocale(locale)
        defer { _ = unsafe uselocale(before) }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// Cells of one character as it is seen. Its parts share the cells of the widest of them (accents, skin tones, emoji joined
    /// to one), except for the two letters of a flag, which stand side by side.
    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        let flags: ClosedRange<UInt32> = 0x1f1e6...0x1f1ff
        if scalars.count == 2, scalars.allSatisfy({ flags.contains($0.value) }) { return 2 }
        // A character that the C library does not know gets a cell: most are newer than its tables, or private.
        return scalars.map { scalar in
            let cells = wcwidth(wchar_t(bitPattern: scalar.value))
            return cells < 0 ? 1 : Int(cells)
        }.max() ?? 0
    }
}
