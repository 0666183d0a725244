// Draws the count-in over the tape. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension DeckPanel {
    /// Draws the beats or the seconds that are left of a count-in, in large digits in the middle of the waveform.
    func drawCountIn(_ sketch: inout Sketch, _ layout: DeckLayout, _ context: FaceContext) {
        guard context.view.transport.record == .counting, layout.wave.rows >= 3 else { return }
        let (wave, glyphs) = (layout.wave, context.options.glyphs)
        // The sounds of the count-in are made first: there is no number until then.
        let cues = context.view.cues
        let left = cues.number
        let digits = LargeDigits(Cells.padded(left > 0 ? left.fixed(0) : "", cues.countInDigits, right: true))
        let space = wave.inset(columns: 3)
        let size = digits.size(in: space, glyphs)
        let words =
            left == 0 ? tr("The take begins soon") : cues.beats > 0 ? tr("Beats to the take") : tr("The take begins in")
        // The longest words and a gap, so that nothing moves when the number comes.
        let lead = 23
        let hasWords = wave.columns >= lead + digits.width(size) + 6
        let rows = size == .large ? 5 : size == .middle ? 3 : 1
        let box = DialogFrame.centred(
            columns: digits.width(size) + (hasWords ? lead : 0) + 4, rows: min(wave.rows, rows + (wave.rows > rows ? 1 : 0)),
            in: wave)
        sketch.canvas.fill(box, .plain)
        if hasWords {
            sketch.canvas.put(
                Cells.padded(words, lead - 3, right: true), column: box.column + 2, row: box.row + rows / 2,
                Style(.warning, bold: true))
        }
        let place = Rectangle(
            column: box.column + 2 + (hasWords ? lead : 0), row: box.row, columns: digits.width(size), rows: rows)
        digits.draw(on: &sketch.canvas, in: place, Style(.warning), glyphs)
    }
}
