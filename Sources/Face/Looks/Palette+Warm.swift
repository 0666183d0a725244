// The warm light palette. Any thread; constants.
public import Drawing

extension Palette {
    /// A warm light screen: sand and terracotta (#D4876F on #F5E6D3, as near as the 256 colours come).
    public static let warm = Palette(
        "warm",
        [
            .background: Colour(230, basic: 7), .raised: Colour(223, basic: 7), .selection: Colour(216, basic: 7),
            .loop: Colour(224, basic: 7), .text: Colour(235, basic: 0), .secondary: Colour(238, basic: 0),
            .inverted: Colour(235, basic: 0), .disabled: Colour(239, basic: 0), .separator: Colour(180, basic: 8),
            .brand: Colour(173, basic: 3), .fill: Colour(130, basic: 4), .record: Colour(124, basic: 1),
            .playhead: Colour(160, basic: 1), .wave: Colour(94, basic: 4), .waveBefore: Colour(131, basic: 4),
            .wavePeak: Colour(95, basic: 4), .marker: Colour(88, basic: 1), .meter: Colour(64, basic: 4),
            .meterHigh: Colour(130, basic: 5), .meterClip: Colour(160, basic: 1), .success: Colour(22, basic: 0),
            .warning: Colour(88, basic: 1), .error: Colour(124, basic: 1), .info: Colour(24, basic: 4),
        ])
}
