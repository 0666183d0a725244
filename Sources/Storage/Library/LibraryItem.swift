// A value any thread may hold.
public import Dictation

/// One line of the library: what a recording is, all attributes.
public struct LibraryItem: Sendable, Hashable {
    public var name: String
    /// Of its first audio file.
    public var path: String
    public var title = ""
    public var artist = ""
    public var note = ""
    public var tags: [String] = []
    public var state = Recording.State.completed
    /// ISO 8601; of the audio file where no sidecar tells.
    public var created = ""
    /// Last change of its audio; nil where none is there.
    public var modified: Timestamp?
    public var frames: Int64 = 0
    public var seconds = 0.0
    public var rate = 0
    public var channels = 0
    public var container = ""
    public var encoding = ""
    /// Of all its audio files.
    public var bytes: Int64 = 0
    public var segments = 0
    public var markers = 0
    /// Timeline frame where listening was left.
    public var playPosition: Int64?
    /// Why it cannot be read as it should; empty when all is well.
    public var problem = ""
    /// Whether a take of it is being written.
    public var openness = Library.Openness.closed

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

/// What of the library is asked for.
public struct LibraryQuery: Sendable, Hashable {
    public enum Sort: String, Sendable, Hashable, CaseIterable {
        case name, date, duration, size
    }

    /// Part of the name, or the whole of it with `*` and `?`; case does not count.
    public var pattern: String?
    /// Words that all have to begin a word of name, title, artist, note, tags or markers.
    public var words: [String]?
    public var tag: String?
    public var state: Recording.State?
    public var sort = Sort.date
    /// Names go up by themselves, all others down: newest, longest, largest first.
    public var isReversed = false
    public var limit: Int?
    public var offset = 0

    public init() {}
}

/// A page of the library.
public struct LibraryPage: Sendable, Hashable {
    public var items: [LibraryItem]
    /// How many there are on all pages.
    public var total: Int
    /// Of the whole library, whatever was asked for.
    public var problems: Int
}
