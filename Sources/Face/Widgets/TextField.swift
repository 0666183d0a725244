// A line of text that is being typed. Any thread; a value.
public import Dictation
public import Drawing

/// A text of one line with a cursor, with the keys of a shell.
public struct TextField: Hashable, Sendable {
    private var characters: [Character]
    /// The place of the cursor, in characters from the start.
    public private(set) var cursor: Int
    /// The most characters.
    private let limit: Int

    /// Makes a field; the cursor stands behind the text.
    public init(_ text: String = "", limit: Int = 4096) {
        self.limit = max(1, limit)
        characters = Array(PrintableText.line(text).prefix(self.limit))
        cursor = characters.count
    }

    /// The text.
    public var text: String { String(characters) }

    /// Takes a key that edits or moves. False for any other key, such as enter, escape, tab, up and down.
    public mutating func take(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .named(.backspace), .control("h"):
            guard cursor > 0 else { return true }
            cursor -= 1
            characters.remove(at: cursor)
        case .named(.delete), .control("d"):
            if cursor < characters.count { characters.remove(at: cursor) }
        case .named(.left), .control("b"): cursor = max(0, cursor - 1)
        case .named(.right), .control("f"): cursor = min(characters.count, cursor + 1)
        case .named(.shiftLeft), .alt("b"): cursor = wordStart
        case .named(.shiftRight), .alt("f"): cursor = wordEnd
        case .named(.home), .control("a"): cursor = 0
        case .named(.end), .control("e"): cursor = characters.count
        case .control("u"):
            characters.removeFirst(cursor)
            cursor = 0
        case .control("k"): characters.removeSubrange(cursor...)
        case .control("w"):
            let start = wordStart
            characters.removeSubrange(start..<cursor)
            cursor = start
        default: return false
        }
        return true
    }

    /// Inserts text at the cursor, as typed or pasted: line ends become blanks, control characters question marks.
    public mutating func insert(_ text: String) {
        let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        var typed = Array(characters[..<cursor])
        typed += PrintableText.line(line)
        // An accent that comes after its letter joins it: the characters are counted again.
        let before = Array(String(typed))
        characters = Array((before + characters[cursor...]).prefix(limit))
        cursor = min(before.count, characters.count)
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1] == " " { place -= 1 }
        while place > 0, characters[place - 1] != " " { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, characters[place] == " " { place += 1 }
        while place < characters.count, characters[place] != " " { place += 1 }
        return place
    }

    /// Draws the field into the first row of the area and sets the cursor of the canvas. A text that is too long is shown
    /// around the cursor.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ style: Style = Style(.text, on: .raised)) {
        guard area.columns > 0, area.rows > 0 else { return }
        canvas.fill(area.line(0), style)
        let (first, before) = view(columns: area.columns)
        canvas.put(String(characters[first...]), column: area.column, row: area.row, style, width: area.columns)
        canvas.cursor = (area.column + before, area.row)
    }

    /// The place of a click, for a field that was drawn over so many columns.
    public mutating func click(column: Int, columns: Int) {
        let widths = characters.map { Cells.width(of: String($0)) }
        var (place, cell) = (view(columns: columns).first, 0)
        while place < widths.count, cell + widths[place] <= column {
            cell += widths[place]
            place += 1
        }
        cursor = place
    }

    /// The first character that is shown, and the cells from it to the cursor. The cursor itself takes a cell behind the text.
    private func view(columns: Int) -> (first: Int, before: Int) {
        let widths = characters[..<cursor].map { Cells.width(of: String($0)) }
        var first = 0
        var before = widths.reduce(0, +)
        while before > columns - 1, first < cursor {
            before -= widths[first]
            first += 1
        }
        return (first, before)
    }
}
