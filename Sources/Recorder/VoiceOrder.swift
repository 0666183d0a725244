// Voice activation of a take, as it was asked for. Any thread; a value.
package import Speech

/// How a take begins, pauses and goes on by its sound.
package struct VoiceOrder: Sendable, Equatable {
    /// Thresholds and hold.
    let options: VoiceOptions
    /// Seconds to keep from before each sound.
    let leadSeconds: Double
    /// True for a take that begins with its first sound; false for one that begins at once and only pauses in silence.
    package let isArmed: Bool
    /// True to make a recording of its own of each stretch of sound.
    package let splits: Bool
    /// True when the user has named the recording; otherwise each one is named by the time at which it begins.
    package let isNamed: Bool
    /// Seconds of sound without silence after which the input counts as noisy; 0 for never.
    let noisySeconds: Double

    /// An order with all its parts.
    package init(
        options: VoiceOptions, leadSeconds: Double, isArmed: Bool, splits: Bool, isNamed: Bool, noisySeconds: Double
    ) {
        (self.options, self.leadSeconds, self.isArmed) = (options, leadSeconds, isArmed)
        (self.splits, self.isNamed, self.noisySeconds) = (splits, isNamed, noisySeconds)
    }
}
