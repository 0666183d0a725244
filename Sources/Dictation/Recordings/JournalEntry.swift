// The journal of a running take. Any thread; a value, no I/O.
import JSON

/// The purpose of a running take, kept on disk during the take: after a crash it becomes the edit that was intended.
public struct JournalEntry: Sendable, Hashable {
    /// The edit that the take will be; places are in frames of the recording's timeline.
    public enum Edit: Sendable, Hashable {
        /// The take goes to the end.
        case append
        /// The take is inserted at a frame.
        case insert(at: Int64)
        /// The take replaces as much as it is long, from a frame on.
        case overwrite(from: Int64)

        /// Applies the edit with the finished take.
        public func apply(to history: inout EditHistory, _ piece: Arrangement) {
            switch self {
            case .append: history.append(piece)
            case .insert(let frame): history.insert(piece, at: frame)
            case .overwrite(let frame): history.overwrite(from: frame, with: piece)
            }
        }

        /// The edit of a next take that goes on after `frames` frames of this one.
        public func moved(by frames: Int64) -> Edit {
            switch self {
            case .append: self
            case .insert(let frame): .insert(at: frame + frames)
            case .overwrite(let frame): .overwrite(from: frame + frames)
            }
        }
    }

    /// The identity of the recording: that of the existing one, or the one that the take begins with; unset in journals of
    /// older versions.
    public var id = Identifier.unset
    /// The name of the recording.
    public var name: String
    /// The segment that the take writes.
    public var segment: Segment
    /// The edit that the take will be.
    public var edit: Edit
    /// The state of the recording, when the take is its first.
    public var state: Recording.State
    /// Markers set during the take, in frames of the segment.
    public var markers: [Marker] = []
    /// The title of the recording, when the take is its first; empty for none.
    public var title = ""

    /// Makes an entry without markers.
    public init(name: String, segment: Segment, edit: Edit = .append, state: Recording.State = .completed) {
        self.name = name
        self.segment = segment
        self.edit = edit
        self.state = state
    }

    /// A fact about the segment that becomes known while the take runs or at its end: a line of the journal.
    public enum Line: Sendable, Hashable {
        /// A pause was resumed.
        case joint(Segment.Joint)
        /// Frames are missing.
        case gap(Segment.Gap)
        /// The whole segment, once the take is over.
        case end(Segment)

        /// The line with a line feed: a line without one was cut off.
        public var text: [UInt8] {
            switch self {
            case .joint(let joint): JSONTree.object([.init("joint", joint.json)]).line
            case .gap(let gap): JSONTree.object([.init("gap", gap.json)]).line
            case .end(let segment): JSONTree.object([.init("end", segment.json)]).line
            }
        }

        /// Reads a line; nil for one of another kind. Throws `.missing` or `.wrong`.
        fileprivate init?(_ tree: JSONTree) throws(RecordingError) {
            var reader = try JSONReader(tree)
            if let joint = reader.take("joint") {
                self = .joint(try Segment.Joint(joint, "joint"))
            } else if let gap = reader.take("gap") {
                self = .gap(try Segment.Gap(gap, "gap"))
            } else if let segment = reader.take("end") {
                self = .end(try Segment(segment, "end"))
            } else {
                return nil
            }
        }

        fileprivate func apply(to segment: inout Segment) {
            switch self {
            case .joint(let joint): segment.joints.append(joint)
            case .gap(let gap): Segment.add(gap, to: &segment.gaps)
            case .end(let whole): segment = whole
            }
        }
    }

    /// The text: a head, known at the start of the take, then one line for each marker; later markers are appended, and so are
    /// joints, gaps and the end (`Line`).
    public var printed: [UInt8] { head + markers.flatMap { MarkerEdit.add($0).line } }

    private var head: [UInt8] {
        let (word, frame): (String, Int64) =
            switch edit {
            case .append: ("append", 0)
            case .insert(let frame): ("insert", frame)
            case .overwrite(let frame): ("overwrite", frame)
            }
        var members: [JSONTree.Member] = [
            .init("schema", .integer(Recording.currentSchema)), .init("name", .text(name)), .init("edit", .text(word)),
            .init("frame", .integer(frame)), .init("state", .text(state.rawValue)),
        ]
        if !title.isEmpty { members.append(.init("title", .text(title))) }
        members.append(.init("segment", segment.json))
        if !id.isUnset { members.append(.init("id", .text(id.description))) }
        return JSONTree.object(members).printed
    }

    /// Reads the text. Throws `.notJSON`, `.newer`, `.missing` or `.wrong`.
    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        let (head, lines) = Self.parts(bytes)
        do throws(JSONError) { tree = try JSONTree(parsing: Array(head)) } catch { throw .notJSON(error) }
        var reader = try JSONReader(tree)
        let schema = try reader.integer("schema", 1...Int64.max) ?? 1
        guard schema <= Recording.currentSchema else { throw .newer(schema: schema) }
        id = reader.identifier()
        name = try reader.need("name")
        let frame = try reader.frames("frame") ?? 0
        switch try reader.need("edit") {
        case "append": edit = .append
        case "insert": edit = .insert(at: frame)
        case "overwrite": edit = .overwrite(from: frame)
        default: throw reader.wrong("edit", noneOf: ["append", "insert", "overwrite"])
        }
        state = try reader.text("state").flatMap(Recording.State.init) ?? .completed
        title = try reader.text("title") ?? ""
        guard let tree = reader.take("segment") else { throw .missing(key: "segment") }
        segment = try Segment(tree, "segment")
        read(lines)
    }

    /// Splits the text: the first brace at the start of a line ends the head.
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

    /// Reads changes of markers and lines about the segment, up to one that a crash has cut short.
    private mutating func read(_ lines: ArraySlice<UInt8>) {
        for text in lines.split(separator: 10) {
            do throws(RecordingError) {
                let tree: JSONTree
                do throws(JSONError) { tree = try JSONTree(parsing: Array(text)) } catch { throw .notJSON(error) }
                if let line = try Line(tree) {
                    line.apply(to: &segment)
                } else {
                    try MarkerEdit(tree).apply(to: &markers)
                }
            } catch {
                return
            }
        }
    }
}
