// The light palette. Any thread; constants.
public import Drawing

extension Palette {
    /// A light screen: white, with the darker forms of the same colours.
    public static let light = Palette(
        "light",
        [
            .background: Colour(231, basic: 7), .raised: Colour(255, basic: 7), .selection: Colour(153, basic: 7),
            .loop: Colour(189, basic: 7), .text: Colour(234, basic: 0), .secondary: Colour(239, basic: 0),
            .inverted: Colour(231, basic: 7), .disabled: Colour(241, basic: 0), .separator: Colour(250, basic: 8),
            .brand: Colour(25, basic: 4), .fill: Colour(67, basic: 4), .record: Colour(160, basic: 1),
            .playhead: Colour(160, basic: 1), .wave: Colour(24, basic: 4), .waveBefore: Colour(61, basic: 4),
            .wavePeak: Colour(60, basic: 4), .marker: Colour(90, basic: 1), .meter: Colour(28, basic: 4),
            .meterHigh: Colour(130, basic: 5), .meterClip: Colour(160, basic: 1), .success: Colour(22, basic: 0),
            .warning: Colour(94, basic: 1), .error: Colour(124, basic: 1), .info: Colour(25, basic: 4),
        ])
}
