// Transcripts of other programs (W5). Any thread; a value, no I/O.
import Dictation
import JSON

/// A transcript as another program wrote it. Times are seconds from the beginning of the sound.
public struct ForeignTranscript: Sendable, Hashable {
    /// Largest file that is read: JSON has many bytes for each word.
    public static let mostBytes = 64 << 20
    /// Most words that are read: more never fit into the file of a transcript, which has 80 bytes for each at least.
    public static let mostWords = Transcript.mostBytes / 80

    /// Kind of the file.
    public let kind: ForeignKind
    /// True if the file was taken for Windows-1252, since it is no UTF-8: its letters may be other ones.
    public let isGuessed: Bool
    /// Language such as `en`; empty when unknown.
    public var language = ""
    /// The recogniser's model; empty when unknown.
    public var model = ""
    /// The lines, in the order of their starts.
    public var lines: [ForeignLine] = []
    /// The transcript itself if this program wrote it: its words belong to frames of sound files. The times of `lines` then count
    /// within each file.
    public private(set) var own: Transcript?

    /// Reads a file. Its name helps where captions lack their header. Once `isCancelled` is true, only a part is read.
    public init(
        reading bytes: [UInt8], named name: String = "", isCancelled: () -> Bool = { false }
    ) throws(ForeignTranscriptError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge(bytes: bytes.count, most: Self.mostBytes) }
        // JSON is UTF-8; parts of letters in it, as whisper.cpp writes them, become replacement characters.
        let isJSON = bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
        var text = isJSON ? String(decoding: bytes, as: UTF8.self) : String(foreign: bytes)
        if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
        let tree = try Self.tree(text)
        // A time in brackets begins like JSON.
        if isJSON, tree == nil { text = String(foreign: bytes) }
        guard let kind = ForeignKind.kind(of: text, tree, named: name) else { throw .unknownKind }
        if tree == nil, bytes.count > TextEdit.mostBytes { throw .tooLarge(bytes: bytes.count, most: TextEdit.mostBytes) }
        self.kind = kind
        isGuessed = (!isJSON || tree == nil) && String.isGuessed(foreign: bytes)
        switch kind {
        case .whisper: if let tree { try readWhisper(tree) }
        case .whisperCpp: if let tree { try readWhisperCpp(tree) }
        case .webVTT, .subRip: lines = try CaptionReader(text, kind, isCancelled: isCancelled).lines
        case .times: try readTimes(text, isCancelled: isCancelled)
        case .dicta: try readOwn(Array(text.utf8))
        }
        lines.removeAll { $0.text.isEmpty && $0.words.isEmpty }
        lines.sort { $0.start < $1.start }
        let words = lines.reduce(0) { sum, line in
            let spaces = line.text.utf8.count { $0 == UInt8(ascii: " ") }
            return sum + max(line.words.count, spaces + 1)
        }
        guard words <= Self.mostWords else { throw .tooManyWords(words) }
        guard !lines.isEmpty || own?.files.isEmpty == false else { throw .noWords(kind) }
    }

    /// The JSON of a text; nil for texts of other kinds.
    private static func tree(_ text: String) throws(ForeignTranscriptError) -> JSONTree? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return nil
        }
        do throws(JSONError) { return try JSONTree(parsing: bytes) } catch {
            // A time in brackets begins like a list, and so do the notes of lyrics and headings such as [Script Info].
            let next = bytes.drop { $0 <= 0x20 }.dropFirst().first { $0 > 0x20 }
            if first == UInt8(ascii: "["), let next, !"[]{\"".utf8.contains(next) { return nil }
            let line = 1 + bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            throw .wrongLine(.whisper, line: line, reason: error.reason)
        }
    }

    private mutating func readOwn(_ bytes: [UInt8]) throws(ForeignTranscriptError) {
        let read: Transcript
        let rate: Double
        do throws(RecordingError) {
            read = try Transcript(parsing: bytes)
        } catch { throw .wrongValue(kind, place: "transcript", reason: "\(error)") }
        rate = Double(max(1, (try? JSONTree(parsing: bytes))?["rate"]?.integer ?? 1))
        own = read
        (language, model) = (read.language, read.model)
        for line in read.files.flatMap(\.lines) {
            var seconds = ForeignLine(
                start: Double(line.start) / rate, end: Double(line.end) / rate, text: line.spoken, speaker: line.speaker)
            (seconds.confidence, seconds.alternatives) = (line.confidence, line.alternatives)
            seconds.words = line.words.map {
                .init($0.text, start: Double($0.start) / rate, end: Double($0.end) / rate, confidence: $0.confidence)
            }
            lines.append(seconds)
        }
    }
}
