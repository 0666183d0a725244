// Errors of transcripts of other programs. Any thread; a value, no I/O.
internal import Messages

/// A reason why a transcript cannot be read.
public enum ForeignTranscriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is larger than any transcript of its kind.
    case tooLarge(bytes: Int, most: Int)
    /// More words than a transcript can have.
    case tooManyWords(Int)
    /// No known kind.
    case unknownKind
    /// A line of the file, counted from 1, is wrong.
    case wrongLine(ForeignKind, line: Int, reason: String)
    /// A value of a JSON file is wrong; `place` such as `segments[3].start`.
    case wrongValue(ForeignKind, place: String, reason: String)
    /// The file has no words.
    case noWords(ForeignKind)
    /// All words lie after the end of the recording.
    case outside(seconds: Double)
    /// A transcript of this program that belongs to other sound files.
    case otherFiles([String])

    /// One or two sentences for the user.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let most):
            tr(
                bytes, "the transcript has \(bytes) byte, more than \(most); split it, or export the text alone",
                "the transcript has \(bytes) bytes, more than \(most); split it, or export the text alone")
        case .tooManyWords(let words):
            tr(
                words, "the transcript has \(words) word, more than \(ForeignTranscript.mostWords); split it and the recording",
                "the transcript has \(words) words, more than \(ForeignTranscript.mostWords); split it and the recording")
        case .unknownKind:
            tr(
                "no known kind of transcript; give Whisper JSON, whisper.cpp JSON, WebVTT, SubRip, LRC, or lines that begin with a time"
            )
        case .wrongLine(let kind, let line, let reason):
            tr("line \(line) of the \(kind.name) is wrong: \(reason); correct that line, or export the transcript again")
        case .wrongValue(let kind, let place, let reason):
            tr("'\(place)' of the \(kind.name) is wrong: \(reason); correct it, or export the transcript again")
        case .noWords(let kind): tr("the \(kind.name) has no words; check that it is the right file")
        case .outside(let seconds):
            tr("all words lie after the end of the recording, from \(seconds) s on; check that the transcript belongs to it")
        case .otherFiles(let files):
            Self.otherFiles(files.joined(separator: ", "))
        }
    }

    private static func otherFiles(_ files: String) -> String {
        tr("the transcript belongs to \(files), of which this recording has none; choose its recording")
    }
}

extension ForeignKind {
    /// Name in messages.
    var name: Message {
        switch self {
        case .whisper: "Whisper JSON"
        case .whisperCpp: "whisper.cpp JSON"
        case .webVTT: "WebVTT file"
        case .subRip: "SubRip file"
        case .times: "text with times"
        case .dicta: "Dicta transcript"
        }
    }
}
