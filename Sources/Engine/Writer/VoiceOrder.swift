// Voice activation of a take, as it was asked for. Any thread; a value.
internal import Speech

/// How a take begins, pauses and goes on by its sound.
struct VoiceOrder: Sendable, Equatable {
    /// Thresholds and hold.
    let options: VoiceOptions
    /// Seconds to keep from before each sound.
    let leadSeconds: Double
    /// True for a take that begins with its first sound; false for one that begins at once and only pauses in silence.
    let isArmed: Bool
    /// True to make a recording of its own of each stretch of sound.
    let splits: Bool
    /// True when the user has named the recording; otherwise each one is named by the time at which it begins.
    let isNamed: Bool
    /// Seconds of sound without silence after which the input counts as noisy; 0 for never.
    let noisySeconds: Double
}
