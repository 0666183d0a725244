// One kind of measurement with its course. Main thread only.

/// A kind of measurement, with all that went wrong in its rounds.
struct ReportEntry {
    let kind: ReportKind
    private(set) var part: any ReportPart
    /// Sections of the page; none before the first round that went well.
    var sections: [PageSection] { isMeasured ? part.sections : [] }
    private var isMeasured = false
    /// The reason for which nothing was measured: something is not installed.
    private(set) var leftOut: String?
    private var ownFailures: [String] = []

    init(kind: ReportKind, part: any ReportPart) { (self.kind, self.part) = (kind, part) }

    /// All failures, in the order of the rounds.
    var failures: [String] { ownFailures + part.failures }

    /// Measures one round. A failure does not cost the other kinds their figures; a signal ends all.
    mutating func measure(round: Int, folder: String) throws(BenchError) {
        guard leftOut == nil else { return }
        do throws(BenchError) {
            try part.measure(round: round, folder: folder)
            isMeasured = true
        } catch .signal(let number) {
            throw .signal(number)
        } catch .leftOut(let words) {
            leftOut = words
            Output.progress("\(kind.rawValue): left out: \(words)")
        } catch {
            ownFailures.append("round \(round + 1): \(error.description)")
            Output.progress("\(kind.rawValue): \(error.description)")
        }
    }
}
