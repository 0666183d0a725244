// One column of a table. One thread; reads the clock for dates.
import Dictation
import Drawing

/// The cells of one column, the header first, and the width that they get.
struct Column {
    let key: String
    let cells: [String]
    let isNumber: Bool
    /// Cells that it takes at least, for tables that are read again and again.
    let least: Int
    /// Cells that it takes at most, header included.
    var most: Int
    /// Cells of the widest text. Measured once: the text of each cell is long work in a table of thousands.
    private let widest: Int

    init(key: String, cells: [String], isNumber: Bool, least: Int = 0, most: Int = .max) {
        (self.key, self.cells, self.isNumber, self.least, self.most) = (key, cells, isNumber, least, most)
        widest = cells.map(Cells.width).max() ?? 0
    }

    /// The column of one field of all items.
    init(_ key: String, _ items: [Fields], isTerminal: Bool) {
        let cells = items.map { item in
            guard let value = item[key] else { return "-" }
            // Programs read ISO 8601; people read their own time of day.
            if isTerminal, ["created", "modified", "moved"].contains(key) { return When.text(value.description) }
            // The last line of what a hook has printed.
            if key == "output" {
                return PrintableText.line(value.description.split(whereSeparator: \.isNewline).last.map(String.init) ?? "-")
            }
            return Wording.text(Field(key, value))
        }
        let isNumber = items.allSatisfy { item in
            if case .text = item[key] { false } else { true }
        }
        self.init(key: key, cells: [Wording.head(key)] + cells, isNumber: isNumber)
    }

    var width: Int { min(most, max(least, widest)) }
}
