// Options of `dicta-bench words`. One thread; a value.

/// Parts of the work on words that are measured, and how long.
struct WordsPlan: BenchPlan {
    /// Parts of the measurement.
    enum Part: String, CaseIterable { case errors, take }

    static let options = ["only", "period", "rounds", "seconds", "folder"]

    var parts = Part.allCases
    var period = 256
    let rate = 48_000
    var rounds = 3
    /// Number of the first round of takes: another state begins each round.
    var firstRound = 0
    var seconds = 20.0
    var folder = "/tmp"
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["period"] {
            period = Int(try BenchCommand.number(text, in: 16...8192))
            guard period & (period - 1) == 0 else { throw .usage("a period of \(period) frames is no power of two") }
        }
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...1000)) }
        if let text = options["seconds"] { seconds = try BenchCommand.number(text, in: 1...3600) }
        if let text = options["folder"] { folder = text }
        if let text = options["only"] {
            parts = []
            for word in text.split(separator: ",") {
                guard let part = Part(rawValue: String(word)) else {
                    throw .usage("'\(word)' is no part of the work on words that is measured")
                }
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { throw .usage("there is nothing to measure") }
    }
}
