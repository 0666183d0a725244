// A value any thread may hold.

/// How fast and how high a recording is played: tempo and pitch apart from each other.
public struct StretchSettings: Hashable, Sendable {
    public enum Engine: Hashable, Sendable, CaseIterable {
        /// Rubber Band's R3: the better sound.
        case finer
        /// Rubber Band's R2: about a third of the work, and half the delay.
        case faster
    }

    public static let rates = 0.5...2.0
    public static let pitches = -1200.0...1200.0

    /// Timeline seconds a second; the pitch stays. Outside `rates` it is refused where it is used.
    public var rate: Double
    /// Cents up (positive) or down; the tempo stays. Outside `pitches` it is refused where it is used.
    public var pitchCents: Double
    public var engine: Engine
    /// Whether a voice keeps its timbre while its pitch is changed.
    public var preservesFormants: Bool

    public init(rate: Double = 1, pitchCents: Double = 0, engine: Engine = .finer, preservesFormants: Bool = false) {
        self.rate = rate
        self.pitchCents = pitchCents
        self.engine = engine
        self.preservesFormants = preservesFormants
    }

    /// Nothing to do: frames pass bit for bit.
    public var isBypass: Bool { rate == 1 && pitchCents == 0 }

    /// Refuses what the stretcher was not tried with (NaN among it).
    func check() throws(StretchError) {
        guard Self.rates.contains(rate) else { throw .badRate(rate) }
        guard Self.pitches.contains(pitchCents) else { throw .badPitch(cents: pitchCents) }
    }
}
