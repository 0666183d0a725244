// A waveform in one line. Any thread; a value.
public import Drawing

/// The loudest sample of each column as a bar, in one row: a recording at a glance.
public struct WaveThumbnail: Sendable {
    private let lanes: [WaveLane]
    private let glyphs: FaceOptions.Glyphs

    /// Makes a picture of all lanes together.
    public init(_ lanes: [WaveLane], _ glyphs: FaceOptions.Glyphs) {
        self.lanes = lanes
        self.glyphs = glyphs
    }

    /// Draws the bars over the width of the area's first row.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ style: Style = Style(.wave)) {
        guard area.columns > 0, area.rows > 0 else { return }
        let parts = lanes.map { $0.resampled(to: area.columns).columns }
        let steps = glyphs.isPlain ? FaceOptions.Glyphs.density : FaceOptions.Glyphs.eighths
        for cell in 0..<area.columns {
            let peak = parts.compactMap { $0.indices.contains(cell) ? $0[cell].peak : nil }.max() ?? 0
            // Square root: speech of a tenth of full scale is still seen in eight steps.
            let step = Int((peak.squareRoot() * Float(steps.count - 1)).rounded(.up))
            canvas.put(String(steps[min(step, steps.count - 1)]), column: area.column + cell, row: area.row, style)
        }
    }
}
