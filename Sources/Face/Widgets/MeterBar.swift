// The level of one channel as a bar with figures. Any thread; a value.
internal import Dictation
public import Drawing
internal import Messages

/// Average, peak and held peak of one channel in dB, on a scale from -60 to 0.
public struct MeterBar: Sendable {
    /// The name of the channel: `L`, `R`.
    public var label: String
    /// The average (RMS).
    public var average: Double
    /// The peak.
    public var peak: Double
    /// The held peak.
    public var held: Double
    /// True if the clip lamp is lit.
    public var isClipped: Bool

    /// Makes a meter.
    public init(_ label: String, average: Double, peak: Double, held: Double, isClipped: Bool = false) {
        (self.label, self.average, self.peak, self.held, self.isClipped) = (label, average, peak, held, isClipped)
    }

    /// The lowest level of the scale.
    static let floor = -60.0
    /// The longest texts behind the bar, by the number of its parts: `-21 dB`, then `peak -18`, then the lamp.
    private static let figures = [" " + decibels("-inf"), "  " + tr("peak") + " -inf", " " + tr("CLIP")]

    private static func decibels(_ level: String) -> String { tr("\(level) dB") }

    /// The cells of the bar within a line of this width: label and figures have fixed places, and go when there is no room.
    public static func bar(in area: Rectangle) -> Rectangle {
        let tail = (0...figures.count).reversed().lazy.map { figures.prefix($0).map(\.count).reduce(0, +) }
            .first { area.columns - 2 - $0 >= 16 || $0 == 0 }
        return Rectangle(column: area.column + 2, row: area.row, columns: area.columns - 2 - (tail ?? 0), rows: area.rows)
    }

    /// Draws the meter. In one row the peak is a thin continuation of the average; in two rows each has its own bar.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        guard area.rows > 0 else { return }
        let bar = Self.bar(in: area)
        canvas.put(label, column: area.column, row: area.row, Style(.secondary), width: 1)
        drawBar(on: &canvas, bar.line(0), glyphs, isSecond: false)
        if bar.rows > 1 { drawBar(on: &canvas, bar.line(1), glyphs, isSecond: true) }
        let tail = area.column + area.columns - bar.column - bar.columns
        var column = bar.column + bar.columns
        guard tail >= Self.figures[0].count else { return }
        column = canvas.put(
            " " + Self.decibels(Self.number(average)), column: column, row: area.row, Style(Self.role(average, .text)))
        guard tail >= Self.figures[0].count + Self.figures[1].count else { return }
        column = canvas.put("  " + tr("peak") + " ", column: column, row: area.row, Style(.secondary))
        column = canvas.put(Self.number(held), column: column, row: area.row, Style(Self.role(held, .text)))
        guard tail >= Self.figures.map(\.count).reduce(0, +) else { return }
        canvas.put(" ", column: column, row: area.row, .plain)
        canvas.put(
            tr("CLIP"), column: column + 1, row: area.row,
            isClipped ? Style(.error, bold: true, reversed: true) : Style(.disabled))
    }

    private func drawBar(on canvas: inout Canvas, _ bar: Rectangle, _ glyphs: FaceOptions.Glyphs, isSecond: Bool) {
        let solid = Self.cells(isSecond ? peak : average, bar.columns)
        let thin = isSecond ? 0 : Self.cells(peak, bar.columns)
        let hold = held > Self.floor ? min(bar.columns - 1, Int(Self.cells(held, bar.columns))) : -1
        for cell in 0..<bar.columns {
            let role = Self.zone(cell, of: bar.columns)
            var (text, style): (Character, Style) = (glyphs.isPlain ? "." : " ", Style(.separator, on: .raised))
            let part = min(1, solid - Double(cell))
            if part >= 1 || part > 0 && glyphs.isPlain {
                (text, style) = (glyphs.full, Style(role, on: .raised))
            } else if part > 0.06 {
                (text, style) = (FaceOptions.Glyphs.leftEighths[min(8, Int((part * 8).rounded(.up)))], Style(role, on: .raised))
            } else if Double(cell) < thin {
                (text, style) = (glyphs.isPlain ? "=" : "▄", Style(role, on: .raised))
            }
            if cell == hold { (text, style) = (glyphs.head, Style(role, on: .raised, bold: true)) }
            canvas.put(String(text), column: bar.column + cell, row: bar.row, style)
        }
    }

    /// Cells of a level, from 0 to `count`.
    static func cells(_ level: Double, _ count: Int) -> Double {
        guard !level.isNaN else { return 0 }
        return min(1, max(0, 1 - level / floor)) * Double(max(0, count))
    }

    /// The colour of a cell by the level at its right edge.
    private static func zone(_ cell: Int, of count: Int) -> Role {
        role(floor * (1 - Double(cell + 1) / Double(max(1, count))), .meter)
    }

    private static func role(_ level: Double, _ usual: Role) -> Role {
        level > -3 ? (usual == .meter ? .meterClip : .error) : level > -12 && usual == .meter ? .meterHigh : usual
    }

    /// A level in four cells: ` -7`, `-inf`, `  +2`.
    static func number(_ level: Double) -> String {
        guard level > -100 else { return "-inf" }
        let whole = Int64(nearest: min(99, level))
        return Cells.padded((whole > 0 ? "+" : "") + "\(whole)", 4, right: true)
    }
}
