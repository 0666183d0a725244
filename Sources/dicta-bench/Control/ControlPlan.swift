// Options of `dicta-bench control`. One thread; a value.

/// Number of questions to the engine, and how long its meters are watched.
struct ControlPlan: BenchPlan {
    var rounds = 5
    /// Number of the first round: another way begins each round.
    var firstRound = 0
    /// Questions a round, one after the other.
    var count = 1000
    var period = 256
    var rate = 48_000
    /// Length of one measurement with a given number of subscribers.
    var seconds = 5.0
    var folder = "/tmp"
    let isJSON: Bool

    static let options = ["rounds", "count", "period", "rate", "seconds", "folder"]

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...1000)) }
        if let text = options["count"] { count = Int(try BenchCommand.number(text, in: 10...1_000_000)) }
        if let text = options["period"] { period = Int(try BenchCommand.number(text, in: 16...8192)) }
        if let text = options["rate"] { rate = Int(try BenchCommand.number(text, in: 8000...192_000)) }
        if let text = options["seconds"] { seconds = try BenchCommand.number(text, in: 1...3600) }
        if let text = options["folder"] { folder = text }
    }
}
