// Options of the comparison of recorders. One thread; a value.

/// Recorders, periods in frames, rate in Hz, and length in seconds of the comparison.
struct Plan: BenchPlan {
    static let options = ["periods", "seconds", "rounds", "rate", "only", "folder"]

    var periods = [64, 256, 1024]
    var seconds = 20.0
    var rounds = 1
    /// Number of the first round: another recorder begins each round.
    var firstRound = 0
    var rate = 48_000
    var contenders = Contender.allCases
    var folder = "/tmp"
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["periods"] {
            periods = []
            for part in text.split(separator: ",") {
                let frames = Int(try BenchCommand.number(String(part), in: 16...8192))
                guard frames & (frames - 1) == 0 else { throw .usage("a period of \(frames) frames is no power of two") }
                periods.append(frames)
            }
        }
        if let text = options["seconds"] { seconds = try BenchCommand.number(text, in: 1...86_400) }
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...1000)) }
        if let text = options["rate"] { rate = Int(try BenchCommand.number(text, in: 8000...192_000)) }
        if let text = options["only"] {
            contenders = []
            for part in text.split(separator: ",") {
                guard let contender = Contender(rawValue: String(part)) else { throw .usage("'\(part)' is no known recorder") }
                contenders.append(contender)
            }
        }
        if let text = options["folder"] { folder = text }
        guard !periods.isEmpty, !contenders.isEmpty else { throw .usage("there is nothing to compare") }
    }
}
