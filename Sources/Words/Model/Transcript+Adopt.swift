// The words of a timeline in one new file. Any thread; a value, no I/O.
public import Dictation

extension Transcript {
    /// Makes the transcript of a file that holds the sound of a timeline from its first frame to its last.
    public func adopted(_ timeline: Timeline, as file: String) -> FileTranscript {
        let text = TimelineText(self, timeline)
        var result = FileTranscript(file: file)
        for range in text.unheard.missing(in: 0..<text.length).ranges { result.heard.insert(range) }
        result.lines = text.lines.map { timed in
            let known = self[timed.file].lines[timed.index]
            var line = known
            line.words = timed.words.map { word in
                var moved = known.words[word.index]
                (moved.start, moved.end) = (word.start, word.end)
                return moved
            }
            if line.words.count < known.words.count {
                (line.text, line.confidence, line.alternatives) = ("", nil, [])
            }
            return line
        }
        result.lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        return result
    }
}
