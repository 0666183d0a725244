// Finds the nearest known word. Any thread; no I/O.

/// The nearest of the known words, for "did you mean".
enum Nearest {
    /// The known word with the fewest single-letter edits; nil when there are too many for a typing error.
    static func word(to typed: String, in known: [String]) -> String? {
        let allowed = max(1, min(3, typed.utf8.count / 2))
        // A long word is no typing error, and its sender would decide the size of the table of distances.
        guard typed.utf8.count <= 64 else { return nil }
        let best = known.map { (word: $0, edits: edits(Array(typed.utf8), Array($0.utf8))) }.min { $0.edits < $1.edits }
        guard let best, best.edits <= allowed else { return nil }
        return best.word
    }

    /// The Levenshtein distance, one row at a time.
    private static func edits(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
