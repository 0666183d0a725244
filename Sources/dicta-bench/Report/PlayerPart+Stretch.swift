// Rate and pitch beside Rubber Band's program, in a report. Main thread only.

extension PlayerPart {
    /// Processor time of each setting of rate and pitch.
    var stretch: PageSection {
        var table = PageTable(columns: [
            "quality", "rate", "cents", "dictad", "rubberband", "ratio", "rubberband with map", "ratio",
        ])
        var highlights: [String] = []
        for setting in results.first?.stretch ?? [] {
            let row = RowRounds(results.map(\.stretch)) {
                $0.quality == setting.quality && $0.playRate == setting.playRate && $0.pitchCents == setting.pitchCents
            }
            let ratio = row.series { $0.ratio }
            table.rows.append([
                setting.quality, Text.decimal(setting.playRate, 1), Text.decimal(setting.pitchCents, 0),
                row.series { $0.dictad }.text(), row.series { $0.rubberband }.text(), ratio.text(2),
                row.series { $0.mapped }.text(), row.series { $0.ratioMapped }.text(2),
            ])
            if setting.quality == "finer", setting.pitchCents == 0, ratio.median != nil {
                highlights.append(
                    "Playing at rate \(Text.decimal(setting.playRate, 1)) in the finer quality takes \(ratio.middle(2)) times the"
                        + " processor time of Rubber Band's own program.")
            }
        }
        return PageSection(
            title: "Rate and pitch",
            words: [
                """
                \(plan.sound) s of sound at other rates and pitches: dictad as a whole, playing in freewheel, beside Rubber Band's own
                program (`rubberband -R`, with `-3` for finer and `-2` for faster), which also writes its file. The stretcher is
                the same library on both sides, so the ratio is the cost of everything around it.
                """,
                """
                - dictad, rubberband: processor seconds for an hour of output
                - ratio: dictad divided by the column to the left of it
                - with map: `rubberband` with a pitch map. Only then does it raise the pitch by a method that can change the pitch
                  without clicks, as dictad does.
                - bypass: rate 1 and pitch 0, at which dictad passes the file bit for bit
                """,
            ],
            tables: [table], highlights: highlights)
    }
}
