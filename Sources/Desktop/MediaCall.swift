// Control loop; a value.

/// What the desktop asks for; times in microseconds.
public enum MediaCall: Sendable, Equatable {
    case play, pause, playPause, stop, next, previous, quit
    case seek(by: Int64)
    case setPosition(Int64)
    case open(path: String)
    case setRate(Double)
    case setVolume(Double)
}
