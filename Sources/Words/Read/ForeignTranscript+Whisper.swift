// JSON of Whisper and of programs that write the same. Any thread; no I/O.
import Dictation
internal import JSON
internal import Messages

extension ForeignTranscript {
    /// Reads segments with or without words. faster-whisper and WhisperX have other names for the probabilities, and the words of
    /// OpenAI's service stand beside the segments.
    mutating func readWhisper(_ tree: JSONTree) throws(ForeignTranscriptError) {
        language = tree["language"]?.text ?? ""
        model = tree["model"]?.text ?? ""
        // faster-whisper's segments may stand alone.
        let whole = tree.list == nil ? tree : .object([.init("segments", tree)])
        let file = ForeignJSON(tree: whole, place: "", kind: kind)
        for segment in try file.objects("segments") {
            var line = ForeignLine(
                start: try segment.needTime("start"), end: try segment.needTime("end"), text: segment.tree["text"]?.text ?? "",
                speaker: SpeakerText.name(segment.tree["speaker"]?.text))
            line.confidence = segment.probability("confidence") ?? segment.tree["avg_logprob"]?.double.flatMap(Self.probability)
            line.alternatives = segment.texts("alternatives")
            line.words = try Self.words(segment, in: line.start...line.end)
            if line.text.isEmpty { line.text = line.words.map(\.text).joined(separator: " ") }
            lines.append(line)
        }
        try readLooseWords(file)
    }

    /// Words beside the segments go to those in which their middles lie.
    private mutating func readLooseWords(_ file: ForeignJSON) throws(ForeignTranscriptError) {
        let loose = try Self.words(file, in: 0...ClockText.longest)
        guard !loose.isEmpty, lines.allSatisfy(\.words.isEmpty) else { return }
        guard !lines.isEmpty else {
            var line = ForeignLine(
                start: loose.map(\.start).min() ?? 0, end: loose.map(\.end).max() ?? 0,
                text: loose.map(\.text).joined(separator: " "))
            line.words = loose
            lines = [line]
            return
        }
        lines.sort { $0.start < $1.start }
        for word in loose {
            let after = lines.partitioned { $0.start <= (word.start + word.end) / 2 }
            lines[max(0, after - 1)].words.append(word)
        }
    }

    /// The words of a segment. A number without a time, as WhisperX leaves it, begins where the word before ends.
    private static func words(
        _ segment: ForeignJSON, in range: ClosedRange<Double>
    ) throws(ForeignTranscriptError) -> [ForeignLine.Word] {
        var words: [ForeignLine.Word] = []
        for word in try segment.objects("words") {
            guard let text = word.tree["word"]?.text ?? word.tree["text"]?.text else {
                throw word.wrong("word", tr("it is no text"))
            }
            let start = try word.time("start") ?? words.last?.end ?? range.lowerBound
            let end = max(start, try word.time("end") ?? start)
            let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
            for (index, part) in parts.enumerated() {
                let step = (end - start) / Double(parts.count)
                words.append(
                    .init(
                        part, start: start + step * Double(index), end: start + step * Double(index + 1),
                        confidence: word.probability("probability", "confidence", "score")))
            }
        }
        return words
    }

    /// The probability of a logarithm from -20 to 0.
    private static func probability(_ logarithm: Double) -> Double? {
        guard (-20...0).contains(logarithm) else { return nil }
        var power = 1 + logarithm / Double(1 << 20)
        for _ in 0..<20 { power *= power }
        return power
    }
}
