// Result of the comparison of recorders. One thread; a value.

/// Medians over the rounds, a row for each recorder at each period.
struct Result: BenchReport {
    /// Figures of one recorder at one period.
    struct Row: Encodable {
        let period: Int
        let recorder: String
        /// Percent of the period that 50 %, 99 %, 99.9 % and all of the callbacks stay below.
        let callbackShares: [Double]?
        let processorSecondsPerHour: Double
        let privateBytes: Double
        let switchesPerSecond: Double
        /// Frames put out while measured. All frame counts are those of the worst round: a median would hide a loss.
        let expectedFrames: Int?
        let lostFrames: Int?
        let silentFrames: Int?
        let tornFrames: Int?
        let xruns: Double
        let troubles: [String]
    }

    /// A run without a result.
    struct Failure: Encodable {
        let period: Int
        let recorder: String
        let words: String
    }

    let rate: Int
    let seconds: Double
    let rounds: Int
    let rows: [Row]
    let failures: [Failure]

    /// Makes the rows from all runs.
    init(_ plan: Plan, _ contenders: [Contender], _ runs: [Run], _ failures: [Failure]) {
        self.failures = failures
        rate = plan.rate
        seconds = plan.seconds
        rounds = plan.rounds
        rows = plan.periods.flatMap { period in
            contenders.compactMap { contender in
                let own = runs.filter { $0.period == period && $0.contender == contender }
                return own.isEmpty ? nil : Row(own, contender, period: period, rate: plan.rate)
            }
        }
    }

    /// The result as a table for people.
    var table: String {
        var lines = [["period", "recorder", "callback %  50", "99", "99.9", "max", "CPU s/h", "private MB", "switches/s"]]
        lines[0] += ["frames", "lost", "silent", "torn", "xruns"]
        for row in rows {
            let shares = row.callbackShares?.map { Text.decimal($0, 2) } ?? ["-", "-", "-", "-"]
            let file = [row.expectedFrames, row.lostFrames, row.silentFrames, row.tornFrames].map { $0.map { "\($0)" } ?? "-" }
            lines.append(
                ["\(row.period)", row.recorder] + shares + [
                    Text.decimal(row.processorSecondsPerHour, 1), Text.decimal(row.privateBytes / 1e6, 1),
                    Text.decimal(row.switchesPerSecond, 1),
                ] + file + [Text.decimal(row.xruns, 0)])
        }
        var troubles = rows.flatMap { row in row.troubles.map { "\(row.recorder) at \(row.period): \($0)\n" } }
        troubles += failures.map { "\($0.recorder) at \($0.period): \($0.words)\n" }
        let head = "\(rate) Hz, \(Text.decimal(seconds, 0)) s a run, median of \(rounds); lost, silent, torn: the worst round\n"
        return head + Text.table(lines, left: 2) + troubles.joined()
    }
}

extension Result.Row {
    /// Makes a row from the runs of one recorder at one period.
    init(_ runs: [Run], _ contender: Contender, period: Int, rate: Int) {
        self.period = period
        recorder = contender.rawValue
        let shares = runs.compactMap { $0.callback?.shares(period: period, rate: rate) }
        callbackShares = shares.isEmpty ? nil : (0..<4).map { index in Median.of(shares.map { $0[index] }) }
        processorSecondsPerHour = Median.of(runs.map(\.processorPerHour))
        privateBytes = Median.of(runs.map { Double($0.privateBytes) })
        switchesPerSecond = Median.of(runs.map(\.switchesPerSecond))
        xruns = Median.of(runs.map { Double($0.xruns) })
        let files = runs.compactMap(\.file)
        expectedFrames = files.map(\.expected).min()
        lostFrames = files.map(\.lost).max()
        silentFrames = files.map(\.silent).max()
        tornFrames = files.map(\.torn).max()
        let isMissing = contender != .idle && files.count < runs.count
        let missing = isMissing ? ["no whole file in \(runs.count - files.count) of \(runs.count) runs"] : []
        troubles = runs.compactMap(\.trouble) + missing
    }
}
