// A progress bar. Any thread; a value.
internal import Dictation
public import Drawing

/// How far a work is, as a bar and in percent.
public struct ProgressBar: Sendable {
    private let share: Double

    /// Makes a bar for a share from 0 to 1; anything else becomes the nearest one.
    public init(_ share: Double) { self.share = share.isNaN ? 0 : max(0, min(1, share)) }

    /// Draws the bar into the first row of the area, with the percent in five cells behind it.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs, on background: Role = .background)
    {
        guard area.rows > 0, area.columns > 0 else { return }
        let words = Cells.padded("\(Int64((share * 100).rounded(.down))) %", 6, right: true)
        let bar = area.columns - words.count
        let filled = share * Double(max(0, bar))
        for cell in 0..<max(0, bar) {
            let part = min(1, max(0, filled - Double(cell)))
            let character =
                glyphs.isPlain
                ? (part >= 0.5 ? "#" : ".") : part > 0 ? FaceOptions.Glyphs.leftEighths[Int((part * 8).rounded(.down))] : " "
            canvas.put(
                String(character), column: area.column + cell, row: area.row,
                Style(glyphs.isPlain && part < 0.5 ? .separator : .fill, on: background == .background ? .raised : background))
        }
        canvas.put(
            words, column: area.column + max(0, bar), row: area.row, Style(.text, on: background),
            width: area.columns - max(0, bar))
    }
}
