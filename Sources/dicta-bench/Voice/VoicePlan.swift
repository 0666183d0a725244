// Options of `dicta-bench voice`. One thread; a value.

/// Folder for the recordings of the other program, and whether it takes part.
struct VoicePlan: BenchPlan {
    static let options = ["folder"]

    var folder = "/tmp"
    /// False leaves timemachine out, which needs as much time as the speech is long.
    var takesPeer = true
    let isJSON: Bool

    init(_ options: [String: String], isJSON: Bool) throws(BenchError) {
        self.isJSON = isJSON
        if let text = options["folder"] { folder = text }
    }
}
