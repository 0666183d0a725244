// Options of the voice detector. Any thread; a value.

/// How loud a sound has to be to count as voice, and how long it may be silent in between.
public struct VoiceOptions: Sendable, Hashable {
    /// Level from which a sound counts.
    public enum Threshold: Sendable, Hashable {
        /// A margin over the noise floor, which is measured all the time.
        case adaptive
        /// A level in dB of full scale.
        case fixed(Double)
    }

    /// Level at which a stretch begins.
    public var threshold: Threshold
    /// Distance in dB from the threshold down to the level at which a stretch ends.
    public var offMargin: Double
    /// Seconds below that level after which a stretch has ended. A shorter silence is part of the stretch.
    public var holdSeconds: Double

    /// Margin of the adaptive threshold over the noise floor in dB. Speech in pink noise at 30 and 15 dB chose it.
    public static let margin = 11.0
    /// Lowest adaptive threshold in dB of full scale: a silent input has no floor that speech could be measured against.
    public static let lowest = -60.0

    /// Makes options; the defaults are those of the settings, except for the hold.
    public init(threshold: Threshold = .adaptive, offMargin: Double = 5, holdSeconds: Double = 0.3) {
        self.threshold = threshold
        self.offMargin = offMargin
        self.holdSeconds = holdSeconds
    }
}
