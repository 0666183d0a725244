// A file that quotes the page of a report. Main thread only.

/// A text in which the lines between two marks are those of the page.
struct QuotingFile {
    /// Marks around the lines, in the page and in files that quote it.
    static let marks = (begin: "<!-- numbers -->", end: "<!-- /numbers -->")

    private let file: PageFile
    private let (before, after): (Substring, Substring)

    /// Reads a file that has both marks. Throws `usage` if it lacks them.
    init(_ path: String) throws(BenchError) {
        guard let text = Text.file(path), let begin = text.firstRange(of: Self.marks.begin),
            let end = text[begin.upperBound...].firstRange(of: Self.marks.end)
        else { throw .usage("'\(path)' has no lines between \(Self.marks.begin) and \(Self.marks.end)") }
        file = try PageFile(path)
        (before, after) = (text[..<begin.lowerBound], text[end.upperBound...])
    }

    /// Writes the file with other lines, which have their marks.
    func write(_ quoted: String) throws(BenchError) { try file.write(before + quoted + after) }
}
