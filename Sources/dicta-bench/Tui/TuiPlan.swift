// Options of `dicta-bench tui`. One thread; a value.

/// Windows of the screen, and how long each state is measured.
struct TuiPlan: BenchPlan {
    /// The size of a window.
    struct Size {
        let columns: Int
        let rows: Int
    }

    var sizes = [Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)]
    var seconds = 10.0
    /// Seconds before a state is measured.
    var settling = 2.0
    var count = 5000
    /// How often each key is pressed; one that opens a page, half as often.
    var presses = 20
    var folder = "/tmp"
    let isJSON: Bool

    static let options = ["sizes", "seconds", "count", "folder"]

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["sizes"] {
            sizes = []
            for part in text.split(separator: ",") {
                let numbers = part.split(separator: "x").map { Int($0) ?? 0 }
                guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else {
                    throw .usage("a size is COLUMNSxROWS, such as 80x24, not '\(part)'")
                }
                sizes.append(Size(columns: numbers[0], rows: numbers[1]))
            }
        }
        if let text = options["seconds"] { seconds = try BenchCommand.number(text, in: 1...3600) }
        if let text = options["count"] { count = Int(try BenchCommand.number(text, in: 1...1_000_000)) }
        if let text = options["folder"] { folder = text }
    }
}
