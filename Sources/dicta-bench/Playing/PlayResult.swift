// Result of `dicta-bench play`. One thread; a value.

/// Figures of the player's parts.
struct PlayResult: BenchReport {
    /// Cost of one setting of rate and pitch.
    struct Stretch: Encodable {
        let quality: String
        let playRate: Double
        let pitchCents: Double
        /// CPU seconds for an hour of output.
        let dictad: Double
        let rubberband: Double?
        /// The program with a pitch map, for raised pitch only.
        let mapped: Double?
        var ratio: Double? { rubberband.map { dictad / $0 } }
        var ratioMapped: Double? { mapped.map { dictad / $0 } }
    }

    /// Times from the command to the sound, in milliseconds.
    struct Times: Encodable {
        let what: String
        let count: Int
        let p50: Double
        let max: Double

        init(_ what: String, _ times: [Double]) {
            self.what = what
            count = times.count
            p50 = Median.of(times)
            max = times.max() ?? 0
        }
    }

    /// Number of engines that play at once in one quality.
    struct Engines: Encodable {
        let quality: String
        /// Number of engines that all play at rate 0.8 without an xrun or underrun.
        let largest: Int
        /// Failure with one engine more.
        let limit: String
    }

    /// Cost of one state of the cue player.
    struct Cue: Encodable {
        /// Figures of one round.
        struct Sample: Encodable {
            /// Run times of the callback in percent of the period.
            let p50: Double
            let p99: Double
            /// CPU seconds for an hour.
            let processor: Double
        }

        let state: String
        /// Medians of all rounds.
        let median: Sample
        let rounds: [Sample]

        init(_ state: String, _ rounds: [Sample]) {
            self.state = state
            self.rounds = rounds
            median = Sample(
                p50: Median.of(rounds.map(\.p50)), p99: Median.of(rounds.map(\.p99)),
                processor: Median.of(rounds.map(\.processor)))
        }

        /// Median of a figure, with the lowest and the highest one if there are several.
        func text(_ figure: (Sample) -> Double, _ places: Int) -> String { Series(rounds.map(figure)).text(places) }
    }

    /// A part without a result.
    struct Failure: Encodable {
        let part: String
        let words: String
    }

    let rate: Int
    let period: Int
    let seconds: Double
    var stretch: [Stretch] = []
    var locate: [Times] = []
    var change: [Times] = []
    var engines: [Engines] = []
    var cues: [Cue] = []
    var failures: [Failure] = []

    /// Makes an empty result of a plan.
    init(_ plan: PlayPlan) {
        rate = plan.rate
        period = plan.period
        seconds = plan.seconds
    }

    /// The result as a table for people.
    var table: String {
        var text = "\(rate) Hz, period \(period)\n"
        if !stretch.isEmpty {
            text += "\nprocessor seconds for an hour of output\n"
            let rows = stretch.map { row in
                [
                    row.quality, Text.decimal(row.playRate, 2), Text.decimal(row.pitchCents, 0), Text.decimal(row.dictad, 1),
                    Text.decimal(row.rubberband, 1), Text.decimal(row.ratio, 2), Text.decimal(row.mapped, 1),
                    Text.decimal(row.ratioMapped, 2),
                ]
            }
            let titles = ["quality", "rate", "cents", "dictad", "rubberband", "ratio", "with map", "ratio"]
            text += Text.table([titles] + rows, left: 1)
        }
        if !locate.isEmpty { text += "\nlocate in 24 hours, command to sound, ms\n" + Self.times(locate) }
        if !change.isEmpty { text += "\nchange, command to sound, ms\n" + Self.times(change) }
        if !engines.isEmpty {
            text += "\nlargest number of engines that play at rate 0.8 for \(Text.decimal(seconds, 0)) s without xrun\n"
            text += Text.table(
                [["quality", "engines", "with one more"]] + engines.map { [$0.quality, "\($0.largest)", $0.limit] }, left: 1)
        }
        if !cues.isEmpty {
            text += "\ncues: callback in percent of the period, CPU seconds for an hour\n"
            let rows = cues.map { [$0.state, $0.text(\.p50, 2), $0.text(\.p99, 2), $0.text(\.processor, 1)] }
            text += Text.table([["state", "p50", "p99", "CPU s/h"]] + rows, left: 1)
        }
        return text + failures.map { "\($0.part): \($0.words)\n" }.joined()
    }

    private static func times(_ rows: [Times]) -> String {
        let lines = rows.map { [$0.what, "\($0.count)", Text.decimal($0.p50, 1), Text.decimal($0.max, 1)] }
        return Text.table([["what", "count", "p50", "max"]] + lines, left: 1)
    }

    enum CodingKeys: String, CodingKey { case rate, period, seconds, stretch, locate, change, engines, cues, failures }
}

extension PlayResult.Stretch {
    enum CodingKeys: String, CodingKey { case quality, playRate, pitchCents, dictad, rubberband, ratio, mapped, ratioMapped }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(quality, forKey: .quality)
        try fields.encode(playRate, forKey: .playRate)
        try fields.encode(pitchCents, forKey: .pitchCents)
        try fields.encode(dictad, forKey: .dictad)
        try fields.encodeIfPresent(rubberband, forKey: .rubberband)
        try fields.encodeIfPresent(ratio, forKey: .ratio)
        try fields.encodeIfPresent(mapped, forKey: .mapped)
        try fields.encodeIfPresent(ratioMapped, forKey: .ratioMapped)
    }
}
