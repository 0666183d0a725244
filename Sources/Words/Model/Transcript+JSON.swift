// The file of a transcript: its schema stands here only. Any thread; no I/O.
public import Dictation
internal import JSON
internal import Messages

extension Transcript {
    /// Reads the file of a transcript. `name` is that of the recording, since people rename files; nil takes the names of files as they are. Throws `.notJSON`, `.newer`,
    /// `.missing` or `.wrong`.
    public init(name: String? = nil, parsing bytes: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: bytes) } catch { throw .notJSON(error) }
        var reader = try JSONReader(tree)
        guard let schema = try reader.integer("schema", 1...Int64.max) else { throw .missing(key: "schema") }
        guard schema <= Self.currentSchema else { throw .newer(schema: schema) }
        self.init()
        language = try reader.text("language") ?? ""
        engine = try reader.text("engine") ?? ""
        model = try reader.text("model") ?? ""
        alternatives = try reader.texts("alternatives")
        for (file, range) in try reader.list("heard", { (tree, place) throws(RecordingError) in try Self.heard(tree, place) }) {
            self[file].heard.insert(range)
        }
        for (file, line) in try reader.list("segments", { (tree, place) throws(RecordingError) in try Self.line(tree, place) }) {
            self[file].lines.append(line)
        }
        for index in files.indices { files[index].lines.sort { ($0.start, $0.end) < ($1.start, $1.end) } }
        steps = try reader.list("steps") { (tree, place) throws(RecordingError) in try WordsStep(tree, place) }
        if let old = try reader.text("name"), let name, old != name {
            self = withFiles { file in Recording.ending(of: file, name: old).map { name + $0 } ?? file }
        }
        // These are for other programs, and written anew from the timeline.
        for key in ["id", "rate", "text", "confidence", "duration"] { _ = reader.take(key) }
        others = reader.others
    }

    /// The text of the file. For other programs it has the text of the timeline as it is now, with its length in seconds.
    public func printed(for recording: Recording) -> [UInt8] {
        let heard = TimelineText(self, recording.timeline)
        var members: [JSONTree.Member] = [
            .init("schema", .integer(Self.currentSchema)), .init("name", .text(recording.name)),
            .init("language", .text(language)), .init("engine", .text(engine)),
            .init("model", .text(model)), .init("rate", .integer(recording.rate)), .init("text", .text(heard.text)),
        ]
        if !recording.id.isUnset { members.append(.init("id", .text(recording.id.description))) }
        if let confidence = heard.confidence { members.append(.init("confidence", .number(String(confidence)))) }
        if recording.rate > 0 {
            let seconds = Double(recording.timeline.length) / Double(recording.rate)
            members.append(.init("duration", .number(String(seconds))))
        }
        members.append(.init("alternatives", .list(alternatives.map(JSONTree.text))))
        members += Self.json(files)
        if !steps.isEmpty { members.append(.init("steps", .list(steps.map(\.json)))) }
        return JSONTree.object(members + others).printed
    }

    /// The identity of the recording in the file of a transcript; nil for a file without one, and for one that cannot be read.
    public static func recording(parsing bytes: [UInt8]) -> Identifier? {
        (try? JSONTree(parsing: bytes))?["id"]?.text.flatMap(Identifier.init)
    }

    /// The stretches of files that were heard, and their lines.
    fileprivate static func json(_ files: [FileTranscript]) -> [JSONTree.Member] {
        [
            .init("heard", .list(files.flatMap { file in file.heard.ranges.map { range($0, of: file.file) } })),
            .init("segments", .list(files.flatMap { file in file.lines.map { $0.json(file.file) } })),
        ]
    }

    /// A range of frames of a file.
    fileprivate static func range(_ range: Range<Int64>, of file: String) -> JSONTree {
        .object([
            .init("file", .text(file)), .init("start", .integer(range.lowerBound)), .init("end", .integer(range.upperBound)),
        ])
    }

    fileprivate static func heard(_ tree: JSONTree, _ place: String) throws(RecordingError) -> (String, Range<Int64>) {
        var reader = try JSONReader(tree, place)
        return (try reader.need("file"), try reader.range())
    }

    fileprivate static func line(_ tree: JSONTree, _ place: String) throws(RecordingError) -> (String, Line) {
        var reader = try JSONReader(tree, place)
        let file = try reader.need("file")
        let range = try reader.range()
        let words = try reader.list("words") { (tree, place) throws(RecordingError) in try Word(tree, place) }
        let text = try reader.text("text") ?? ""
        var line = Line(words.sorted { $0.start < $1.start })
        // A line of another program may have no words of its own.
        if words.isEmpty { line = Line(text: text, in: range) }
        line.text = text == line.words.map(\.text).joined(separator: " ") ? "" : text
        line.confidence = try reader.confidence()
        line.alternatives = try reader.texts("alternatives")
        line.speaker = try reader.text("speaker")
        line.others = reader.others
        return (file, line)
    }
}

