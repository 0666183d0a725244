// Options of `dicta-bench library`. One thread; a value.

/// Sizes of the libraries, and how often each question is asked.
struct LibraryPlan: BenchPlan {
    static let options = ["counts", "rounds", "folder"]

    var counts = [5_000]
    var rounds = 50
    var folder = "/tmp"
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["counts"] {
            counts = []
            for word in text.split(separator: ",") {
                counts.append(Int(try BenchCommand.number(String(word), in: 1...1_000_000)))
            }
        }
        if let text = options["rounds"] { rounds = Int(try BenchCommand.number(text, in: 1...10_000)) }
        if let text = options["folder"] { folder = text }
    }
}
