// Puts a transcript of another program onto a recording. Any thread; no I/O.
public import Dictation

extension ForeignTranscript {
    /// Seconds from which on the time between two captions is none of theirs.
    private static let longestGap = 5.0

    /// The transcript at the frames of the sound files that the timeline has now. `rate` is frames a second of the timeline.
    ///
    /// A word goes where its middle is; a line is split where the timeline goes to another place. Words without times share the
    /// time of their line. The frames of the lines count as heard, and so do those between two lines where a recogniser wrote the
    /// file, or where less than five seconds lie between them: captions tell nothing of longer gaps. A line or a word that begins
    /// before the end of the timeline ends there at the latest; those after it are left out (`wordsAfter`). Throws `.outside` when
    /// those are all, and `.otherFiles` for a transcript of this program that belongs elsewhere.
    public func placed(on timeline: Timeline, rate: Int) throws(ForeignTranscriptError) -> Transcript {
        var result = Transcript()
        let segments = Set(timeline.segments)
        if let own, own.files.contains(where: { segments.contains($0.file) }) { return own.keeping(segments) }
        // The only file of a recording may have another name now.
        if let own, own.files.count != 1 { throw .otherFiles(own.files.map(\.file)) }
        (result.language, result.model) = (language, model)
        var placer = WordPlacer(timeline)
        let isWhole = kind == .whisper || kind == .whisperCpp
        let gap = isWhole ? Timeline.longest : frame(Self.longestGap, rate)
        var (heard, last) = ([Range<Int64>](), Int64(-1))
        for line in lines {
            let words = words(line, rate, before: timeline.length)
            // A word may begin before its line, and end after it.
            var start = min(frame(line.start, rate), words.map(\.start).min() ?? Timeline.longest)
            let end = max(frame(line.end, rate), words.map(\.end).max() ?? 0)
            if last >= 0, start - last < gap { start = min(start, last) }
            heard.append(start..<max(start, end))
            last = max(last, end)
            placer.place(words, of: line)
        }
        guard !placer.isEmpty else { throw .outside(seconds: lines.first?.start ?? 0) }
        result.files = placer.files(heard: FrameSet(heard))
        return result
    }

    /// Number of words that `placed` leaves out: those after the end of the timeline.
    public func wordsAfter(_ timeline: Timeline, rate: Int) -> Int {
        let segments = Set(timeline.segments)
        if let own, own.files.contains(where: { segments.contains($0.file) }) { return 0 }
        return lines.flatMap { words($0, rate, before: timeline.length) }.count { $0.anchor >= timeline.length }
    }

    /// The words of a line in frames of the timeline, which has `end` of them. Subtitles often outlast the sound.
    private func words(_ line: ForeignLine, _ rate: Int, before end: Int64) -> [Word] {
        let stop = { (start: Int64, seconds: Double) -> Int64 in
            let told = max(start, frame(seconds, rate))
            return start < end ? min(told, end) : told
        }
        guard !line.words.isEmpty else {
            let start = frame(line.start, rate)
            return Line.spread(
                line.text.split(separator: " ").map(String.init), in: start..<stop(start, line.end), confidence: line.confidence)
        }
        return line.words.map { word in
            let start = frame(word.start, rate)
            return Word(word.text, start: start, end: stop(start, word.end), confidence: word.confidence)
        }
    }

    private func frame(_ seconds: Double, _ rate: Int) -> Int64 {
        min(Int64(nearest: max(0, seconds) * Double(max(1, rate))), Timeline.longest)
    }
}

extension Transcript {
    /// Takes over the heard frames of another transcript of the same recording, such as a foreign one that was placed on it: lines
    /// there are replaced. A language and a model that it knows are taken, too.
    public mutating func take(_ other: Transcript) {
        var places = Dictionary(files.indices.map { (files[$0].file, $0) }) { first, _ in first }
        for file in other.files {
            let place = places[file.file] ?? files.count
            if place == files.count {
                files.append(FileTranscript(file: file.file))
                places[file.file] = place
            }
            files[place].take(file)
        }
        if !other.language.isEmpty { language = other.language }
        if !other.model.isEmpty { model = other.model }
        if !other.engine.isEmpty { engine = other.engine }
    }
}
