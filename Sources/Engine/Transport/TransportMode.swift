// Control loop only; a value.
internal import Dictation

/// What JACK's transport and the engine do to each other.
struct TransportMode: Equatable {
    enum Kind: String { case off, follow, lead }

    var kind = Kind.off
    var records = false
    var tail = TimeSpan.seconds(0)

    init(_ settings: Request) {
        kind = settings.text(.transport).flatMap(Kind.init) ?? .off
        records = kind == .follow && settings.text(.transportRoll) == "records"
        tail = settings.time(.transportTail) ?? .seconds(0)
    }

    /// The player goes with the transport.
    var plays: Bool { kind != .off && !records }
}
