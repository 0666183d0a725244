// Forms of the loop points. Any thread; no I/O.
internal import Dictation
internal import Playback

extension LoopPoints {
    /// Seconds of the shortest loop; a shorter one would be heard as a tone.
    static let shortest = 0.05

    /// The loop between both points; nil until both are set.
    var loop: Route.Loop? {
        guard let a, let b else { return nil }
        return Route.Loop(a: a, b: b)
    }

    /// The next step of one key: set A, then B, then clear both.
    var next: String { a == nil ? "a" : b == nil ? "b" : "clear" }

    /// Both points as the places of an edit whose request names none; empty unless both are set.
    var places: [ParameterKey: Value] {
        guard let a, let b else { return [:] }
        return [.from: .int(a), .until: .int(b)]
    }
}
