// The lines of a transcript, broken into rows. Any thread; a value.
internal import Dictation
internal import Drawing

/// A text of many lines in a window of rows, with a line that is selected and always visible.
struct TranscriptRows: Sendable, Equatable {
    /// A row of the picture.
    struct Row: Sendable, Equatable {
        /// Number of the line, from 0.
        let line: Int
        /// The part of the line's text.
        let text: String
        /// True for the first row of a line.
        let isFirst: Bool
    }

    private(set) var lines: [TranscriptLine] = []
    private(set) var rows: [Row] = []
    /// The first row of each line.
    private var firsts: [Int] = []
    private(set) var top = 0
    private(set) var selected = 0
    private var width = 0
    private var height = 1

    /// Takes other lines. The selection stays at its place of the sound.
    mutating func take(_ lines: [TranscriptLine]) {
        let place = self.lines.indices.contains(selected) ? self.lines[selected].start : 0
        self.lines = lines
        breakLines()
        select(lines.lastIndex { $0.start <= place } ?? 0)
    }

    /// Fits the text to a window.
    mutating func fit(columns: Int, rows: Int) {
        let isSame = columns == width
        (width, height) = (columns, max(1, rows))
        if !isSame { breakLines() }
        select(selected)
    }

    private mutating func breakLines() {
        rows = []
        firsts = []
        for (index, line) in lines.enumerated() {
            firsts.append(rows.count)
            let parts = Cells.wrapped(line.shown, to: max(1, width))
            for (number, part) in (parts.isEmpty ? [""] : parts).enumerated() {
                rows.append(Row(line: index, text: part, isFirst: number == 0))
            }
        }
    }

    /// The rows of a line.
    private func rows(of line: Int) -> Range<Int> {
        guard firsts.indices.contains(line) else { return 0..<0 }
        return firsts[line]..<(line + 1 < firsts.count ? firsts[line + 1] : rows.count)
    }

    /// Selects a line, or the nearest one there is, and makes it visible: all of it, if there is room.
    mutating func select(_ line: Int) {
        selected = max(0, min(line, lines.count - 1))
        let own = rows(of: selected)
        top = max(0, min(top, rows.count - height))
        top = max(top, min(own.upperBound - height, own.lowerBound))
        top = min(top, own.lowerBound)
    }

    /// The rows that are shown.
    var visible: Range<Int> { min(top, rows.count)..<min(rows.count, top + height) }

    /// Scrolls by three rows; the selection follows as far as it must to stay visible.
    mutating func scroll(down isDown: Bool) {
        top = max(0, min(top + (isDown ? 3 : -3), rows.count - height))
        guard !visible.isEmpty else { return }
        let seen = rows[visible.lowerBound].line...rows[visible.upperBound - 1].line
        selected = max(seen.lowerBound, min(selected, seen.upperBound))
    }

    /// The line at a row of the picture; nil below the last one.
    func line(atRow row: Int) -> Int? {
        row >= 0 && visible.contains(top + row) ? rows[top + row].line : nil
    }

    /// Takes an action that moves the selection. False for any other.
    mutating func take(_ action: ScreenAction) -> Bool {
        switch action {
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .pageUp: page(-1)
        case .pageDown: page(1)
        case .first: select(0)
        case .last: select(lines.count - 1)
        default: return false
        }
        return true
    }

    private mutating func page(_ direction: Int) {
        guard !rows.isEmpty else { return }
        let row = rows(of: selected).lowerBound + direction * max(1, height - 1)
        let line = rows[max(0, min(row, rows.count - 1))].line
        // A line that is longer than the window is left all the same.
        select(line == selected ? selected + direction : line)
    }
}
