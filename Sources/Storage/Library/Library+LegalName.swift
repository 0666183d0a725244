// Makes legal names of recordings out of any file name. Any thread; no I/O.
import Dictation

extension Library {
    /// A name that a recording may have, as near to `text` as possible.
    ///
    /// Characters that a new name cannot have become "_": control characters, slashes, "*" and "?", the dots at the beginning, and U+FFFD,
    /// which stands for bytes that are no UTF-8. Blanks at both ends go, and the end of a long name, at the border of a character as
    /// people see it. The dot of an ending that files beside recordings have becomes "_" too. A text of which nothing is left
    /// becomes "imported".
    public static func legalName(from text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isRefused =
                scalar.properties.generalCategory == .control || scalar == "/" || scalar == "\u{fffd}"
                || isOfPatterns(scalar)
            scalars.append(isRefused ? "_" : scalar)
        }
        var name = trimmed(String(scalars))
        let dots = name.unicodeScalars.prefix { $0 == "." }.count
        if dots > 0 {
            scalars = name.unicodeScalars
            scalars.replaceSubrange(
                ..<scalars.index(scalars.startIndex, offsetBy: dots), with: String(repeating: "_", count: dots).unicodeScalars)
            name = String(scalars)
        }
        var bytes = name.utf8.count
        while bytes > longestName, let last = name.popLast() { bytes -= last.utf8.count }
        name = trimmed(name)
        // Files beside recordings end so.
        for ending in [diaryEnding, transcriptEnding] where "\(name).json".hasBytes(last: ending) {
            let stem = ending.dropLast(".json".count)
            name = name.droppingBytes(last: stem.utf8.count) + "_" + stem.dropFirst()
        }
        return name.isEmpty ? "imported" : name
    }

    /// The text without white space at both ends.
    private static func trimmed(_ text: String) -> String {
        let blank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, blank(last) { scalars.removeLast() }
        return String(scalars.drop(while: blank))
    }
}
