// Loudness of a stretch of sound. Any thread; a value, no I/O, no C.
public import JSON

/// Loudness by EBU R128. Silence, and sound too short to measure, is `silence`, since JSON has no infinity.
public struct LoudnessFigures: Sendable, Hashable {
    /// Value of silence, in all units.
    public static let silence = -200.0

    /// Loudness of the whole, in LUFS: quiet parts do not count.
    public var integrated: Double
    /// Range between quiet and loud parts, in LU.
    public var range: Double
    /// Highest true peak of all channels, in dB of full scale.
    public var truePeak: Double
    /// Highest loudness of 0.4 seconds, in LUFS.
    public var maxMomentary: Double
    /// Highest loudness of 3 seconds, in LUFS.
    public var maxShortTerm: Double

    /// Makes figures. Values that are no numbers become silence; all are rounded to 0.01.
    public init(integrated: Double, range: Double, truePeak: Double, maxMomentary: Double, maxShortTerm: Double) {
        self.integrated = Self.bounded(integrated)
        self.range = max(0, Self.bounded(range))
        self.truePeak = Self.bounded(truePeak)
        self.maxMomentary = Self.bounded(maxMomentary)
        self.maxShortTerm = Self.bounded(maxShortTerm)
    }

    /// A level between silence and 1000, rounded to 0.01.
    public static func bounded(_ level: Double) -> Double {
        guard level > silence else { return silence }
        return (min(level, 1000) * 100).rounded() / 100
    }

    /// Reads figures of a sidecar; nil if one is missing or no number.
    public init?(_ tree: JSONTree) {
        guard let integrated = tree["integrated"]?.double, let range = tree["range"]?.double,
            let peak = tree["truePeak"]?.double, let momentary = tree["maxMomentary"]?.double,
            let short = tree["maxShortTerm"]?.double
        else { return nil }
        self.init(
            integrated: integrated, range: range, truePeak: peak, maxMomentary: momentary, maxShortTerm: short)
    }

    /// The figures for a sidecar.
    public var json: JSONTree {
        .object([
            .init("integrated", .decimal(integrated)), .init("range", .decimal(range)), .init("truePeak", .decimal(truePeak)),
            .init("maxMomentary", .decimal(maxMomentary)), .init("maxShortTerm", .decimal(maxShortTerm)),
        ])
    }

    /// Fields of an answer.
    public var fields: Fields {
        [
            "loudness_lufs": .double(integrated), "loudness_range_lu": .double(range), "true_peak_db": .double(truePeak),
            "max_momentary_lufs": .double(maxMomentary), "max_short_term_lufs": .double(maxShortTerm),
        ]
    }
}

extension JSONTree {
    /// Makes a number; a value that is not finite becomes 0, and callers exclude those.
    static func decimal(_ value: Double) -> JSONTree { .number(value.isFinite ? value.description : "0") }
}
