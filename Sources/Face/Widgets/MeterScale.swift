// The scale under level meters. Any thread; a value.
public import Drawing

/// The figures of the scale from -60 to 0 dB, under the bars of `MeterBar`.
public enum MeterScale {
    /// Draws the figures that have room, each with its last cell at its level.
    public static func draw(on canvas: inout Canvas, in area: Rectangle) {
        guard area.rows > 0, area.columns > 0 else { return }
        let bar = MeterBar.bar(in: area)
        var free = area.column + area.columns
        // From the right: the levels near 0 dB matter most.
        for level in [0, -6, -12, -18, -24, -36, -48, -60] {
            let label = String(level)
            let edge = bar.column + min(bar.columns - 1, Int(MeterBar.cells(Double(level), bar.columns)))
            let column = max(area.column, level == -60 ? bar.column : edge - label.count + 1)
            guard column + label.count < free else { continue }
            canvas.put(label, column: column, row: area.row, Style(.secondary))
            free = column
        }
    }

    /// Marks a level under the bars, as the threshold of voice activation.
    static func mark(_ level: Double, isLit: Bool, on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        guard area.rows > 0 else { return }
        let bar = MeterBar.bar(in: area)
        guard bar.columns > 0 else { return }
        let cell = min(bar.columns - 1, Int(MeterBar.cells(level, bar.columns)))
        let style = isLit ? Style(.record, bold: true) : Style(.warning, bold: true)
        canvas.put(String(glyphs.up), column: bar.column + cell, row: area.row, style)
    }
}
