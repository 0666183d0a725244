// Options of `dicta-bench play`. One thread; a value.

/// Parts of the player that are measured, and how long.
struct PlayPlan: BenchPlan {
    /// Parts of the measurement.
    enum Part: String, CaseIterable { case stretch, locate, change, engines, cues }

    static let options = ["only", "period", "rate", "rounds", "seconds", "folder", "beside"]

    var parts = Part.allCases
    var period = 256
    var rate = 48_000
    var rounds = 20
    var seconds = 5.0
    var folder = "/tmp"
    /// Seconds of sound that is stretched, a multiple of ten: long enough to make the start cost little.
    var sound = 60
    /// How often each setting of rate and pitch is measured, in turn with rubberband.
    var turns = 3
    /// Number of engines to begin with, by quality: one that is known to be near the limit saves time.
    var engines: [String: Int] = [:]
    /// Number of the first round: another state begins each round.
    var firstRound = 0
    /// Path of another dictad, for the cost without a cue.
    var other: String?
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["period"] {
            period = Int(try BenchCommand.number(text, in: 16...8192))
            guard period & (period - 1) == 0 else { throw .usage("a period of \(period) frames is no power of two") }
        }
        if let text = options["rate"] { rate = Int(try BenchCommand.number(text, in: 8000...192_000)) }
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...10_000)) }
        if let text = options["seconds"] { seconds = try BenchCommand.number(text, in: 1...3600) }
        if let text = options["folder"] { folder = text }
        other = options["beside"]
        if let text = options["only"] {
            parts = []
            for word in text.split(separator: ",") {
                guard let part = Part(rawValue: String(word)) else {
                    throw .usage("'\(word)' is no part of the player that is measured")
                }
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { throw .usage("there is nothing to measure") }
    }
}
