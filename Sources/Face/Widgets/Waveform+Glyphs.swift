// Cells of a waveform in braille, blocks and ASCII. Any thread; no state.

extension Waveform {
    /// Two columns in a cell of 2 x 4 dots.
    static func braille(_ left: Bar, _ right: Bar, row: Int, of rows: Int) -> Ink {
        var pattern: UInt32 = 0x2800
        // The dots from above, in the left half and in the right half. Not in arrays: this runs for each cell of each picture.
        func dot(_ step: Int, _ leftDot: UInt32, _ rightDot: UInt32) {
            if left.steps.contains(row * 4 + step) { pattern |= leftDot }
            if right.steps.contains(row * 4 + step) { pattern |= rightDot }
        }
        dot(0, 0x01, 0x08)
        dot(1, 0x02, 0x10)
        dot(2, 0x04, 0x20)
        dot(3, 0x40, 0x80)
        guard pattern != 0x2800, let sign = Unicode.Scalar(pattern) else { return Ink(" ", isLoud: false) }
        return Ink(sign, isLoud: isLoud(left.column, row: row, of: rows) || isLoud(right.column, row: row, of: rows))
    }

    /// A column in a cell of eight steps. Unicode has blocks that are filled from below only; the others are those with their
    /// colours swapped.
    static func block(_ bar: Bar, row: Int, of rows: Int) -> Ink {
        let loud = isLoud(bar.column, row: row, of: rows)
        let first = max(0, bar.steps.lowerBound - row * 8)
        let last = min(8, bar.steps.upperBound - row * 8)
        guard first < last else { return Ink(" ", isLoud: false) }
        if last == 8 { return Ink(eighths(8 - first), isLoud: loud) }
        if first == 0 { return Ink(eighths(8 - last), isLoud: loud, isReversed: true) }
        // A wave within one row: as much as it fills, around the middle.
        return Ink(last - first > 5 ? "█" : last - first > 2 ? "━" : "─", isLoud: loud)
    }

    /// A cell that is filled from below by so many eighths.
    private static func eighths(_ count: Int) -> Unicode.Scalar {
        count <= 0 ? " " : Unicode.Scalar(UInt32(0x2580 + min(8, count))) ?? "█"
    }

    /// A column in a cell of two steps: `#` is loud, `|` a peak; at the tips half cells, and a line of silence.
    static func ascii(_ bar: Bar, row: Int, of rows: Int) -> Ink {
        let loud = isLoud(bar.column, row: row, of: rows)
        let upper = bar.steps.contains(row * 2)
        let lower = bar.steps.contains(row * 2 + 1)
        guard upper || lower else { return Ink(" ", isLoud: false) }
        if bar.column.peak == 0 { return Ink("-", isLoud: true) }
        return Ink(upper && lower ? (loud ? "#" : "|") : upper ? "'" : ".", isLoud: loud)
    }
}
