// Options of `dicta-bench peaks`. One thread; a value.

/// Length of the files, and how often they are drawn.
struct PeaksPlan: BenchPlan {
    static let options = ["seconds", "rounds", "folder"]

    var seconds = 600
    var rounds = 5
    var folder = "/tmp"
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["seconds"] { seconds = Int(try BenchCommand.number(text, in: 1...86_400)) }
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...1000)) }
        if let text = options["folder"] { folder = text }
    }
}
