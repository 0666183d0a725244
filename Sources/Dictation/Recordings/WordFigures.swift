// Words a minute and fillers of a transcript. Any thread; a value, no I/O.
public import JSON

/// Counts of the words of a transcript.
public struct WordFigures: Sendable, Hashable {
    /// Number of words.
    public var words: Int
    /// Words in a minute of the lines that they are in.
    public var perMinute: Double
    /// Fillers with their counts: the most frequent first, then by the alphabet.
    public var fillers: [Filler]

    /// A filler and its count.
    public struct Filler: Sendable, Hashable {
        /// The word or words.
        public var text: String
        /// Number of times that it was said.
        public var count: Int

        /// Makes a filler.
        public init(_ text: String, _ count: Int) {
            self.text = text
            self.count = count
        }
    }

    /// Makes figures.
    public init(words: Int, perMinute: Double, fillers: [Filler] = []) {
        self.words = words
        self.perMinute = perMinute
        self.fillers = fillers
    }

    /// Reads figures of a sidecar; nil for any other value.
    public init?(_ tree: JSONTree) {
        guard let words = tree["count"]?.integer, (0...Timeline.longest).contains(words), let rate = tree["perMinute"]?.double,
            (0...1e9).contains(rate)
        else { return nil }
        self.init(words: Int(words), perMinute: rate)
        for item in tree["fillers"]?.list ?? [] {
            guard let text = item["text"]?.text, let count = item["count"]?.integer, (0...Timeline.longest).contains(count)
            else { return nil }
            fillers.append(Filler(text, Int(count)))
        }
    }

    /// The figures for a sidecar.
    public var json: JSONTree {
        .object([
            .init("count", .integer(words)), .init("perMinute", .decimal(perMinute)),
            .init(
                "fillers",
                .list(fillers.map { .object([.init("text", .text($0.text)), .init("count", .integer($0.count))]) })),
        ])
    }
}
