// The difference of two canvases. Any thread; a value.
internal import System

extension Canvas {
    /// The places of the cells that differ from another canvas, row by row; all without one of the same size.
    ///
    /// The width of a character shows in the cell behind it, so a cell counts as changed with the next one.
    public func changes(since before: Canvas?) -> [(column: Int, row: Int)] {
        guard let before, before.columns == columns, before.rows == rows else {
            return (0..<rows).flatMap { row in (0..<columns).map { ($0, row) } }
        }
        var places: [(column: Int, row: Int)] = []
        for row in rowsOfOtherBytes(before) {
            // A loop over all cells of the row, in thirty pictures a second.
            var place = (row + 1) * columns
            var nextDiffers = false
            while place > row * columns {
                place -= 1
                let differs = before.cells[place] != cells[place]
                if differs || nextDiffers { places.append((place - row * columns, row)) }
                nextDiffers = differs
            }
        }
        return places
    }

    /// The rows whose bytes differ from those of a canvas of the same size. Most rows of a picture are those of the one before, and
    /// bytes are compared much faster than cells. Equal cells may have different bytes between their parts, so the cells of these
    /// rows decide.
    private func rowsOfOtherBytes(_ before: Canvas) -> [Int] {
        let length = columns * MemoryLayout<Cell>.stride
        return unsafe cells.withUnsafeBytes { new in
            unsafe before.cells.withUnsafeBytes { old in
                (0..<rows).filter { row in
                    let bytes = row * length..<(row + 1) * length
                    return unsafe !UnsafeRawBufferPointer(rebasing: new[bytes])
                        .hasBytes(of: UnsafeRawBufferPointer(rebasing: old[bytes]))
                }
            }
        }
    }
}
