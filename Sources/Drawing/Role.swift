// Semantic names of colours. Any thread; constants.

/// The meaning of a colour. A `Palette` gives each role its colour, so that no screen knows a colour by itself.
public enum Role: String, CaseIterable, Hashable, Sendable {
    // Backgrounds.
    case background, raised, selection, loop
    // Text.
    case text, secondary, inverted, disabled
    // Lines and areas.
    case separator, brand, fill
    // The recorder.
    // `wavePeak`: the thin peaks of a wave beyond its loudness.
    case record, playhead, wave, waveBefore, wavePeak, marker
    // Meters: below -12 dB, above, and above -3 dB.
    case meter, meterHigh, meterClip
    // States.
    case success, warning, error, info
}
