// Result of `dicta-bench tui`. One thread; a value.

/// Bytes and processor time of the screen, and how soon it answers keys.
struct TuiResult: BenchReport {
    /// One state of the screen in one window.
    struct State: Encodable {
        let size: String
        let state: String
        /// Pictures a second that sent bytes.
        let pictures: Double
        let bytesPerPicture: Double
        let largestPicture: Int
        /// Share of a core, in percent.
        let processor: Double
    }

    /// One kind of key.
    struct KeyTime: Encodable {
        let key: String
        /// Milliseconds to the last byte.
        let median: Double
        let worst: Double
    }

    /// The state in which music plays.
    static let playing = "playing"

    let recordings: Int
    var states: [State] = []
    /// Milliseconds from the start of the program to the last byte of its first picture.
    var start = 0.0
    var keys: [KeyTime] = []

    /// The result as tables for people.
    var table: String {
        let states = self.states.map { row in
            [
                row.size, row.state, Text.decimal(row.pictures, 1), Text.decimal(row.bytesPerPicture, 0), "\(row.largestPicture)",
                Text.decimal(row.processor, 2),
            ]
        }
        let keys = self.keys.map { [$0.key, Text.decimal($0.median, 1), Text.decimal($0.worst, 1)] }
        return Text.table([["size", "state", "pictures/s", "bytes/picture", "largest", "CPU %"]] + states, left: 2)
            + "\nkey to screen, ms, with \(recordings) recordings (first picture after \(Text.decimal(start, 0)) ms)\n"
            + Text.table([["key", "median", "worst"]] + keys, left: 1)
    }
}
