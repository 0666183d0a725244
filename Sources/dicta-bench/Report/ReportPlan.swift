// Options of `dicta-bench report`. One thread; a value.

/// Kinds of measurement of a report, their rounds, and the files that it writes.
struct ReportPlan {
    static let options = ["to", "quote", "rounds", "only", "folder"]

    var kinds = ReportKind.allCases
    var rounds: Int
    /// A disk on most systems, which /tmp is not.
    var folder = "/var/tmp"
    /// File of the page; nil for standard output.
    let page: String?
    /// File that quotes the page.
    let quoting: String?
    /// True for short measurements, which show that everything works, and whose figures vary more.
    let isQuick: Bool
    /// The words of the command line, for the page.
    let words: [String]

    /// Reads the options. Throws `usage`.
    init(_ options: [String: String], isQuick: Bool, words: [String]) throws(BenchError) {
        (page, quoting) = (options["to"], options["quote"])
        (self.isQuick, self.words) = (isQuick, words)
        rounds = isQuick ? 2 : 4
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...100)) }
        if let text = options["folder"] { folder = text }
        if let text = options["only"] {
            var asked: Set<ReportKind> = []
            for word in text.split(separator: ",") {
                guard let kind = ReportKind(rawValue: String(word)) else { throw .usage("'\(word)' is no kind of measurement") }
                asked.insert(kind)
            }
            kinds = ReportKind.allCases.filter(asked.contains)
        }
        guard !kinds.isEmpty else { throw .usage("there is nothing to measure") }
    }
}
