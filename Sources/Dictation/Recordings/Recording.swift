// A recording. Any thread; a value, no I/O, no C.
public import JSON

/// One item of the library: all data of its sidecar.
public struct Recording: Sendable, Hashable {
    /// The newest sidecar schema that this version reads and writes.
    public static let currentSchema = 2

    /// The state of a recording: a draft expects more takes.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// More takes are expected.
        case draft
        /// The recording is finished.
        case completed
    }

    /// The recording's identity, which no rename changes; unset before the sidecar has one.
    public var id = Identifier.unset
    /// The sidecar's name without its extension.
    public var name: String
    /// Start of the first take, as ISO 8601 text in UTC.
    public var created: String
    /// Draft or completed.
    public var state = State.completed
    /// A title, which may have characters that a file name cannot have.
    public var title = ""
    /// The speaker, teacher, band and so on.
    public var artist = ""
    /// A note.
    public var note = ""
    /// Tags, without repetition.
    public var tags: [String] = []
    /// True for a favourite.
    public var isFavourite = false
    /// Keys of the user's own with their texts, sorted by key.
    public internal(set) var fields: [OwnField] = []
    /// The AAC file made for delivery, beside the recording's own files, renamed and deleted with them; empty when there is
    /// none.
    public var delivered = "" {
        didSet { if delivered.isEmpty { deliveredMark = "" } }
    }
    /// Mark of the timeline that the delivered file has: see `timelineMark`; empty when unknown.
    public var deliveredMark = ""
    /// The segments, in the order of recording.
    public var segments: [Segment] = []
    /// Timeline and markers, with undo and redo.
    public var edits = EditHistory()
    /// The timeline frame where playback was left; nil before the first time.
    public var playPosition: Int64?
    /// The loop, rate, pitch and gains that the recording keeps; nil for one that sounds as recorded.
    public var listening: Listening?
    /// Figures that `analyse` has measured, of this or an earlier timeline; nil before the first time.
    public var analysis: RecordingAnalysis?
    /// Texts by hand that answer questions of a sheet, and places of answers that no segment tells.
    public var answers: [Answer] = []
    /// Keys of other programs in the sidecar.
    public var others: [JSONTree.Member] = []

    /// Makes a recording without audio.
    public init(name: String, created: String) {
        self.name = name
        self.created = created
    }

    /// Makes a recording of one take, unedited.
    public init(name: String, created: String, segment: Segment) {
        self.init(name: name, created: created)
        segments = [segment]
        edits = EditHistory(Timeline([segment.span]))
    }

    /// The current timeline.
    public var timeline: Timeline { edits.timeline }
    /// The current markers.
    public var markers: [Marker] { edits.markers }

    /// True when the timeline is one take from end to end.
    public var isUnedited: Bool { segments.count == 1 && timeline == Timeline(segments.map(\.span)) }

    /// The segment that alone is the timeline, from its first frame to its last: its file is what is heard. Nil for any other
    /// timeline, of which every file is only a part.
    public var wholeSegment: Segment? {
        guard timeline.spans.count == 1, let only = timeline.spans.first, let segment = segment(only.segment) else { return nil }
        return only == span(of: segment) ? segment : nil
    }

    /// The frame at which playback goes on: the end if the timeline was shortened since; nil before the first time. A file that is only
    /// decoded has no timeline.
    public var place: Int64? { playPosition.map { segments.isEmpty ? $0 : min($0, timeline.length) } }

    /// The segments by their files, for questions about many of them.
    public var segmentsByFile: [String: Segment] {
        Dictionary(segments.map { ($0.file, $0) }) { first, _ in first }
    }

    /// The segments that a part of the timeline plays, each once, in the order of playback.
    public func segments(of part: Timeline) -> [Segment] {
        let known = segmentsByFile
        return part.segments.compactMap { known[$0] }
    }

    /// The segment in that file; nil when there is none.
    public func segment(_ file: String) -> Segment? { segments.first { $0.file == file } }

    /// The timeline's sample rate in Hz, which is that of the first segment; 0 without segments.
    public var rate: Int { segments.first?.rate ?? 0 }

    /// Bytes of all segment files.
    public var bytes: Int64 { segments.reduce(0) { $0.boundedSum($1.bytes) } }

    /// Adds and removes tags. Case is ignored; an added tag replaces the same one in another case.
    public mutating func retag(adding: [String] = [], removing: [String] = []) {
        let gone = Set((removing + adding).map { $0.lowercased() })
        tags = tags.filter { !gone.contains($0.lowercased()) }
        var seen: Set<String> = []
        tags += adding.filter { seen.insert($0.lowercased()).inserted }
    }
}
