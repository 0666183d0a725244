// A screen in memory. Any thread; a value.
internal import Dictation
internal import System

/// A grid of cells on which screens are drawn. Everything outside the grid is clipped, so that a screen can be drawn into any
/// size.
public struct Canvas: Hashable, Sendable {
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// The cell of the text cursor; nil hides the cursor.
    public var cursor: (column: Int, row: Int)? {
        get { cursorPlace.map { ($0 % max(1, columns), $0 / max(1, columns)) } }
        set {
            cursorPlace = newValue.flatMap {
                bounds.contains(column: $0.column, row: $0.row) ? $0.row * columns + $0.column : nil
            }
        }
    }
    private var cursorPlace: Int?
    /// Texts that were cut at their width, for tests that look if the texts of a language fit.
    public private(set) var cuts: [String] = []
    /// True once a wide character was put: until then none can be cut in half.
    private var hasWide = false

    /// Makes an empty canvas; a negative size becomes 0.
    public init(columns: Int, rows: Int, style: Style = .plain) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: Cell(" ", style), count: self.columns * self.rows)
    }

    /// The whole canvas.
    public var bounds: Rectangle { Rectangle(column: 0, row: 0, columns: columns, rows: rows) }

    /// The cell at a place inside the canvas; an empty cell for a place outside.
    public subscript(column: Int, row: Int) -> Cell {
        bounds.contains(column: column, row: row) ? cells[row * columns + column] : Cell()
    }

    /// Puts text into one row, cut after `width` cells and at the edge of the canvas. Control characters, line ends and
    /// direction marks become question marks: names and notes come from files. Gives the column behind the text.
    @discardableResult
    public mutating func put(_ text: String, column: Int, row: Int, _ style: Style, width: Int = .max) -> Int {
        guard row >= 0, row < rows else { return column }
        var place = column
        let end = width >= columns - column ? columns : column + max(0, width)
        // Most texts of a picture are one sign of a waveform or a meter: thirty times a second, looking up its width would
        // cost more than all the rest.
        if let sign = Self.sign(text) {
            guard place < end else { return place }
            if place >= 0 { set(place, row, Cell(sign, style)) }
            return place + 1
        }
        guard !text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
            if text.utf8.count > end - place { cuts.append(text) }
            for byte in text.utf8.prefix(max(0, end - place)) {
                if place >= 0 { set(place, row, Cell(Unicode.Scalar(byte), style)) }
                place += 1
            }
            return place
        }
        for character in PrintableText.line(text) {
            let cells = CellWidth.of(String(character))
            // A combining mark without a base gets no cell.
            guard cells > 0 else { continue }
            guard place + cells <= end else {
                cuts.append(text)
                break
            }
            if place >= 0 {
                set(place, row, Cell(character, style))
                if cells > 1 {
                    hasWide = true
                    set(place + 1, row, Cell(nil, style))
                }
            }
            place += cells
        }
        return place
    }

    /// Puts a scalar that takes one cell: a line, a block, a braille pattern. Its width is not looked up.
    public mutating func put(_ sign: Unicode.Scalar, column: Int, row: Int, _ style: Style) {
        if bounds.contains(column: column, row: row) { set(column, row, Cell(sign, style)) }
    }

    /// Takes the cells of an area, and the text cursor if it is shown, from a canvas of the same size.
    public mutating func take(_ area: Rectangle, from other: Canvas) {
        guard other.columns == columns, other.rows == rows else { return }
        let first = max(0, area.column)
        let end = min(columns, area.column + area.columns)
        for row in max(0, area.row)..<max(0, area.row, min(rows, area.row + area.rows)) where first < end {
            breakWide(before: first, row)
            breakWide(before: end, row)
            let line = row * columns + first..<row * columns + end
            cells[line] = other.cells[line]
        }
        hasWide = hasWide || other.hasWide
        cuts += other.cuts
        if other.cursorPlace != nil { cursorPlace = other.cursorPlace }
    }

    /// The only scalar of a text if its width is known.
    private static func sign(_ text: String) -> Unicode.Scalar? {
        var scalars = text.unicodeScalars.makeIterator()
        guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
        return scalar.isSign ? scalar : nil
    }

    /// Fills a rectangle with one character.
    public mutating func fill(_ area: Rectangle, _ style: Style, _ character: Character = " ") {
        for row in area.row..<area.row + area.rows where row >= 0 && area.columns > 0 {
            breakWide(before: area.column, row)
            breakWide(before: area.column + area.columns, row)
        }
        let cell = Cell(character, style)
        forEach(area) { $0 = cell }
    }

    /// Changes the style of all cells of a rectangle; the characters stay.
    public mutating func restyle(_ area: Rectangle, _ change: (inout Style) -> Void) {
        forEach(area) { change(&$0.style) }
    }

    private mutating func forEach(_ area: Rectangle, _ change: (inout Cell) -> Void) {
        let firstRow = max(0, area.row)
        let endRow = min(rows, area.row + area.rows)
        let first = max(0, area.column)
        let end = min(columns, area.column + area.columns)
        guard firstRow < endRow, first < end else { return }
        for row in firstRow..<endRow {
            for column in first..<end { change(&cells[row * columns + column]) }
        }
    }

    /// Sets a cell. A wide character of which only one half is left becomes blanks.
    private mutating func set(_ column: Int, _ row: Int, _ cell: Cell) {
        if !cell.isTail { breakWide(before: column, row) }
        breakWide(before: column + 1, row)
        cells[row * columns + column] = cell
    }

    /// Makes a wide character blank that stands on both sides of the border before a column.
    private mutating func breakWide(before column: Int, _ row: Int) {
        guard hasWide, column > 0, column < columns, row < rows else { return }
        let place = row * columns + column
        guard cells[place].isTail else { return }
        cells[place] = Cell(" ", cells[place].style)
        cells[place - 1] = Cell(" ", cells[place - 1].style)
    }

    /// The characters of a row as text, for tests and line mode.
    public func text(ofRow row: Int) -> String {
        guard row >= 0, row < rows else { return "" }
        return String(cells[row * columns..<(row + 1) * columns].compactMap(\.character))
    }
}