extension WordsStep {
    fileprivate init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        self.init(id: reader.identifier())
        var found = Transcript()
        for (file, range) in try reader.list(
            "heard", { (tree, place) throws(RecordingError) in try Transcript.heard(tree, place) })
        {
            found[file].heard.insert(range)
        }
        for (file, line) in try reader.list(
            "segments", { (tree, place) throws(RecordingError) in try Transcript.line(tree, place) })
        {
            found[file].lines.append(line)
        }
        let starts = try reader.list("starts") { (tree, place) throws(RecordingError) in try Transcript.heard(tree, place) }
        let heard = try reader.list("hearing") { (tree, place) throws(RecordingError) in try Transcript.heard(tree, place) }
        for ((file, starts), (_, heard)) in zip(starts, heard) {
            parts.append(Part(starts: starts, heard: heard, of: found[file]))
        }
        guard let language = try reader.text("language") else { return }
        source = Source(
            language: language, engine: try reader.text("engine") ?? "", model: try reader.text("model") ?? "",
            alternatives: try reader.texts("alternatives"))
    }

    fileprivate var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("id", .text(id.description)),
            .init("starts", .list(parts.map { Transcript.range($0.starts, of: $0.content.file) })),
            .init("hearing", .list(parts.map { Transcript.range($0.heard, of: $0.content.file) })),
        ]
        members += Transcript.json(parts.map(\.content))
        if let source {
            members += [
                .init("language", .text(source.language)), .init("engine", .text(source.engine)),
                .init("model", .text(source.model)), .init("alternatives", .list(source.alternatives.map(JSONTree.text))),
            ]
        }
        return .object(members)
    }
}

extension Line {
    fileprivate func json(_ file: String) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("file", .text(file)), .init("start", .integer(start)), .init("end", .integer(end)),
            .init("text", .text(spoken)),
        ]
        if let confidence { members.append(.init("confidence", .number(String(confidence)))) }
        if !alternatives.isEmpty { members.append(.init("alternatives", .list(alternatives.map(JSONTree.text)))) }
        if let speaker { members.append(.init("speaker", .text(speaker))) }
        members.append(.init("words", .list(words.map(\.json))))
        return .object(members + others)
    }
}

extension Word {
    fileprivate init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        let range = try reader.range()
        self.init(
            try reader.need("text"), start: range.lowerBound, end: range.upperBound, confidence: try reader.confidence())
        others = reader.others
    }

    fileprivate var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("text", .text(text)), .init("start", .integer(start)), .init("end", .integer(end)),
        ]
        if let confidence { members.append(.init("confidence", .number(String(confidence)))) }
        return .object(members + others)
    }
}

extension JSONReader {
    /// The range between the frames `start` and `end`.
    fileprivate mutating func range() throws(RecordingError) -> Range<Int64> {
        let (start, end) = (try needFrames("start"), try needFrames("end"))
        guard start <= end else { throw wrong("end", tr("at or after its start")) }
        return start..<end
    }

    fileprivate mutating func confidence() throws(RecordingError) -> Double? {
        guard let value = take("confidence") else { return nil }
        guard let number = value.double, (0...1).contains(number) else { throw wrong("confidence", tr("a number from 0 to 1")) }
        return number
    }

    fileprivate mutating func texts(_ key: String) throws(RecordingError) -> [String] {
        try list(key) { (tree, place) throws(RecordingError) in
            guard let text = tree.text else { throw .wrong(key: place, wanted: tr("a list of texts")) }
            return text
        }
    }
}
