// Waveforms in a report. Main thread only.

/// Waveforms of long files, beside reading the same files.
struct WaveformPart: ReportPart {
    private var plan: PeaksPlan
    private var results: [[PeaksBench.Row]] = []

    let peers: [String] = []

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try PeaksPlan([:], isJSON: false)
        plan.seconds = report.isQuick ? 60 : 600
        plan.rounds = 3
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        plan.folder = folder
        results.append(try PeaksBench(plan: plan).measure())
    }

    var sections: [PageSection] {
        var table = PageTable(columns: [
            "format", "MB", "reading, ms", "drawing, ms", "drawing / reading", "waveform, % of the file",
        ])
        var highlights: [String] = []
        for first in results.first ?? [] {
            let row = RowRounds(results) { $0.format == first.format }
            let (read, scan) = (row.series { $0.read }, row.series { $0.scan })
            table.rows.append([
                first.format, "\(first.bytes / 1_000_000)", read.text(), scan.text(), (scan / read).text(2),
                row.series { 100 * Double($0.peakBytes) / Double($0.bytes) }.text(2),
            ])
            if highlights.isEmpty, scan.median != nil {
                highlights = [
                    "The waveform of \(minutes) of sound (\(first.format)) is drawn in \(scan.middle()) ms; reading the"
                        + " file from memory alone takes \(read.middle()) ms."
                ]
            }
        }
        return [
            PageSection(
                title: "Waveforms",
                words: [
                    """
                    Milliseconds to draw and store the waveform of a WAV file of \(minutes), in turn with reading the same file from
                    memory and doing nothing with it: nothing that looks at each sample can be quicker. Medians of
                    \(plan.rounds) times in each round.
                    """
                ],
                tables: [table], highlights: highlights)
        ]
    }

    private var minutes: String { plan.seconds == 60 ? "a minute" : "\(plan.seconds / 60) minutes" }
}
