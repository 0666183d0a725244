// Engines that play at once, and cues, in a report. Main thread only.

extension PlayerPart {
    /// The largest number of engines that play at once.
    var engines: PageSection {
        var table = PageTable(columns: ["quality", "engines", "with one more"])
        let measured = results.map(\.engines).filter { !$0.isEmpty }
        for first in measured.first ?? [] {
            let row = RowRounds(measured) { $0.quality == first.quality }
            let (largest, limit) = (row.series { Double($0.largest) }.text(0), row.measured.last?.limit ?? EnginesBench.noLimit)
            table.rows.append([first.quality, limit == EnginesBench.noLimit ? "at least \(largest)" : largest, limit])
        }
        return PageSection(
            title: "Engines at once",
            words: [
                """
                The largest number of engines that play at rate 0.8 on one server of \(plan.period) frames a period for
                \(Text.decimal(plan.seconds, 0)) s, without a period that comes late (xrun) and without a reader that is too
                late (underrun). The last column tells the failure of one engine more. Sought in \(measured.count) rounds.
                """
            ],
            tables: [table])
    }

    /// Cost of cues.
    var cues: PageSection {
        var table = PageTable(columns: ["state", "callback 50 %", "99 %", "CPU s/h"])
        for first in results.first?.cues ?? [] {
            let row = RowRounds(results.map(\.cues)) { $0.state == first.state }
            table.rows.append([
                first.state, row.series { $0.median.p50 }.text(2), row.series { $0.median.p99 }.text(2),
                row.series { $0.median.processor }.text(),
            ])
        }
        return PageSection(
            title: "Cues",
            words: [
                """
                The engine for \(Text.decimal(plan.seconds, 0)) s without a cue, with a bed of noise, and with ten sounds a second
                over it: the run time of the process callback in percent of a period of \(plan.period) frames, which 50 % and
                99 % of the calls stay below, and processor seconds for an hour.
                """
            ],
            tables: [table])
    }
}
