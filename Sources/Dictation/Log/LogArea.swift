// Parts of the engine in lines of the log. Any thread; a value.

/// The part of the engine that a line of the log is about.
public enum LogArea: String, Sendable, Hashable, CaseIterable {
    /// The engine as a whole: start, end, its control loop.
    case engine
    /// Takes.
    case take
    /// Playback and the queue.
    case playback
    /// The JACK server, ports and connections.
    case jack
    /// The library and operations on it.
    case library
    /// The control socket, OSC and subscriptions.
    case control
    /// Session managers and saved state.
    case session
    /// Programs of the user.
    case hooks
    /// Cues and the timer.
    case cues
    /// Settings.
    case settings
    /// Scheduled takes.
    case schedule
    /// Keys: MIDI, pedals, media keys, the lock.
    case keys

    /// The area of an error that is told as being of this verb or part.
    public init(of what: String) {
        self =
            switch what {
            case "record", "split": .take
            case "play", "skip", "typing", "queue", "transport": .playback
            case "bed", "timer": .cues
            case "deliver", "transcribe": .library
            case "pedal", "midi": .keys
            default: LogArea(rawValue: what) ?? .engine
            }
    }
}
