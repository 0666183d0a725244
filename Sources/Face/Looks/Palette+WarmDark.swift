// The warm dark palette. Any thread; constants.
public import Drawing

extension Palette {
    /// The dark counterpart of the warm screen.
    public static let warmDark = Palette(
        "warm-dark",
        [
            .background: Colour(234, basic: 0), .raised: Colour(235, basic: 0), .selection: Colour(239, basic: 4),
            .loop: Colour(52, basic: 4), .text: Colour(223, basic: 7), .secondary: Colour(180, basic: 7),
            .inverted: Colour(16, basic: 0), .disabled: Colour(144, basic: 7), .separator: Colour(239, basic: 8),
            .brand: Colour(173, basic: 3), .fill: Colour(137, basic: 3), .record: Colour(203, basic: 9),
            .playhead: Colour(203, basic: 15), .wave: Colour(215, basic: 3), .waveBefore: Colour(173, basic: 3),
            .wavePeak: Colour(138, basic: 7), .marker: Colour(179, basic: 3), .meter: Colour(107, basic: 2),
            .meterHigh: Colour(220, basic: 3), .meterClip: Colour(203, basic: 9), .success: Colour(107, basic: 2),
            .warning: Colour(220, basic: 3), .error: Colour(210, basic: 9), .info: Colour(110, basic: 6),
        ])
}
