// The answer of a recogniser. Any thread; a value.
public import Words

/// All that a recogniser heard in one file, with times in seconds from its beginning.
public struct Hearing: Sendable, Hashable {
    /// A word.
    struct Word: Sendable, Hashable {
        let text: String
        let start: Double
        let end: Double
        let confidence: Double?
    }

    /// A segment: a stretch of speech.
    struct Segment: Sendable, Hashable {
        let start: Double
        let end: Double
        let text: String
        let confidence: Double?
        let alternatives: [String]
        let speaker: String?
        let words: [Word]
    }

    /// Language that the recogniser names; nil for none.
    public var language: String?
    /// Model that the recogniser names; nil for none.
    public var model: String?
    /// The segments, in the order of the answer.
    var segments: [Segment] = []

    /// True without a word.
    public var isSilent: Bool { segments.isEmpty }

    /// The lines in frames of a segment file. `range` holds the frames that the recogniser listened to, `rate` in Hz. Nothing lies
    /// outside the range. `speaker` is used where the recogniser names none.
    public func lines(in range: Range<Int64>, rate: Int, speaker: String? = nil) -> [Line] {
        let frame = { (seconds: Double) in
            let offset = min(max(0, seconds) * Double(max(1, rate)), Double(range.upperBound - range.lowerBound))
            return range.lowerBound + Int64(offset.rounded())
        }
        return segments.compactMap { segment in
            let bounds = frame(segment.start)..<max(frame(segment.start), frame(segment.end))
            var line = Line(text: segment.text, in: bounds, speaker: segment.speaker ?? speaker, confidence: segment.confidence)
            if !segment.words.isEmpty {
                line.words = segment.words.map {
                    let start = frame($0.start)
                    return Words.Word($0.text, start: start, end: max(start, frame($0.end)), confidence: $0.confidence)
                }.sorted { $0.start < $1.start }
                line.text = segment.text == line.words.map(\.text).joined(separator: " ") ? "" : segment.text
            }
            line.confidence = segment.confidence
            line.alternatives = segment.alternatives
            return line.words.isEmpty ? nil : line
        }
    }
}
