// Reads captions: WebVTT and SubRip. Any thread; a value, no I/O.
internal import Messages

/// Reads the cues of captions. Numbers may be missing, and times may have a point or a comma.
struct CaptionReader {
    private(set) var lines: [ForeignLine] = []
    private let kind: ForeignKind
    /// Seconds of a cue between two others that only moves their rows; YouTube's have 0.01.
    private static let moment = 0.1
    /// True once a cue has times inside its text, as YouTube writes it: its cues show the last row of the one before once more.
    private var isRolling = false
    /// The last row of the cue before.
    private var lastRow: Substring = ""

    /// Reads a text to its end, or until nobody wants it any more.
    init(_ text: String, _ kind: ForeignKind, isCancelled: () -> Bool = { false }) throws(ForeignTranscriptError) {
        self.kind = kind
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var at = 0
        while at < rows.count, !isCancelled() {
            let row = rows[at]
            at += 1
            if kind == .webVTT, ["NOTE", "STYLE", "REGION"].contains(where: { Self.begins(row, $0) }) {
                // A row of spaces ends a note: the cue behind it is none.
                while at < rows.count, !rows[at].allSatisfy(\.isWhitespace) { at += 1 }
                continue
            }
            // Other rows are the header, numbers and names of cues.
            guard Self.hasTimes(row) else { continue }
            let times = try times(row, line: at)
            var texts: [Substring] = []
            while at < rows.count, !isBlank(rows[at]), !Self.hasTimes(rows[at]) {
                texts.append(rows[at])
                at += 1
            }
            // Without an empty row between them, the number of the next cue is no text.
            if at < rows.count, Self.hasTimes(rows[at]), let last = texts.last, Int(last) != nil { texts.removeLast() }
            add(unrepeated(texts, times).joined(separator: "\n"), times)
        }
    }

    private static func hasTimes(_ row: Substring) -> Bool { row.utf8.contains(UInt8(ascii: ">")) && row.contains("-->") }

    /// True for a row that ends a cue. Spaces are a text in WebVTT: YouTube has them for a row that is still empty.
    private func isBlank(_ row: Substring) -> Bool { kind == .webVTT ? row.isEmpty : row.allSatisfy(\.isWhitespace) }

    /// The rows of a cue without the first one if it only shows what the cue before has said. A row that stands alone for longer than
    /// the moment between two cues is said again.
    private mutating func unrepeated(_ rows: [Substring], _ times: (start: Double, end: Double)) -> [Substring] {
        let before = lastRow
        guard let last = rows.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return rows }
        lastRow = last
        guard isRolling, rows.count > 1 || times.end - times.start < Self.moment, let first = rows.first,
            !first.allSatisfy(\.isWhitespace)
        else { return rows }
        let shown = CaptionText(String(first))
        guard shown.times.isEmpty, Self.oneLine(shown) == Self.oneLine(CaptionText(String(before))) else { return rows }
        return Array(rows.dropFirst())
    }

    private static func oneLine(_ text: CaptionText) -> String {
        SpeakerText.oneLine(text.voices.map(\.text).joined(separator: " "))
    }

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
        let caption = CaptionText(text)
        if kind == .webVTT, !caption.times.isEmpty { isRolling = true }
        let voices = caption.voices.map { (speaker: $0.speaker, text: SpeakerText.oneLine($0.text)) }
            .filter { !$0.text.isEmpty }
        let sum = Double(voices.reduce(0) { $0 + $1.text.count })
        var passed = 0.0
        for voice in voices {
            let start = times.start + (times.end - times.start) * passed / sum
            passed += Double(voice.text.count)
            let end = times.start + (times.end - times.start) * passed / sum
            lines.append(ForeignLine(start: start, end: min(end, times.end), text: voice.text, speaker: voice.speaker))
        }
        if voices.count == 1 { lines[lines.count - 1].words = caption.words(from: times.start, until: times.end) }
    }
}
