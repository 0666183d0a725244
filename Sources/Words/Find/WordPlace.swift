// Places of words in a text. Any thread; a value, no I/O.

/// A stretch of words of one line, at its place of a timeline.
public struct WordPlace: Sendable, Hashable {
    /// Index of the line in the text.
    public var line: Int
    /// Indices of the words in the line.
    public var words: Range<Int>
    /// First frame of the timeline.
    public var start: Int64
    /// Frame after the last one.
    public var end: Int64
    /// The words.
    public var text: String
    /// The lowest confidence of the words; nil when none has one.
    public var confidence: Double?
}

extension TimelineText {
    /// A stretch of words of a line.
    func place(line index: Int, words range: Range<Int>) -> WordPlace {
        let words = lines[index].words[range]
        return WordPlace(
            line: index, words: range, start: words.first?.start ?? lines[index].start, end: words.last?.end ?? lines[index].end,
            text: words.map(\.text).joined(separator: " "), confidence: words.compactMap(\.confidence).min())
    }

    /// Stretches of words whose confidence is lower than `limit`. Words side by side in a line are one stretch.
    public func doubtful(below limit: Double) -> [WordPlace] {
        var places: [WordPlace] = []
        for (index, line) in lines.enumerated() {
            var start: Int?
            for at in 0...line.words.count {
                let isDoubtful = at < line.words.count && line.words[at].confidence.map { $0 < limit } == true
                if isDoubtful {
                    start = start ?? at
                } else if let first = start {
                    places.append(place(line: index, words: first..<at))
                    start = nil
                }
            }
        }
        return places
    }

    /// Places where these words are said one after the other, also over the end of a line. The last one may be the beginning of a
    /// longer word. Case, accents and punctuation are ignored.
    public func places(of wanted: [PlainWord]) -> [WordPlace] {
        guard let first = wanted.first, let last = wanted.last else { return [] }
        let said = lines.indices.flatMap { line in lines[line].words.indices.map { (line: line, word: $0) } }
        let plain = said.map { PlainWord(lines[$0.line].words[$0.word].text).letters }
        var places: [WordPlace] = []
        for start in plain.indices where start + wanted.count <= plain.count {
            let end = start + wanted.count - 1
            guard wanted.count == 1 || plain[start] == first.letters, plain[end].hasPrefix(last.letters),
                (start..<end).allSatisfy({ plain[$0] == wanted[$0 - start].letters })
            else { continue }
            let (from, to) = (said[start], said[end])
            // The place is named by its first line.
            let stop = from.line == to.line ? to.word + 1 : lines[from.line].words.count
            var found = place(line: from.line, words: from.word..<stop)
            found.end = lines[to.line].words[to.word].end
            places.append(found)
        }
        return places
    }

    /// Index of the line that is heard at a frame, or of the last one before it; nil before the first.
    public func line(at frame: Int64) -> Int? {
        let after = lines.partitioned { $0.start <= frame }
        return after > 0 ? after - 1 : nil
    }
}
