// Finds the frames of sound files for words of a timeline. Any thread; a value, no I/O.
import Dictation

/// Puts words of a timeline into the transcripts of its files.
struct WordPlacer {
    private let timeline: Timeline
    private var spans: [(start: Int64, span: Span)] = []
    private var transcripts: [FileTranscript] = []
    /// Places of the files among the transcripts.
    private var places: [String: Int] = [:]

    init(_ timeline: Timeline) {
        self.timeline = timeline
        var start: Int64 = 0
        for span in timeline.spans {
            spans.append((start, span))
            start += span.length
        }
    }

    /// True when no word had a place.
    var isEmpty: Bool { transcripts.allSatisfy(\.lines.isEmpty) }

    /// The place of a file's transcript, which is made.
    private mutating func place(of file: String) -> Int {
        if let known = places[file] { return known }
        transcripts.append(FileTranscript(file: file))
        places[file] = transcripts.count - 1
        return transcripts.count - 1
    }

    /// The span that holds a frame of the timeline, and the frame there; nil outside.
    private func place(of frame: Int64) -> (span: Int, frame: Int64)? {
        guard frame >= 0, frame < timeline.length else { return nil }
        let index = spans.partitioned { $0.start + $0.span.length <= frame }
        return (index, spans[index].span.first + frame - spans[index].start)
    }

    /// Puts the words of one line, in frames of the timeline, where they are heard. Each span gets a line of its own.
    mutating func place(_ words: [Word], of line: ForeignLine) {
        var parts: [(span: Int, words: [Word])] = []
        for word in words {
            guard let place = place(of: word.anchor) else { continue }
            var placed = word
            let span = spans[place.span].span
            // An edge cuts off what is not heard; the middle of the rest lies in the span too.
            placed.start = max(span.first, place.frame - (word.anchor - word.start))
            placed.end = min(span.end, place.frame + (word.end - word.anchor))
            if parts.last?.span == place.span {
                parts[parts.count - 1].words.append(placed)
            } else {
                parts.append((place.span, [placed]))
            }
        }
        for part in parts {
            var placed = Line(part.words.sorted { $0.start < $1.start }, speaker: line.speaker)
            if part.words.count == words.count {
                if line.text != placed.spoken { placed.text = line.text }
                (placed.confidence, placed.alternatives) = (line.confidence, line.alternatives)
            }
            transcripts[place(of: spans[part.span].span.segment)].lines.append(placed)
        }
    }

    /// The transcripts of the files, with these frames of the timeline as heard.
    func files(heard: FrameSet = FrameSet()) -> [FileTranscript] {
        var result = self
        for (start, span) in spans {
            for range in heard.part(start..<start + span.length).ranges {
                let first = span.first + range.lowerBound - start
                result.transcripts[result.place(of: span.segment)].heard.insert(first..<first + Int64(range.count))
            }
        }
        for index in result.transcripts.indices {
            result.transcripts[index].lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        }
        return result.transcripts
    }
}
