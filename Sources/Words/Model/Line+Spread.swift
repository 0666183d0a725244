// Words without times of their own. Any thread; a value, no I/O.

extension Line {
    /// Makes a line of a text whose words have no times: they share the range by their lengths. A word's confidence is unknown.
    public init(text: String, in range: Range<Int64>, speaker: String? = nil, confidence: Double? = nil) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        self.init(Self.spread(words, in: range, confidence: confidence), speaker: speaker)
    }

    /// Words at places by their lengths within a range: a word of eight letters takes twice as long as one of four.
    static func spread(_ texts: [String], in range: Range<Int64>, confidence: Double? = nil) -> [Word] {
        let weights = texts.map { Double($0.count + 1) }
        let sum = weights.reduce(0, +)
        let length = Double(range.upperBound - range.lowerBound)
        var passed = 0.0
        return zip(texts, weights).map { text, weight in
            let start = range.lowerBound + Int64(length * passed / sum)
            passed += weight
            let end = min(range.upperBound, range.lowerBound + Int64(length * passed / sum))
            return Word(text, start: start, end: max(start, end), confidence: confidence)
        }
    }
}
