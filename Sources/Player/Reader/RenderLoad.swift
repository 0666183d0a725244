// Cost of rendering. Reader thread only; values.
internal import Stretch

/// Compares the processor time of rendering with the length of what is rendered.
struct RenderLoad {
    /// Seconds of processor time that are judged together: a reader that is behind for longer uses up what it had ahead, and
    /// gives the realtime policy up (see `RealtimePolicy`).
    private static let window = 0.75

    private var work = 0.0
    private var sound = 0.0

    /// Adds a piece: seconds of processor time, and seconds of sound. True if three quarters of a second of work gave less sound
    /// than that.
    mutating func isTooHigh(adding work: Double, for sound: Double) -> Bool {
        self.work += work
        self.sound += sound
        guard self.work >= Self.window else { return false }
        defer { self = RenderLoad() }
        return self.sound < self.work
    }
}

/// The works that this machine has been too slow for. A raised pitch costs more than any other change, and is judged by itself.
struct RenderLimits {
    /// Settings for which an engine was too slow: the engine, and true for a raised pitch.
    private var slow: Set<Case> = []

    private struct Case: Hashable {
        let engine: StretchSettings.Engine
        let raisesPitch: Bool
    }

    /// True for settings that the machine was too slow for, and for those that cost more.
    func exclude(_ settings: StretchSettings) -> Bool {
        [false, settings.pitchCents > 0].contains { slow.contains(Case(engine: settings.engine, raisesPitch: $0)) }
    }

    /// Notes that the machine is too slow for these settings. False if that was known.
    mutating func add(_ settings: StretchSettings) -> Bool {
        slow.insert(Case(engine: settings.engine, raisesPitch: settings.pitchCents > 0)).inserted
    }
}
