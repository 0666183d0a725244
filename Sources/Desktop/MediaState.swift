// Control loop; a value.

/// What media keys and applets are shown; times in microseconds.
public struct MediaState: Sendable, Equatable {
    public var status = "Stopped"
    public var track = ""
    public var title = ""
    /// Empty where there is none.
    public var artist = ""
    public var length: Int64 = 0
    public var rate = 1.0
    public var volume = 1.0
    public var hasLoop = false
    /// True where the engine would end for one who asks here.
    public var canQuit = false
    /// Not told on change: whoever wants it asks.
    public var position: Int64 = 0

    public init() {}

    /// D-Bus paths have few letters.
    var trackPath: String {
        guard !track.isEmpty else { return "/org/mpris/MediaPlayer2/TrackList/NoTrack" }
        return "/dicta/track/" + track.utf8.map { String($0, radix: 16) }.joined(separator: "_")
    }
}
