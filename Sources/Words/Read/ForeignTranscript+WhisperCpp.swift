// JSON of whisper.cpp. Any thread; no I/O.
import Dictation
import JSON

extension ForeignTranscript {
    /// Milliseconds.
    private static let scale = 0.001

    /// Reads the short form, and the full one whose tokens are parts of words.
    mutating func readWhisperCpp(_ tree: JSONTree) throws(ForeignTranscriptError) {
        language = tree["result"]?["language"]?.text ?? tree["params"]?["language"]?.text ?? ""
        model = tree["model"]?["type"]?.text ?? ""
        let file = ForeignJSON(tree: tree, place: "", kind: kind)
        for segment in try file.objects("transcription") {
            let offsets = Self.offsets(segment)
            let text = segment.tree["text"]?.text ?? ""
            var line = ForeignLine(
                start: try offsets.needTime("from", scale: Self.scale), end: try offsets.needTime("to", scale: Self.scale),
                text: text, speaker: SpeakerText.name(segment.tree["speaker"]?.text))
            let words = try Self.words(segment)
            // Letters in parts cannot be put together again; the text of the segment has them.
            let texts = line.text.split(separator: " ").map(String.init)
            if words.map(\.text) == texts {
                line.words = words
            } else if words.count == texts.count {
                line.words = zip(words, texts).map { .init($1, start: $0.start, end: $0.end, confidence: $0.confidence) }
            }
            let known = line.words.compactMap(\.confidence)
            line.confidence = known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            lines.append(line)
        }
    }

    private static func offsets(_ parent: ForeignJSON) -> ForeignJSON {
        ForeignJSON(tree: parent.tree["offsets"] ?? .none, place: "\(parent.place).offsets", kind: parent.kind)
    }

    /// The words of a segment: a token with a space before it begins one. A word is as likely as its least likely part.
    private static func words(_ segment: ForeignJSON) throws(ForeignTranscriptError) -> [ForeignLine.Word] {
        var words: [ForeignLine.Word] = []
        for token in try segment.objects("tokens") {
            guard let text = token.tree["text"]?.text, !text.hasPrefix("[_") else { continue }
            let offsets = offsets(token)
            guard let start = try offsets.time("from", scale: scale), let end = try offsets.time("to", scale: scale) else {
                continue
            }
            let part = SpeakerText.oneLine(text)
            guard !part.isEmpty else { continue }
            let isSign = !part.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            let probability = isSign ? nil : token.probability("p")
            if text.first?.isWhitespace == true || words.isEmpty {
                words.append(.init(part, start: start, end: max(start, end), confidence: probability))
            } else {
                words[words.count - 1].text += part
                if !isSign { words[words.count - 1].end = max(words[words.count - 1].end, end) }
                if let probability {
                    words[words.count - 1].confidence = min(words[words.count - 1].confidence ?? 1, probability)
                }
            }
        }
        return words
    }
}
