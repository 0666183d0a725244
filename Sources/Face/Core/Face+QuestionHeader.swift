// The question sheet in the header. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// Columns from which on the header has room for a sheet beside name, lamp and time.
    private static let questionColumns = 60
    /// Cells of the longest name of a sheet in the header.
    private static let sheetWidth = 12

    /// Draws the sheet that is being asked, and the place in it, before a column. Gives the column before which there is room.
    func drawQuestion(_ sketch: inout Sketch, before end: Int) -> Int {
        let question = view.question
        guard question.isAsked, columns >= Self.questionColumns else { return end }
        let sheet = Cells.shortened(PrintableText.line(question.sheet), to: Self.sheetWidth, gap: options.glyphs.gap)
        // As many cells for each question of the sheet.
        let width = Cells.width(of: QuestionView.place(question.count, of: question.count))
        let place = Cells.padded(question.place, width, right: true)
        let words = tr("ask \(sheet) \(place)")
        let column = end - Cells.width(of: words) - 2
        guard column > 3 else { return end }
        sketch.canvas.put(words, column: column, row: 0, Style(question.role))
        sketch.button(Rectangle(column: column, row: 0, columns: Cells.width(of: words), rows: 1), .ask)
        return column
    }
}
