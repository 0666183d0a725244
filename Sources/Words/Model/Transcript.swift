// The transcript of a recording. Any thread; a value, no I/O.
public import Dictation
public import JSON

/// The words of a recording. They belong to frames of segment files, so cuts, insertions, undo and redo carry them along:
/// `TimelineText` shows those that are heard.
public struct Transcript: Sendable, Hashable {
    /// The newest schema that this version reads and writes.
    public static let currentSchema: Int64 = 1

    /// The longest file of a transcript, in bytes: a longer one is taken for damaged when read, and never written. A day of speech
    /// without a pause is half of it (288,000 words), so that its words fit twice after a flattening that can be undone.
    public static let mostBytes = 64 << 20

    /// Language of the words, such as `en`; empty when unknown.
    public var language = ""
    /// The program that found the words; empty when unknown.
    public var engine = ""
    /// Its model; empty when unknown.
    public var model = ""
    /// Other texts of the whole, likeliest first.
    public var alternatives: [String] = []
    /// The transcripts of the segment files, in the order of their making.
    public var files: [FileTranscript] = []
    /// Words that edits have replaced, for undo and redo, in the order of the edits.
    public internal(set) var steps: [WordsStep] = []
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Makes a transcript without words.
    public init() {}

    /// True when nobody has listened to any file.
    public var isEmpty: Bool { files.allSatisfy { $0.heard.isEmpty && $0.lines.isEmpty } }

    /// The transcript of one segment file; one without words when there is none. Setting it adds it.
    public subscript(file: String) -> FileTranscript {
        get { files.first { $0.file == file } ?? FileTranscript(file: file) }
        // Changes in place: a copy of all lines for each new one would take time by the square of their number.
        _modify {
            let known = files.firstIndex { $0.file == file }
            if known == nil { files.append(FileTranscript(file: file)) }
            yield &files[known ?? files.count - 1]
        }
    }

    /// The transcript with renamed files.
    public func withFiles(_ rename: (String) -> String) -> Transcript {
        var result = self
        for index in result.files.indices { result.files[index].file = rename(result.files[index].file) }
        for step in result.steps.indices {
            for part in result.steps[step].parts.indices {
                let file = result.steps[step].parts[part].content.file
                result.steps[step].parts[part].content.file = rename(file)
            }
        }
        return result
    }

    /// The transcript without the files that are not in `kept`.
    public func keeping(_ kept: Set<String>) -> Transcript {
        var result = self
        result.files.removeAll { !kept.contains($0.file) }
        for step in result.steps.indices { result.steps[step].parts.removeAll { !kept.contains($0.content.file) } }
        result.steps.removeAll(where: \.isEmpty)
        return result
    }

    /// The transcript without the steps that are not in `kept`.
    public func keepingSteps(_ kept: Set<Identifier>) -> Transcript {
        var result = self
        result.steps.removeAll { !kept.contains($0.id) }
        return result
    }
}
