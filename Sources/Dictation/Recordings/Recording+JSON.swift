// The sidecar of a recording: its schema stands here only. Any thread; no I/O.
internal import JSON
internal import Messages

extension Recording {
    /// Reads a sidecar of this or an older schema. `name` is that of the file: people rename files. Throws `.notJSON`,
    /// `.newer`, `.missing` or `.wrong`.
    public init(name: String, parsing bytes: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: bytes) } catch { throw .notJSON(error) }
        let recording = try Recording(tree)
        self = recording.name == name ? recording : recording.renamed(to: name)
    }

    /// The text of the sidecar: known keys in their order, then those of other programs as they were.
    public var printed: [UInt8] { json.printed }

    private init(_ tree: JSONTree) throws(RecordingError) {
        var reader = try JSONReader(tree)
        if let schema = try reader.integer("schema", 1...Int64.max) {
            guard schema <= Self.currentSchema else { throw .newer(schema: schema) }
            try self.init(&reader)
        } else if let version = try reader.integer("version", 1...Int64.max) {
            guard version == 1 else { throw .newer(schema: version) }
            try self.init(schema1: &reader)
        } else {
            throw .missing(key: "schema")
        }
        others = reader.others
    }

    private init(_ reader: inout JSONReader) throws(RecordingError) {
        self.init(name: try reader.need("name"), created: try reader.text("created") ?? "")
        id = reader.identifier()
        if let word = try reader.text("state") {
            guard let state = State(rawValue: word) else {
                throw reader.wrong("state", noneOf: State.allCases.map(\.rawValue))
            }
            self.state = state
        }
        title = try reader.text("title") ?? ""
        artist = try reader.text("artist") ?? ""
        note = try reader.text("note") ?? ""
        delivered = try reader.text("delivered") ?? ""
        guard !delivered.hasSlash, !delivered.hasBytes(first: ".") else {
            throw reader.wrong("delivered", tr("the name of a file in the same folder"))
        }
        deliveredMark = try reader.text("deliveredMark") ?? ""
        tags = try reader.list("tags") { (tree, place) throws(RecordingError) in
            guard let tag = tree.text else { throw .wrong(key: place, wanted: tr("a list of texts")) }
            return tag
        }
        segments = try reader.list("segments") { (tree, place) throws(RecordingError) in try Segment(tree, place) }
        edits = try EditHistory(&reader)
        playPosition = try reader.frames("playPosition")
        listening = reader.take("listening").map { Listening($0) }
        answers = try reader.list("answers") { (tree, place) throws(RecordingError) in try Answer(tree, place) }
        if case .flag(let isFavourite)? = reader.other("favourite") {
            self.isFavourite = isFavourite
            _ = reader.take("favourite")
        }
        if let fields = reader.other("fields").flatMap([OwnField].init) {
            self.fields = fields
            _ = reader.take("fields")
        }
        // An analysis in the form of a newer version is kept among the other keys.
        if let figures = reader.other("analysis").flatMap(RecordingAnalysis.init) {
            analysis = figures
            _ = reader.take("analysis")
        }
    }

    /// Reads schema 1, a single take, as the first versions of Dicta wrote it.
    private init(schema1 reader: inout JSONReader) throws(RecordingError) {
        let name = try reader.need("name")
        let segment = try Segment(&reader, file: "")
        var made = segment
        made.file = Self.fileName(name, segment: 1, fileExtension: segment.container)
        self.init(name: name, created: made.created, segment: made)
        playPosition = try reader.frames("playPosition")
    }

    private var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("schema", .integer(Self.currentSchema)), .init("name", .text(name)), .init("created", .text(created)),
            .init("state", .text(state.rawValue)), .init("title", .text(title)), .init("note", .text(note)),
            .init("tags", .list(tags.map(JSONTree.text))), .init("segments", .list(segments.map(\.json))),
        ]
        if !id.isUnset { members.append(.init("id", .text(id.description))) }
        if !artist.isEmpty { members.append(.init("artist", .text(artist))) }
        if !delivered.isEmpty { members.append(.init("delivered", .text(delivered))) }
        if !delivered.isEmpty, !deliveredMark.isEmpty { members.append(.init("deliveredMark", .text(deliveredMark))) }
        members += edits.json
        if let playPosition { members.append(.init("playPosition", .integer(playPosition))) }
        if let listening { members.append(.init("listening", listening.json)) }
        if !answers.isEmpty { members.append(.init("answers", .list(answers.map(\.json)))) }
        if let analysis { members.append(.init("analysis", analysis.json)) }
        if isFavourite { members.append(.init("favourite", .flag(true))) }
        if !fields.isEmpty { members.append(.init("fields", fields.json)) }
        // Keys of other programs, but for those that have a value of this program now.
        let own = Set(members.map(\.key))
        return .object(members + others.filter { !own.contains($0.key) })
    }
}
