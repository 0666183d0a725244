// Recognisers in a report. Main thread only.

/// Word errors and time of recognisers, and takes while they work.
struct WordsPart: ReportPart {
    private var plan: WordsPlan
    private var results: [WordsResult] = []

    /// The only recogniser that is a package of Debian; the others are folders of a user.
    let peers = ["pocketsphinx_continuous"]

    var missing: [String] { Set(results.flatMap(\.leftOut)).sorted() }

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try WordsPlan([:], isJSON: false)
        plan.rounds = 1
        plan.seconds = report.isQuick ? 1 : 5
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        (plan.firstRound, plan.folder) = (round, folder)
        results.append(try WordsBench(plan: plan).measure())
    }

    var sections: [PageSection] { [recognisers, takes] }

    private var recognisers: PageSection {
        var table = PageTable(columns: ["recogniser", "word error rate, %", "real-time factor", "adapter alone"])
        for first in results.first?.words ?? [] {
            let row = RowRounds(results.map(\.words)) { $0.recogniser == first.recogniser }
            table.rows.append([
                first.recogniser, row.series { $0.wordErrors }.text(0), row.series { $0.realTimeFactor }.text(2),
                row.series { $0.aloneFactor }.text(2),
            ])
        }
        return PageSection(
            title: "Recognisers",
            words: [
                """
                \(Text.decimal(results.first?.seconds ?? 0, 0)) s of read speech, \(results.first?.reference ?? 0) words of an English
                novel, written down through `dicta transcribe` and by the adapter of the recogniser alone. Word error rate: wrong,
                missing and additional words for a hundred that were read. Real-time factor: time of the work, divided by the time of
                the speech.
                """
            ],
            tables: [table])
    }

    private var takes: PageSection {
        var table = PageTable(columns: [
            "take", "callback 50 %", "99 %", "JACK load, %", "processors busy", "lost", "silent", "torn", "xruns",
            "lost, as told",
        ])
        for first in results.first?.takes ?? [] {
            let row = RowRounds(results.map(\.takes)) { $0.state == first.state }
            let counts: [(WordsResult.Take) -> Int] = [
                { $0.lost }, { $0.silent }, { $0.torn }, { $0.xruns }, { $0.toldLost },
            ]
            table.rows.append(
                [
                    first.state, row.series { $0.callbackP50 }.text(2), row.series { $0.callbackP99 }.text(2),
                    row.series { $0.load }.text(1), row.series { $0.busy }.text(1),
                ] + counts.map { count in Text.decimal(row.series { Double(count($0)) }.highest, 0) })
        }
        return PageSection(
            title: "Takes while speech is written down",
            words: [
                """
                A take of a coded signal for \(Text.decimal(plan.seconds, 0)) s at \(plan.period) frames a period, alone and while a
                recogniser listens to another recording. It runs at the lowest priority.
                """,
                """
                - callback: run time of the process callback in percent of the period, which 50 % and 99 % of the calls stay below
                - JACK load: the server's own figure, the highest that was seen
                - processors busy: processor seconds of the whole machine for a second of the take
                - lost, silent, torn, xruns: as in the comparison of recorders, the worst round; as told: what dictad says of it
                """,
            ],
            tables: [table])
    }
}
