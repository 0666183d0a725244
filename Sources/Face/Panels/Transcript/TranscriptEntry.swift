// A line of the transcript while it is typed. Any thread; a value.
internal import Dictation
internal import Drawing

/// A text that is typed, with the stretch of sound that it belongs to.
struct TranscriptEntry: Sendable, Equatable {
    /// First frame of the stretch.
    var start: Int64
    /// Frame after the stretch; nil for a new line, which ends at the playhead.
    var end: Int64?
    /// The text that stood there; nil for a new line.
    var before: String?
    var field: TextField

    /// Seconds that a typed character takes when it is said.
    private static let secondsOfCharacter = 0.08

    /// An entry for a line that is there.
    init(_ line: TranscriptLine) {
        (start, end, before, field) = (line.start, max(line.end, line.start + 1), line.text, TextField(line.typed))
    }

    /// An entry for a new line that begins at a frame.
    init(at frame: Int64, _ text: String = "") { (start, end, before, field) = (frame, nil, nil, TextField(text)) }

    /// True if the text is not the one that it began with.
    var isChanged: Bool { before == nil ? !field.text.allSatisfy(\.isWhitespace) : field.text != original }

    private var original = ""

    /// Remembers the text with which typing begins.
    mutating func begin() { original = field.text }

    /// The end of the stretch: of a new line the playhead, or as long as its words take if the playhead has not moved on. It lies
    /// before the next line that begins after it, and within the recording.
    func end(at playhead: Int64, _ lines: [TranscriptLine], rate: Double, length: Int64) -> Int64 {
        if let end { return end }
        let spoken = Int64(nearest: max(0.5, Double(field.text.count) * Self.secondsOfCharacter) * rate)
        let next = lines.first { $0.start > start }?.start ?? length
        let wanted = playhead > start ? playhead : start.boundedSum(spoken)
        return max(start + 1, min(wanted, next, max(length, start + 1)))
    }

    /// The request that writes the text.
    func request(_ name: String, until end: Int64) -> [ParameterKey: Value] {
        var values: [ParameterKey: Value] = [
            .do: .text("write"), .name: .text(name), .from: .text("\(start)f"), .until: .text("\(end)f"),
            .text: .text(field.text),
        ]
        if let before { values[.instead] = .text(before) }
        return values
    }
}
