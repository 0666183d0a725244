// The dark palette. Any thread; constants.
public import Drawing

extension Palette {
    /// A dark screen: black, with blue and red lamps.
    public static let dark = Palette(
        "dark",
        [
            .background: Colour(16, basic: 0), .raised: Colour(233, basic: 0), .selection: Colour(24, basic: 4),
            .loop: Colour(17, basic: 4), .text: Colour(253, basic: 7), .secondary: Colour(248, basic: 7),
            .inverted: Colour(16, basic: 0), .disabled: Colour(244, basic: 7), .separator: Colour(238, basic: 8),
            .brand: Colour(33, basic: 6), .fill: Colour(67, basic: 6), .record: Colour(196, basic: 9),
            .playhead: Colour(203, basic: 15), .wave: Colour(80, basic: 6), .waveBefore: Colour(37, basic: 2),
            .wavePeak: Colour(66, basic: 7), .marker: Colour(179, basic: 3), .meter: Colour(71, basic: 2),
            .meterHigh: Colour(220, basic: 3), .meterClip: Colour(196, basic: 9), .success: Colour(71, basic: 2),
            .warning: Colour(220, basic: 3), .error: Colour(203, basic: 9), .info: Colour(75, basic: 6),
        ])
}
