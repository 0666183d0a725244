// The screen in a report. Main thread only.

/// Bytes and processor time of the screen, and how soon it shows a key.
struct ScreenPart: ReportPart {
    private var plan: TuiPlan
    private var results: [TuiResult] = []

    let peers: [String] = []

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try TuiPlan([:], isJSON: false)
        (plan.settling, plan.seconds, plan.presses) = (1, 2, 10)
        if report.isQuick { (plan.sizes, plan.count, plan.seconds, plan.presses) = ([plan.sizes[0]], 200, 1, 4) }
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        plan.folder = folder
        results.append(try TuiBench(plan).measure())
    }

    var sections: [PageSection] {
        var states = PageTable(columns: ["window", "state", "pictures/s", "bytes a picture", "largest", "% of a core"])
        for first in results.first?.states ?? [] {
            let row = RowRounds(results.map(\.states)) { $0.size == first.size && $0.state == first.state }
            states.rows.append([
                first.size, first.state, row.series { $0.pictures }.text(1), row.series { $0.bytesPerPicture }.text(0),
                Text.decimal(row.series { Double($0.largestPicture) }.highest, 0), row.series { $0.processor }.text(1),
            ])
        }
        var keys = PageTable(columns: ["key", "half within, ms", "slowest, ms"])
        for first in results.first?.keys ?? [] {
            let row = RowRounds(results.map(\.keys)) { $0.key == first.key }
            keys.rows.append([
                first.key, row.series { $0.median }.text(1), Text.decimal(row.series { $0.worst }.highest, 1),
            ])
        }
        keys.rows.append(["first picture of a new screen", Series(results.map(\.start)).text(0), "-"])
        return [
            PageSection(
                title: "Screen",
                words: [
                    """
                    `dicta tui` in a terminal of its own, at a library of \(plan.count) recordings: what it sends to the terminal,
                    and its share of a core, without the engine, for \(Text.decimal(plan.seconds, 0)) s in each state. A picture
                    without a change sends nothing. Below: milliseconds from a key to the last byte that it causes. The aims are
                    less than 250 bytes for a playhead that moves at 80 x 24, less than 1200 for a waveform, less than 3 % of a core
                    at 200 x 60, and less than 200 ms for a key.
                    """
                ],
                tables: [states, keys], highlights: highlights)
        ]
    }

    private var highlights: [String] {
        guard let size = results.last?.states.last?.size, let key = results.first?.keys.first?.key else { return [] }
        let playing = RowRounds(results.map(\.states)) { $0.size == size && $0.state == TuiResult.playing }
        let shown = RowRounds(results.map(\.keys)) { $0.key == key }.series { $0.median }
        let window = size.replacing("x", with: " x ")
        return [
            "The screen takes \(playing.series { $0.processor }.middle(1)) % of a core while it plays at \(window) (the aim is"
                + " less than 3 %), and shows the"
                + " page of the library \(shown.middle(0)) ms after its key."
        ]
    }
}
