// Tempo and pitch of playback. A value; any thread.

/// Tempo and pitch of playback, independent of each other.
public struct StretchSettings: Hashable, Sendable {
    /// A processing engine of Rubber Band.
    public enum Engine: Hashable, Sendable, CaseIterable {
        /// Rubber Band's R3 engine: the better sound.
        case finer
        /// Rubber Band's R2 engine: about a third of R3's work, and half its delay.
        case faster
    }

    /// Play rates that can be used.
    public static let rates = 0.5...2.0
    /// Pitch shifts that can be used, in cents.
    public static let pitches = -1200.0...1200.0

    /// Timeline seconds per second of output; the pitch stays the same. Values outside `rates` are refused on use.
    public var rate: Double
    /// Pitch shift in cents, positive for up; the tempo stays the same. Values outside `pitches` are refused on use.
    public var pitchCents: Double
    /// Engine that processes the audio.
    public var engine: Engine
    /// True if a voice keeps its timbre when its pitch is changed.
    public var preservesFormants: Bool

    /// Makes settings; the defaults leave the audio unchanged.
    public init(rate: Double = 1, pitchCents: Double = 0, engine: Engine = .finer, preservesFormants: Bool = false) {
        self.rate = rate
        self.pitchCents = pitchCents
        self.engine = engine
        self.preservesFormants = preservesFormants
    }

    /// True if tempo and pitch are unchanged: frames pass bit for bit.
    public var isBypass: Bool { rate == 1 && pitchCents == 0 }

    /// Throws for settings outside the tested ranges, NaN included.
    func check() throws(StretchError) {
        guard Self.rates.contains(rate) else { throw .badRate(rate) }
        guard Self.pitches.contains(pitchCents) else { throw .badPitch(cents: pitchCents) }
    }
}
