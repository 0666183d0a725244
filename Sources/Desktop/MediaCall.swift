// Calls from media keys and applets. Any thread; a value.

/// A call of the desktop. Times in microseconds.
public enum MediaCall: Sendable, Equatable {
    /// A call without an argument.
    case play, pause, playPause, stop, next, previous, quit
    /// Move by this time, negative for backwards.
    case seek(by: Int64)
    /// Go to this time of the current track.
    case setPosition(Int64)
    /// Load the file at this path and play it.
    case open(path: String)
    /// Set the playback rate; 1 is normal.
    case setRate(Double)
    /// Set the linear volume; 1 is unity gain.
    case setVolume(Double)
}
