// State of the player for media keys and applets. Any thread; a value.

/// State shown by media keys and applets. Times in microseconds.
public struct MediaState: Sendable, Equatable {
    /// `Playing`, `Paused` or `Stopped`.
    public var status = "Stopped"
    /// Path by which the loaded recording is known; empty if none is loaded.
    public var track = ""
    /// Path of a file that is all that is heard; empty if there is none.
    public var file = ""
    /// Title, or name, of the loaded file.
    public var title = ""
    /// Artist; empty if unknown.
    public var artist = ""
    /// Duration of the file.
    public var length: Int64 = 0
    /// Playback rate; 1 is normal.
    public var rate = 1.0
    /// Linear volume; 1 is unity gain.
    public var volume = 1.0
    /// True while a loop is set.
    public var hasLoop = false
    /// True if a call for the next track has a meaning: there is a next one in the queue, or no queue.
    public var hasNext = true
    /// True if a call for the previous track has a meaning.
    public var hasPrevious = true
    /// True if the queue begins again at its end.
    public var repeats = false
    /// True if the order of the queue was made by chance.
    public var isShuffled = false
    /// True if callers on the bus may end the engine.
    public var canQuit = false
    /// Position in the file. Changes are not announced; applets ask for it.
    public var position: Int64 = 0

    /// Makes the state of a stopped player without a file.
    public init() {}

    /// URL of the file; nil if there is none. All bytes but letters, digits and a few others are written in hexadecimal.
    var fileURL: String? {
        guard !file.isEmpty else { return nil }
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        return "file://"
            + file.utf8.map { byte in
                guard !plain.contains(byte) else { return String(UnicodeScalar(byte)) }
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count < 2 ? "0" : "") + digits
            }.joined()
    }

    /// Object path of the track. D-Bus allows few characters in it, so the file's path is written in hexadecimal.
    var trackPath: String {
        guard !track.isEmpty else { return "/org/mpris/MediaPlayer2/TrackList/NoTrack" }
        return "/dicta/track/" + track.utf8.map { String($0, radix: 16) }.joined(separator: "_")
    }
}
