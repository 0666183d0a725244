// The picture of one channel's waveform. Any thread; a value.
public import Drawing

/// One channel of a waveform in a rectangle: the loud part bright, the peaks beyond it dimmer. The columns run over the whole
/// width.
public struct Waveform: Sendable {
    /// The columns; any number.
    public var lane: WaveLane
    /// The characters.
    public var glyphs: FaceOptions.Glyphs
    /// The cell of the playhead: what lies before it has the colour of what was heard. Nil for none.
    public var playhead: Int?
    /// The cells of the A-B stretch.
    public var loop: Range<Int>?

    /// Makes a picture.
    public init(_ lane: WaveLane, _ glyphs: FaceOptions.Glyphs, playhead: Int? = nil, loop: Range<Int>? = nil) {
        self.lane = lane
        self.glyphs = glyphs
        self.playhead = playhead
        self.loop = loop
    }

    /// Columns of a waveform that this many cells can show: two a cell in braille.
    public static func points(cells: Int, _ glyphs: FaceOptions.Glyphs) -> Int { max(0, cells) * (glyphs == .braille ? 2 : 1) }

    /// Draws the waveform, with the playhead as a line over it.
    public func draw(on canvas: inout Canvas, in area: Rectangle) {
        guard area.columns > 0, area.rows > 0 else { return }
        let width = Self.points(cells: 1, glyphs)
        let points = lane.resampled(to: Self.points(cells: area.columns, glyphs)).columns
        let steps = area.rows * steps
        for cell in 0..<area.columns {
            let background: Role = loop?.contains(cell) == true ? .loop : .background
            let bars = points.isEmpty ? nil : (Bar(points[cell * width], steps), Bar(points[(cell + 1) * width - 1], steps))
            for row in 0..<area.rows {
                let ink = bars.map { self.ink($0, $1, row: row, of: area.rows) } ?? Ink(" ", isLoud: false)
                let role: Role = ink.isLoud ? (cell < playhead ?? 0 ? .waveBefore : .wave) : .wavePeak
                canvas.put(
                    ink.sign, column: area.column + cell, row: area.row + row,
                    Style(role, on: background, reversed: ink.isReversed))
            }
            if cell == playhead {
                for row in 0..<area.rows {
                    canvas.put(
                        String(glyphs.head), column: area.column + cell, row: area.row + row, Style(.playhead, on: background))
                }
            }
        }
    }

    /// One cell of a wave.
    struct Ink {
        let sign: Unicode.Scalar
        let isLoud: Bool
        let isReversed: Bool

        init(_ sign: Unicode.Scalar, isLoud: Bool, isReversed: Bool = false) {
            self.sign = sign
            self.isLoud = isLoud
            self.isReversed = isReversed
        }
    }

    /// A column over all rows of the picture.
    struct Bar {
        let column: WaveLane.Column
        /// The steps that it fills, counted from above: at least one, the step of 0 for silence.
        let steps: Range<Int>

        init(_ column: WaveLane.Column, _ steps: Int) {
            self.column = column
            let size = Float(steps) / 2
            let top = max(0, min(steps - 1, Int((size - max(0, column.high) * size).rounded(.down))))
            self.steps = top..<max(top + 1, min(steps, Int((size - min(0, column.low) * size).rounded(.up))))
        }
    }

    /// Steps of a row.
    private var steps: Int {
        switch glyphs {
        case .braille: 4
        case .blocks: 8
        case .ascii: 2
        }
    }

    private func ink(_ left: Bar, _ right: Bar, row: Int, of rows: Int) -> Ink {
        switch glyphs {
        case .braille: Self.braille(left, right, row: row, of: rows)
        case .blocks: Self.block(left, row: row, of: rows)
        case .ascii: Self.ascii(left, row: row, of: rows)
        }
    }

    /// True if the loud part of a column reaches into a row.
    static func isLoud(_ column: WaveLane.Column, row: Int, of rows: Int) -> Bool {
        let half = Float(rows) / 2
        let nearest = Float(row) + 0.5 < half ? half - Float(row) - 1 : Float(row) - half
        return column.loud * half >= max(0, nearest) && (column.loud > 0 || column.peak == 0)
    }
}
