// A part of the screen, in cells. Any thread; a value.

/// A rectangle of cells. Columns and rows count from 0, from the upper left corner.
public struct Rectangle: Hashable, Sendable {
    /// The first column.
    public var column: Int
    /// The first row.
    public var row: Int
    /// The number of columns, never negative.
    public var columns: Int
    /// The number of rows, never negative.
    public var rows: Int

    /// Makes a rectangle; a negative size becomes 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row, self.columns, self.rows) = (column, row, max(0, columns), max(0, rows))
    }

    /// True if the cell lies inside.
    public func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < self.column + columns && row >= self.row && row < self.row + rows
    }

    /// The rectangle without a margin on each side.
    public func inset(columns margin: Int = 0, rows edge: Int = 0) -> Rectangle {
        Rectangle(column: column + margin, row: row + edge, columns: columns - 2 * margin, rows: rows - 2 * edge)
    }

    /// One row of the rectangle.
    public func line(_ index: Int) -> Rectangle { Rectangle(column: column, row: row + index, columns: columns, rows: 1) }
}
