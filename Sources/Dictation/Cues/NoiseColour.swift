// Kinds of noise. Any thread; constants.

/// Spectrum of a noise. All kinds have the power of white noise of the same level.
public enum NoiseColour: String, Sendable, CaseIterable {
    /// The same power at every frequency; at level 1 its samples fill the range from -1 to 1.
    case white
    /// 3 dB less an octave.
    case pink
    /// 6 dB less an octave.
    case brown
}
