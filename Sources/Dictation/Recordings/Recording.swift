// A value any thread may hold; no I/O, no C.

/// One item of the library: all that its sidecar says.
public struct Recording: Sendable, Hashable {
    /// The newest schema this program writes and understands.
    public static let currentSchema = 2

    public enum State: String, Sendable, Hashable, CaseIterable {
        /// More is to come.
        case draft
        case completed
    }

    /// The sidecar's name without its extension.
    public var name: String
    /// When the first take began, as ISO 8601 text in UTC.
    public var created: String
    public var state = State.completed
    /// What people call it, where that is more than a file can be called.
    public var title = ""
    /// Who is heard: the speaker, the teacher, the band.
    public var artist = ""
    public var note = ""
    public var tags: [String] = []
    /// A file beside its own that was made of them for others (AAC); it goes where they go. Empty where there is none.
    public var delivered = ""
    /// In the order in which they were made.
    public var segments: [Segment] = []
    /// Timeline and markers, and the way back.
    public var edits = EditHistory()
    /// Timeline frame where listening was left; nil before the first time.
    public var playPosition: Int64?
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Any thread. One without any audio yet.
    public init(name: String, created: String) {
        self.name = name
        self.created = created
    }

    /// Any thread. One take, heard from end to end.
    public init(name: String, created: String, segment: Segment) {
        self.init(name: name, created: created)
        segments = [segment]
        edits = EditHistory(Timeline([segment.span]))
    }

    public var timeline: Timeline { edits.timeline }
    public var markers: [Marker] { edits.markers }

    /// One take, heard from end to end.
    public var isUnedited: Bool { segments.count == 1 && timeline == Timeline(segments.map(\.span)) }

    public func segment(_ file: String) -> Segment? { segments.first { $0.file == file } }

    /// Frames a second of the timeline: those of the first segment, whatever the others have.
    public var rate: Int { segments.first?.rate ?? 0 }

    /// Bytes of all segments.
    public var bytes: Int64 { segments.reduce(0) { $0.boundedSum($1.bytes) } }

    /// Adds tags that are not there yet and takes others away; spelling counts, case does not.
    public mutating func retag(adding: [String] = [], removing: [String] = []) {
        let gone = Set((removing + adding).map { $0.lowercased() })
        tags = tags.filter { !gone.contains($0.lowercased()) }
        var seen: Set<String> = []
        tags += adding.filter { seen.insert($0.lowercased()).inserted }
    }
}
