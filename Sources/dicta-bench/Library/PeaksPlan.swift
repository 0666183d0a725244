// One thread; a value.

/// How much is drawn, and how often.
struct PeaksPlan {
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
