// A value any thread may hold; no I/O.

/// What is to become of a take that runs, kept on disk meanwhile, so that after a crash it becomes just that.
public struct JournalEntry: Sendable, Hashable {
    /// What the take does to the timeline of its recording; places in frames of it.
    public enum Edit: Sendable, Hashable {
        case append
        case insert(at: Int64)
        case overwrite(from: Int64)

        public func apply(to history: inout EditHistory, _ piece: Arrangement) {
            switch self {
            case .append: history.append(piece)
            case .insert(let frame): history.insert(piece, at: frame)
            case .overwrite(let frame): history.overwrite(from: frame, with: piece)
            }
        }

        /// What a take does that goes on after so many frames.
        public func moved(by frames: Int64) -> Edit {
            switch self {
            case .append: self
            case .insert(let frame): .insert(at: frame + frames)
            case .overwrite(let frame): .overwrite(from: frame + frames)
            }
        }
    }

    /// The recording's.
    public var name: String
    public var segment: Segment
    public var edit: Edit
    /// Of the recording, where the take is its first.
    public var state: Recording.State
    /// In frames of the segment.
    public var markers: [Marker] = []

    public init(name: String, segment: Segment, edit: Edit = .append, state: Recording.State = .completed) {
        self.name = name
        self.segment = segment
        self.edit = edit
        self.state = state
    }

    /// What is known at the start, then a line for each marker; while the take runs more of these are put to the end.
    public var printed: [UInt8] { head + markers.flatMap { MarkerEdit.add($0).line } }

    private var head: [UInt8] {
        let (word, frame): (String, Int64) =
            switch edit {
            case .append: ("append", 0)
            case .insert(let frame): ("insert", frame)
            case .overwrite(let frame): ("overwrite", frame)
            }
        return JSONTree.object([
            .init("schema", .integer(Recording.currentSchema)), .init("name", .text(name)), .init("edit", .text(word)),
            .init("frame", .integer(frame)), .init("state", .text(state.rawValue)), .init("segment", segment.json),
        ]).printed
    }

    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        let (head, lines) = Self.parts(bytes)
        do throws(JSONError) { tree = try JSONTree(parsing: Array(head)) } catch { throw .notJSON(error) }
        var reader = try JSONReader(tree)
        let schema = try reader.integer("schema", 1...Int64.max) ?? 1
        guard schema <= Recording.currentSchema else { throw .newer(schema: schema) }
        name = try reader.need("name")
        let frame = try reader.frames("frame") ?? 0
        switch try reader.need("edit") {
        case "append": edit = .append
        case "insert": edit = .insert(at: frame)
        case "overwrite": edit = .overwrite(from: frame)
        default: throw reader.wrong("edit", "append, insert or overwrite")
        }
        state = try reader.text("state").flatMap(Recording.State.init) ?? .completed
        guard let tree = reader.take("segment") else { throw .missing(key: "segment") }
        segment = try Segment(tree, "segment")
        markers = Self.markers(lines)
    }

    /// The first brace that closes at the start of a line closes the head.
    private static func parts(_ bytes: [UInt8]) -> (head: ArraySlice<UInt8>, lines: ArraySlice<UInt8>) {
        let end = Array("\n}\n".utf8)
        var index = bytes.startIndex
        while index + end.count <= bytes.endIndex {
            if bytes[index..<index + end.count].elementsEqual(end) {
                return (bytes[..<(index + end.count)], bytes[(index + end.count)...])
            }
            index += 1
        }
        return (bytes[...], [])
    }

    /// Up to the line that a crash has cut short.
    private static func markers(_ lines: ArraySlice<UInt8>) -> [Marker] {
        var markers: [Marker] = []
        for line in lines.split(separator: 10) {
            do throws(RecordingError) { try MarkerEdit(parsing: Array(line)).apply(to: &markers) } catch { break }
        }
        return markers
    }
}
