// Errors of a recogniser. Any thread; a value, no I/O.
import Dictation

/// Difference between the text that was said and the one that was recognised. Case, accents and punctuation do not count.
public struct WordErrors: Sendable, Hashable {
    /// Words that were said.
    public private(set) var said = 0
    /// Words that were recognised as others.
    public private(set) var substitutions = 0
    /// Words that were not said.
    public private(set) var insertions = 0
    /// Words that were missed.
    public private(set) var deletions = 0
    /// For each right word the distance of its middle from where it was said, in frames; later ones are positive. Empty for texts
    /// without times.
    public private(set) var distances: [Int64] = []

    /// All errors.
    public var count: Int { substitutions + insertions + deletions }

    /// Errors for each word that was said; it can be above 1. Without such a word it is the number of errors.
    public var rate: Double { Double(count) / Double(max(1, said)) }

    /// Mean distance of the right words, without sign, in frames; nil without any.
    public var meanDistance: Double? {
        distances.isEmpty ? nil : distances.reduce(0) { $0 + abs(Double($1)) } / Double(distances.count)
    }

    /// Largest distance of a right word, without sign, in frames; nil without any.
    public var largestDistance: Double? { distances.map { abs(Double($0)) }.max() }

    /// Compares texts. Words are what spaces part.
    public init(reference: String, hypothesis: String) {
        let (said, heard) = (Self.words(reference), Self.words(hypothesis))
        count(said, heard, WordAlignment.fewestErrors(said, heard))
    }

    /// Compares texts with times in frames of the same rate.
    public init(reference: [TimedWord], hypothesis: [TimedWord]) {
        let said = reference.filter { Self.isSpoken($0.text) }
        let heard = hypothesis.filter { Self.isSpoken($0.text) }
        let pairs = WordAlignment.fewestErrors(said.map(\.text), heard.map(\.text))
        for (old, new) in count(said.map(\.text), heard.map(\.text), pairs) {
            distances.append(Int64(nearest: Self.middle(heard[new]) - Self.middle(said[old])))
        }
    }

    /// Counts the errors and returns the right words.
    @discardableResult
    private mutating func count(_ reference: [String], _ hypothesis: [String], _ pairs: [WordPair]) -> [(Int, Int)] {
        said = reference.count
        var right: [(Int, Int)] = []
        for pair in pairs {
            if let old = pair.old, let new = pair.new {
                if PlainWord(reference[old]) == PlainWord(hypothesis[new]) {
                    right.append((old, new))
                } else {
                    substitutions += 1
                }
            } else if pair.old == nil {
                insertions += 1
            } else {
                deletions += 1
            }
        }
        return right
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init).filter(isSpoken)
    }

    /// False for a dash between spaces.
    private static func isSpoken(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    private static func middle(_ word: TimedWord) -> Double { (Double(word.start) + Double(word.end)) / 2 }
}
