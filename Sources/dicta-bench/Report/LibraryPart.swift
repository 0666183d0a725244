// The library in a report. Main thread only.

/// Questions to a large library, beside the programs with which people look into folders.
struct LibraryPart: ReportPart {
    private var plan: LibraryPlan
    private var results: [[LibraryBench.Row]] = []

    let peers = ["ls", "grep"]

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try LibraryPlan([:], isJSON: false)
        if report.isQuick { plan.counts = [200] }
        plan.rounds = report.isQuick ? 10 : 30
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        plan.folder = folder
        results.append(try LibraryBench(plan).measure())
    }

    private func time(_ what: String) -> Series { RowRounds(results) { $0.what == what }.series { $0.median } }

    /// The programs that answer the same question, and the words for it.
    private static let pairs = [
        (LibraryBench.list, LibraryBench.listPeer, "`ls -lt`", "`dicta ls` shows the first page of a library"),
        (LibraryBench.search, LibraryBench.searchPeer, "`grep -rlw`", "`dicta search` finds two words in a library"),
    ]

    var sections: [PageSection] {
        let count = plan.counts[0]
        var programs = PageTable(columns: ["program", "ms", "other program", "ms", "ratio"])
        for (own, other, name, _) in Self.pairs where time(own).median != nil {
            programs.rows.append([own, time(own).text(), name, time(other).text(), (time(own) / time(other)).text(2)])
        }
        var questions = PageTable(columns: ["question within a program", "ms", "slowest of a round, ms"])
        let programNames = Self.pairs.flatMap { [$0.0, $0.1] }
        for first in results.first ?? [] where !programNames.contains(first.what) {
            let slow = RowRounds(results) { $0.what == first.what }.series { $0.p99 }
            questions.rows.append([first.what, time(first.what).text(), slow.text()])
        }
        let highlights = Self.pairs.filter { time($0.0).median != nil }.map { own, other, name, words in
            "\(words) of \(count) recordings after \(time(own).middle()) ms, as a whole process; \(name) on the same folder takes"
                + " \(time(other).middle()) ms."
        }
        return [
            PageSection(
                title: "Library",
                words: [
                    """
                    Milliseconds until a library of \(count) recordings answers, each with a sidecar, tags, a note and a transcript
                    of 200 words: medians of \(plan.rounds) questions in each round, and of a tenth as many for whole processes and
                    for what takes long. `ls` and `grep` look into the same folder, from memory; ratio is the time of `dicta`,
                    divided by theirs.
                    """
                ],
                tables: [programs, questions], highlights: highlights)
        ]
    }
}
