// The comparison of recorders in a report. Main thread only.

/// All recorders at all periods in turn.
struct RecorderPart: ReportPart {
    private var plan: Plan
    private var results: [Result] = []

    let peers = Contender.others.map(\.rawValue)

    init(_ report: ReportPlan) throws(BenchError) {
        plan = try Plan([:], isJSON: false)
        plan.seconds = report.isQuick ? 1 : 4
        if report.isQuick { plan.periods = [256] }
    }

    mutating func measure(round: Int, folder: String) throws(BenchError) {
        (plan.firstRound, plan.folder) = (round, folder)
        results.append(try Bench(plan: plan).measure())
    }

    var failures: [String] {
        results.flatMap(\.failures).map { "\($0.recorder) at \($0.period) frames: \($0.words)" }
    }

    private func row(_ contender: Contender, _ period: Int) -> RowRounds<Result.Row> {
        RowRounds(results.map(\.rows)) { $0.period == period && $0.recorder == contender.rawValue }
    }

    private func cost(_ contender: Contender, _ period: Int) -> Series {
        row(contender, period).series { $0.processorSecondsPerHour }
    }

    /// Lowest cost of the recorders of others.
    private func best(_ period: Int) -> Series? { Series.lowest(Contender.others.map { cost($0, period) }) }

    var sections: [PageSection] {
        var table = PageTable(columns: [
            "period", "recorder", "CPU s/h", "times the best other", "private MB", "switches/s", "callback 50 %", "99 %", "lost",
            "silent", "torn", "xruns",
        ])
        for period in plan.periods {
            for contender in Contender.allCases where !row(contender, period).measured.isEmpty {
                table.rows.append(cells(contender, period))
            }
        }
        let troubles = results.flatMap { $0.rows.flatMap { row in row.troubles.map { "`\(row.recorder)`: \($0)" } } }
        return [
            PageSection(
                title: "Recording",
                words: [
                    """
                    Each recorder records the same stereo signal as float WAV for \(Text.decimal(plan.seconds, 0)) s at
                    \(plan.rate) Hz, one after the other, at a private JACK server without a sound card. Each frame of the signal has
                    a number, so the file shows what is missing. `idle` is a client with the ports of dictad that does nothing: no
                    recorder can cost less.
                    """,
                    """
                    - period: its length in frames. A short one is hard, since each recorder is called once a period.
                    - CPU s/h: processor seconds of the whole process for an hour of recording
                    - times the best other: CPU s/h, divided by that of the cheapest recorder of others
                    - private MB: memory that belongs to this process alone
                    - switches/s: times a second that a processor goes from or to one of its threads
                    - callback: run time of its part on JACK's thread in percent of the period, which 50 % and 99 % of the calls
                      stay below; only dictad tells it
                    - lost: frames of the signal that are not in the file; torn: frames that are wrong, doubled or late
                    - silent: frames of silence between those of the signal. dictad keeps the time of periods that the server
                      skipped, in which no frame of the signal was put out; the others go on without them.
                    - xruns: periods for which the server was late, whatever the cause. All four are of the worst round.
                    """,
                ],
                tables: [table],
                remarks: troubles.isEmpty ? [] : [Self.counted(troubles)],
                highlights: highlights)
        ]
    }

    private func cells(_ contender: Contender, _ period: Int) -> [String] {
        let row = row(contender, period)
        let cost = cost(contender, period)
        let ratio = best(period).map { cost / $0 } ?? Series([])
        let shares = [0, 1].map { place in row.series { $0.callbackShares?[place] }.text(2) }
        let counts: [(Result.Row) -> Double?] = [
            { $0.lostFrames.map(Double.init) }, { $0.silentFrames.map(Double.init) }, { $0.tornFrames.map(Double.init) },
            { $0.xruns },
        ]
        return ["\(period)", "`\(contender.rawValue)`", cost.text(), ratio.text(2), row.series { $0.privateBytes / 1e6 }.text()]
            + [row.series { $0.switchesPerSecond }.text()] + shares
            + counts.map { Text.decimal(row.series($0).highest, 0) }
    }

    /// The middle one of the periods.
    private var highlights: [String] {
        let period = plan.periods[plan.periods.count / 2]
        let own = cost(.dictad, period)
        guard own.median != nil else { return [] }
        var words = "Recording two channels at \(period) frames a period takes \(own.middle()) processor seconds an hour"
        let others = Contender.others.filter { cost($0, period).median != nil }
        if let first = others.min(by: { cost($0, period).median ?? 0 < cost($1, period).median ?? 0 }) {
            let other = cost(first, period)
            words +=
                "; `\(first.rawValue)`, the cheapest of the others, takes \(other.middle()). Within a round the ratio is"
                + " \((own / other).text(2))"
        }
        if cost(.idle, period).median != nil { words += ". A client that does nothing takes \(cost(.idle, period).middle())" }
        let periods = plan.periods.map(String.init).joined(separator: ", ")
        var losses = "In takes at \(periods) frames a period, dictad lost \(losses(of: [.dictad]))"
        if !others.isEmpty { losses += "; the other recorders lost \(self.losses(of: others))" }
        return [words + ".", losses + "."]
    }

    /// Lost frames and all frames of these recorders, at all periods, in words.
    private func losses(of recorders: [Contender]) -> String {
        let all = recorders.flatMap { recorder in plan.periods.map { row(recorder, $0) } }
        let frames = all.reduce(0) { $0 + $1.series { $0.expectedFrames.map(Double.init) }.sum }
        let lost = all.reduce(0) { $0 + $1.series { $0.lostFrames.map(Double.init) }.sum }
        return "\(Text.decimal(lost, 0)) of \(Text.decimal(frames, 0)) frames"
    }

    /// Lines, each once, with the number of times.
    private static func counted(_ lines: [String]) -> String {
        var counts: [String: Int] = [:]
        for line in lines { counts[line, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { "- \($0.key)" + ($0.value > 1 ? " (\($0.value) times)" : "") }
            .joined(separator: "\n")
    }
}
