// Kinds of transcripts of other programs. Any thread; a value, no I/O.
import Dictation
import JSON

/// Forms in which a transcript is read.
public enum ForeignKind: String, Sendable, CaseIterable {
    /// JSON of Whisper, faster-whisper and programs that write the same.
    case whisper
    /// JSON of whisper.cpp, short or full.
    case whisperCpp
    /// WebVTT captions.
    case webVTT
    /// SubRip captions.
    case subRip
    /// A text with a time before each line, also lyrics (LRC).
    case times
    /// A transcript of this program.
    case dicta

    /// Finds the kind of a text by its content. The file's name helps where captions lack their header.
    static func kind(of text: String, _ tree: JSONTree?, named name: String) -> ForeignKind? {
        if let tree {
            if tree["transcription"] != nil { return .whisperCpp }
            if tree["schema"] != nil { return .dicta }
            return tree["segments"] != nil || tree["text"] != nil || tree.list != nil ? .whisper : nil
        }
        if text.hasPrefix("WEBVTT") { return .webVTT }
        let ending = name.split(separator: ".").last?.lowercased()
        let first = firstLine(of: text)
        let isTimed = first.flatMap { TimedText($0) } != nil
        // Whisper prints the times of captions in brackets.
        if isTimed, let first, TimedText.isBracketed(first) { return .times }
        if text.contains("-->") { return ending == "vtt" ? .webVTT : .subRip }
        return isTimed ? .times : nil
    }

    /// The first line that is neither empty nor a note; nil if there is none.
    private static func firstLine(of text: String) -> Substring? {
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            if !line.allSatisfy(\.isWhitespace), !line.hasPrefix("#"), !ForeignTranscript.isNote(line) { return line }
            rest = rest[line.endIndex...].dropFirst()
        }
        return nil
    }
}
