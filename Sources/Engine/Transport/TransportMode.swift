// Settings of JACK's transport. Control loop only; a value.
internal import Dictation

/// The way in which JACK's transport and the engine act on each other.
struct TransportMode: Equatable {
    /// Off, or one of the two directions: the engine follows the transport, or the player leads it.
    enum Kind: String { case off, follow, lead }

    /// Direction in which commands go.
    var kind = Kind.off
    /// True when a roll of the transport records a take instead of playing.
    var records = false
    /// Time for which a take continues after the transport has halted.
    var tail = TimeSpan.seconds(0)

    /// Reads the mode from the settings.
    init(_ settings: Request) {
        kind = settings.text(.transport).flatMap(Kind.init) ?? .off
        records = kind == .follow && settings.text(.transportRoll) == "records"
        tail = settings.time(.transportTail) ?? .seconds(0)
    }

    /// True when the player and the transport move together.
    var plays: Bool { kind != .off && !records }
}
