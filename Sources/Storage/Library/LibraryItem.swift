// Items, queries and pages of a library's list. Any thread; values.
public import Dictation
public import System

/// One recording in a list of the library, with all attributes.
public struct LibraryItem: Sendable, Hashable {
    /// Name of the recording.
    public var name: String
    /// Path of the audio file; empty if the recording is not exactly one file.
    public var path: String
    /// Identity; unset when nothing of the recording can be read.
    public var id = Identifier.unset
    /// Title.
    public var title = ""
    /// Artist.
    public var artist = ""
    /// Free note.
    public var note = ""
    /// Tags.
    public var tags: [String] = []
    /// True for a favourite.
    public var isFavourite = false
    /// Keys of the user's own.
    public var fields: [OwnField] = []
    /// State of the recording's production.
    public var state = Recording.State.completed
    /// Time of creation in ISO 8601; derived from the audio file when no sidecar gives it.
    public var created = ""
    /// Time of the last change of the audio; nil without audio.
    public var modified: Timestamp?
    /// Length of the timeline in frames.
    public var frames: Int64 = 0
    /// Length of the timeline in seconds.
    public var seconds = 0.0
    /// Sample rate in Hz.
    public var rate = 0
    /// Number of channels.
    public var channels = 0
    /// Container format of the first file.
    public var container = ""
    /// Sample encoding of the first file.
    public var encoding = ""
    /// Bit rate in kbit/s: requested, or that of the files; nil when it is unknown.
    public var kilobits: Int?
    /// Size of all audio files in bytes.
    public var bytes: Int64 = 0
    /// Number of audio files.
    public var segments = 0
    /// Number of markers.
    public var markers = 0
    /// Saved play position in timeline frames.
    public var playPosition: Int64?
    /// Problem that keeps the recording from being read; empty when there is none.
    public var problem = ""
    /// Lines in which searched words are spoken, the best ones first; none without a search.
    public var spoken: [FoundLine] = []
    /// State of a take that is being written.
    public var openness = Library.Openness.closed

    /// Makes an item without further attributes.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

/// A query for a list of the library.
public struct LibraryQuery: Sendable, Hashable {
    /// Sort order.
    public enum Sort: String, Sendable, Hashable, CaseIterable {
        case name, date, duration, size
    }

    /// Part of the name, or the whole name with the wildcards `*` and `?`; not case-sensitive.
    public var pattern: String?
    /// Words that must each begin a word of name, title, artist, note, tags, own keys, markers or transcript.
    public var words: [String]?
    /// True if the words may stand within other words.
    public var isAnywhere = false
    /// Tag that recordings must have; not case-sensitive.
    public var tag: String?
    /// Artist that recordings must have; not case-sensitive.
    public var artist: String?
    /// True for favourites only.
    public var isFavourite = false
    /// State that recordings must have.
    public var state: Recording.State?
    /// Sort order.
    public var sort = Sort.date
    /// Reverses the natural order: ascending for names, descending for all others (newest, longest, largest first).
    public var isReversed = false
    /// Highest number of items on the page; nil for all.
    public var limit: Int?
    /// Number of items before the page.
    public var offset = 0

    /// Makes a query for all recordings, newest first.
    public init() {}
}

/// A page of a list of the library.
public struct LibraryPage: Sendable, Hashable {
    /// Items on the page.
    public var items: [LibraryItem]
    /// Number of items on all pages.
    public var total: Int
    /// Number of items with problems on all pages; in a search also the recordings whose words cannot be read.
    public var problems: Int
}
