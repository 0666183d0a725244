// Delays of the player in a report. Main thread only.

extension PlayerPart {
    /// Time of locates and of changes of rate and pitch.
    var delays: PageSection {
        var table = PageTable(columns: ["command", "times a round", "half within, ms", "slowest, ms"])
        table.rows += rows("locate", \.locate) + rows("change", \.change)
        return PageSection(
            title: "From a command to the sound",
            words: [
                """
                Milliseconds from the command on the socket to the sound at the output port, at \(plan.period) frames a period
                and \(plan.rate) Hz. Nothing of another program is beside it: none of those that are measured here is told by a
                message where to play.
                """,
                """
                - locate: to the first sound, in a file of 24 hours; cold means that nothing of the file is in memory
                - change: to the middle of the crossfade, where the new pitch or tempo becomes stronger than the old
                - slowest: the slowest of all rounds
                """,
            ],
            tables: [table], highlights: highlights)
    }

    private func rows(_ verb: String, _ times: (PlayResult) -> [PlayResult.Times]) -> [[String]] {
        (results.first.map(times) ?? []).map { first in
            let row = RowRounds(results.map(times)) { $0.what == first.what }
            return [
                "\(verb), \(first.what)", "\(first.count)", row.series { $0.p50 }.text(1),
                Text.decimal(row.series { $0.max }.highest, 1),
            ]
        }
    }

    private var highlights: [String] {
        func middle(_ what: String, _ times: (PlayResult) -> [PlayResult.Times]) -> String? {
            let series = RowRounds(results.map(times)) { $0.what.hasPrefix(what) }.series { $0.p50 }
            return series.median == nil ? nil : series.middle(1)
        }
        guard let warm = middle("rate 1, warm", \.locate), let cold = middle("rate 1, cold", \.locate),
            let pitch = middle("pitch", \.change)
        else { return [] }
        return [
            "A locate in a file of 24 hours is heard after \(warm) ms, and after \(cold) ms if nothing of the file is in memory; a"
                + " change of pitch after \(pitch) ms."
        ]
    }
}
