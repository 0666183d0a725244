// A running operation in one line. Any thread; no state.
internal import Dictation
internal import Drawing
internal import Messages

extension OperationView {
    /// True while the library works on something for the user; a waveform that is looked at is no work of the user's.
    var isRunning: Bool {
        !kind.isEmpty && kind != LibraryVerb.peaks.rawValue && (state.isEmpty || state == "running" || state == "waiting")
    }
}

/// The progress of an operation of the library.
enum OperationLine {
    /// Draws verb and name, the time left where it is known, and a bar.
    static func draw(_ operation: OperationView, on canvas: inout Canvas, in line: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        let more = operation.running > 1 ? " (+\(operation.running - 1))" : ""
        let words = Cells.shortened(
            PrintableText.line(words(operation) + more), to: max(0, line.columns / 2), gap: glyphs.gap)
        let end = canvas.put(words, column: line.column, row: line.row, Style(.info), width: line.columns)
        let bar = Rectangle(
            column: end + 2, row: line.row, columns: min(40, line.column + line.columns - end - 3), rows: 1)
        ProgressBar(operation.percent / 100).draw(on: &canvas, in: bar, glyphs)
    }

    /// Verb and name, and the time left where it is known.
    private static func words(_ operation: OperationView) -> String {
        let work = "\(operation.kind) \(operation.name)"
        guard operation.secondsLeft >= 0 else { return work }
        let left = TimeSpan.counter(seconds: operation.secondsLeft)
        return tr("\(work), \(left) left")
    }
}
