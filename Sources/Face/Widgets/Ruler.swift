// The time ruler over a waveform. Any thread; a value.
internal import Dictation
public import Drawing

/// Round marks with their times over the cells of a waveform: never overlapping, never cut.
public struct Ruler: Sendable {
    /// One mark.
    public struct Mark: Hashable, Sendable {
        /// The cell of the mark.
        public let cell: Int
        /// The time, as it is written behind the mark.
        public let label: String
    }

    private let axis: TimeAxis

    /// Makes a ruler for an axis.
    public init(_ axis: TimeAxis) { self.axis = axis }

    /// Distances of marks in tenths of a second; hours beyond them double.
    private static let steps: [Int64] = [
        1, 2, 5, 10, 20, 50, 100, 150, 300, 600, 1200, 3000, 6000, 9000, 18_000, 36_000, 72_000, 108_000, 216_000, 432_000,
        864_000,
    ]

    /// The marks, each with room for its label and a space.
    public var marks: [Mark] {
        let first = axis.seconds(of: axis.firstFrame) * 10
        let last = axis.seconds(of: axis.firstFrame + axis.frames) * 10
        let cellsOfTenth = Double(axis.cells) / (Double(axis.frames) / Double(axis.rate) * 10)
        var step = Self.steps[0]
        for candidate in Self.steps + (1...40).map({ 864_000 << Int64($0) }) {
            step = candidate
            let room = Self.label(Int64(nearest: last), step).count + 2
            if Double(step) * cellsOfTenth >= Double(room) { break }
        }
        var marks: [Mark] = []
        var tenth = Int64(nearest: (first / Double(step)).rounded(.up)) * step
        while Double(tenth) < last, marks.count < axis.cells {
            let frame = Int64(nearest: (Double(tenth) / 10 * Double(axis.rate)).rounded(.up))
            let label = Self.label(tenth, step)
            if let cell = axis.cell(of: frame), cell + label.count + 1 <= axis.cells {
                marks.append(Mark(cell: cell, label: label))
            }
            tenth += step
        }
        return marks
    }

    /// `00:45`, `1:06:30`; with tenths where the marks are closer than a second.
    private static func label(_ tenths: Int64, _ step: Int64) -> String {
        let seconds = max(0, tenths / 10)
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let clock = two(seconds / 60 % 60) + ":" + two(seconds % 60)
        let whole = seconds >= 3600 ? "\(seconds / 3600):" + clock : clock
        return step < 10 ? whole + ".\(max(0, tenths) % 10)" : whole
    }

    /// Draws the ruler into the first row of the area.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        guard area.rows > 0 else { return }
        for mark in marks where mark.cell + mark.label.count + 1 <= area.columns {
            canvas.put(String(glyphs.tick), column: area.column + mark.cell, row: area.row, Style(.separator))
            canvas.put(mark.label, column: area.column + mark.cell + 1, row: area.row, Style(.secondary))
        }
    }
}
