// Result of the measurement of recognisers. One thread; a value.

/// Figures of all parts that were measured.
struct WordsResult: BenchReport {
    /// Figures of one recogniser on read speech.
    struct Row: Encodable {
        let recogniser: String
        /// Wrong words for a hundred of the reference.
        let wordErrors: Double
        /// Time of the work through Dicta, divided by the time of the speech.
        let realTimeFactor: Double
        /// The same of the adapter alone, on the whole file.
        let aloneFactor: Double?
    }

    /// Figures of takes in one state of the engine; frame counts and xruns are those of the worst round.
    struct Take: Encodable {
        let state: String
        /// Percent of the period that 50 % and 99 % of the callbacks stay below; medians.
        let callbackP50: Double
        let callbackP99: Double
        /// Load of the JACK server in percent, the highest that was seen; median.
        let load: Double
        let frames: Int
        let lost: Int
        let silent: Int
        let torn: Int
        let xruns: Int
        /// Frames that the engine itself says it has lost.
        let toldLost: Int
        /// Processor seconds a second of the recogniser's work and all else on the machine; median.
        let busy: Double
    }

    let period: Int
    let rate: Int
    var seconds = 0.0
    /// Words of the reference.
    var reference = 0
    /// Recognisers that are not installed.
    var leftOut: [String] = []
    var words: [Row] = []
    var takes: [Take] = []

    /// The result as tables for people.
    var table: String {
        var text = ""
        if !words.isEmpty {
            let head = ["recogniser", "word error rate %", "real-time factor", "adapter alone"]
            let rows = words.map {
                [
                    $0.recogniser, Text.decimal($0.wordErrors, 1), Text.decimal($0.realTimeFactor, 2),
                    Text.decimal($0.aloneFactor, 2),
                ]
            }
            text += Text.table([head] + rows, left: 1) + "\(Text.decimal(seconds, 0)) s of read speech\n"
        }
        if !takes.isEmpty {
            let head = [
                "take", "callback %  50", "99", "JACK load %", "frames", "lost", "silent", "torn", "xruns", "lost as told",
                "processors busy",
            ]
            let rows = takes.map { take in
                [take.state] + [take.callbackP50, take.callbackP99].map { Text.decimal($0, 2) } + [Text.decimal(take.load, 1)]
                    + [take.frames, take.lost, take.silent, take.torn, take.xruns, take.toldLost].map(String.init)
                    + [Text.decimal(take.busy, 1)]
            }
            text += (text.isEmpty ? "" : "\n") + Text.table([head] + rows, left: 1)
            text += "\(rate) Hz, \(period) frames a period; frame counts and xruns: the worst round\n"
        }
        return text
    }
}
