// The text of a timeline. Any thread; a value, no I/O.
public import Dictation

/// The words of a transcript that a timeline has, in its order and its frames. It is made anew from the timeline each time, so a
/// text of an older state of the sound is never shown as the text of the present one.
///
/// A word is heard where its middle frame is heard. Making a text takes time by the numbers of spans and of words.
public struct TimelineText: Sendable, Hashable {
    /// The lines, in the order in which they are heard.
    public private(set) var lines: [TimedLine] = []
    /// Frames of the timeline that no recogniser has listened to.
    public private(set) var unheard: FrameSet
    /// Length of the timeline in frames.
    public let length: Int64

    /// Finds the words of the timeline.
    public init(_ transcript: Transcript, _ timeline: Timeline) {
        length = timeline.length
        unheard = FrameSet([0..<timeline.length])
        let files = Dictionary(transcript.files.map { ($0.file, $0) }) { first, _ in first }
        var offset: Int64 = 0
        for span in timeline.spans {
            if let file = files[span.segment] { take(file, span, at: offset) }
            offset += span.length
        }
    }

    /// Makes a text of lines that are in order, such as that of a foreign file.
    public init(lines: [TimedLine], length: Int64) {
        self.lines = lines
        self.length = length
        unheard = FrameSet()
    }

    /// Adds the words of one span, whose first frame is at `offset` of the timeline.
    private mutating func take(_ file: FileTranscript, _ span: Span, at offset: Int64) {
        let frames = span.first..<span.end
        for range in file.heard.part(frames).ranges {
            unheard.remove(range.lowerBound - span.first + offset..<range.upperBound - span.first + offset)
        }
        for (index, line) in file.lines.enumerated() where line.start < span.end && line.end >= span.first {
            var words: [TimedWord] = []
            for (place, word) in line.words.enumerated() where frames.contains(word.anchor) {
                // A word at an edge of the span is heard in part.
                let start = max(word.start, span.first) - span.first + offset
                let end = min(word.end, span.end) - span.first + offset
                words.append(.init(word.text, start: start, end: max(start, end), confidence: word.confidence, index: place))
            }
            add(words, of: line, index, file.file)
        }
    }

    /// Adds the words of a line, to its beginning in the span before if the cut was inside of the line.
    private mutating func add(_ words: [TimedWord], of line: Line, _ index: Int, _ file: String) {
        guard let first = words.first else { return }
        var words = words
        if let last = lines.last, last.file == file, last.index == index, let end = last.words.last, end.index < first.index {
            words = last.words + words
            lines.removeLast()
        }
        let isWhole = words.count == line.words.count
        var timed = TimedLine(words, text: isWhole ? line.text : "", speaker: line.speaker, file: file, index: index)
        timed.confidence = isWhole ? line.confidence : nil
        if isWhole { timed.alternatives = line.alternatives }
        lines.append(timed)
    }

    /// The words whose middle lies in a stretch, at the frames that they have in the whole.
    public func part(_ range: Range<Int64>) -> TimelineText {
        var result = self
        result.lines = lines.compactMap { line -> TimedLine? in
            let words = line.words.filter { range.contains($0.start + ($0.end - $0.start) / 2) }
            guard words.count < line.words.count else { return line }
            guard !words.isEmpty else { return nil }
            return TimedLine(words, speaker: line.speaker, file: line.file, index: line.index)
        }
        result.unheard = unheard.part(range)
        return result
    }

    /// All words in the order in which they are heard.
    public var words: [TimedWord] { lines.flatMap(\.words) }

    /// The text without times, one line each.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// The mean confidence of the words that have one; nil when none has.
    public var confidence: Double? {
        let known = words.compactMap(\.confidence)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}
