// Reads captions: WebVTT and SubRip. Any thread; a value, no I/O.
internal import Messages

/// Reads the cues of captions. Numbers may be missing, and times may have a point or a comma.
struct CaptionReader {
    private(set) var lines: [ForeignLine] = []
    private let kind: ForeignKind

    /// Reads a text to its end, or until nobody wants it any more.
    init(_ text: String, _ kind: ForeignKind, isCancelled: () -> Bool = { false }) throws(ForeignTranscriptError) {
        self.kind = kind
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var at = 0
        while at < rows.count, !isCancelled() {
            let row = rows[at]
            at += 1
            if kind == .webVTT, ["NOTE", "STYLE", "REGION"].contains(where: { Self.begins(row, $0) }) {
                while at < rows.count, !Self.isBlank(rows[at]) { at += 1 }
                continue
            }
            // Other rows are the header, numbers and names of cues.
            guard Self.hasTimes(row) else { continue }
            let times = try times(row, line: at)
            var texts: [Substring] = []
            while at < rows.count, !Self.isBlank(rows[at]), !Self.hasTimes(rows[at]) {
                texts.append(rows[at])
                at += 1
            }
            // Without an empty row between them, the number of the next cue is no text.
            if at < rows.count, Self.hasTimes(rows[at]), let last = texts.last, Int(last) != nil { texts.removeLast() }
            add(texts.joined(separator: "\n"), times)
        }
    }

    private static func hasTimes(_ row: Substring) -> Bool { row.utf8.contains(UInt8(ascii: ">")) && row.contains("-->") }

    private static func isBlank(_ row: Substring) -> Bool { row.allSatisfy(\.isWhitespace) }

    private static func begins(_ row: Substring, _ word: String) -> Bool {
        row == word || row.hasPrefix(word + " ") || row.hasPrefix(word + "\t")
    }

    /// The times of a cue; settings after them are left out.
    private func times(_ row: Substring, line: Int) throws(ForeignTranscriptError) -> (start: Double, end: Double) {
        let words = row.split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "-->", let start = ClockText.parse(words[0]), let end = ClockText.parse(words[2])
        else {
            throw .wrongLine(
                kind, line: line, reason: tr("'\(row.prefix(60))' is not two times such as 00:01:02.500 --> 00:01:04.000"))
        }
        // A cue that ends before it begins is a slip of a hand: its words count from its beginning.
        return (start, max(start, end))
    }

    /// Adds a cue; each voice is a line, and they share the time by their lengths.
    private mutating func add(_ text: String, _ times: (start: Double, end: Double)) {
        let voices = CaptionText(text).voices.map { (speaker: $0.speaker, text: SpeakerText.oneLine($0.text)) }
            .filter { !$0.text.isEmpty }
        let sum = Double(voices.reduce(0) { $0 + $1.text.count })
        var passed = 0.0
        for voice in voices {
            let start = times.start + (times.end - times.start) * passed / sum
            passed += Double(voice.text.count)
            let end = times.start + (times.end - times.start) * passed / sum
            lines.append(ForeignLine(start: start, end: min(end, times.end), text: voice.text, speaker: voice.speaker))
        }
    }
}
