// The transcript of one segment file. Any thread; a value, no I/O.

/// All that is known of the words in one segment file.
public struct FileTranscript: Sendable, Hashable {
    /// Name of the segment file, as in the recording's sidecar.
    public var file: String
    /// Frames that a recogniser has listened to, or whose text a person has written. Silence has been heard, too.
    public var heard = FrameSet()
    /// The lines, in the order of their starts.
    public var lines: [Line] = []

    /// Makes the transcript of a file that nobody has listened to.
    public init(file: String) { self.file = file }

    /// Takes over what was heard in a range: lines that begin there are replaced by the new ones.
    public mutating func hear(_ range: Range<Int64>, _ heard: [Line]) {
        forget(range)
        self.heard.insert(range)
        lines += heard.filter { !$0.words.isEmpty }
        lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Takes over what was heard in those frames of a range that nobody has heard yet. Lines that a person wrote there stay.
    public mutating func hearUnheard(_ range: Range<Int64>, _ heard: [Line]) {
        var open = self.heard.missing(in: range)
        for line in lines where line.words.contains(where: { $0.confidence == 1 }) {
            open.remove(line.start..<max(line.end, line.start + 1))
        }
        for part in open.ranges { hear(part, heard.compactMap { $0.part { part.contains($0.anchor) } }) }
        self.heard.insert(range)
    }

    /// Takes over the lines of another transcript of the file, and the frames that it has heard: words there are replaced. Takes time by
    /// the number of words, not by its square.
    mutating func take(_ other: FileTranscript) {
        let said = FrameSet(other.lines.map { $0.start..<max($0.end, $0.start + 1) })
        var replaced = said
        replaced.insert(other.heard)
        for range in said.ranges { heard.remove(range) }
        heard.insert(other.heard)
        lines = lines.compactMap { $0.part { !replaced.contains($0.anchor) } } + other.lines
        lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Forgets what was heard in a range. Words whose middle lies there go; the other words of their lines stay.
    public mutating func forget(_ range: Range<Int64>) {
        heard.remove(range)
        lines = lines.compactMap { $0.part { !range.contains($0.anchor) } }
    }
}
