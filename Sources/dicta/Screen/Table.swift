// Items of an answer as a table. One thread; no I/O.
import Dictation

/// A table with numbers aligned to the right. A terminal gets as many columns as fit; a pipe gets all of them.
struct Table {
    private struct Column {
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

        var width: Int { min(most, max(least, widest)) }
    }

    private var columns: [Column] = []
    private let room: Int?
    private let count: Int

    /// The cells of a name, below which nothing can be told from anything.
    private static let shortest = 12

    /// Makes the table. `chosen` are the keys of `--columns`; `room` is the width of a terminal, nil for a pipe.
    init(_ items: [Fields], _ request: Request, chosen: [String]?, room: Int?) {
        self.room = room
        count = items.count
        guard !items.isEmpty else { return }
        if request.verb == .library(.operations) {
            columns = Self.operations(items)
        } else {
            columns = (chosen ?? Self.keys(items)).map { Self.column($0, items, isTerminal: room != nil) }
        }
        if let room { fit(room, mayDrop: chosen == nil, request) }
    }

    var text: String {
        guard count > 0 else { return "" }
        return (0...count).map { row in
            var line = columns.map { column in
                Cells.padded(Cells.shortened(column.cells[row], to: column.width), column.width, right: column.isNumber)
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    // MARK: Columns

    private static func keys(_ items: [Fields]) -> [String] {
        let tooLong = Columns.tooLong(items)
        var keys: [String] = []
        for item in items {
            for field in item.all where !keys.contains(field.key) && !tooLong.contains(field.key) {
                if !Listing.isSaidBy(another: field, of: item) { keys.append(field.key) }
            }
        }
        keys.removeAll { key in items.allSatisfy { isUsual(key, $0[key]) } }
        return keys
    }

    private static func column(_ key: String, _ items: [Fields], isTerminal: Bool) -> Column {
        let cells = items.map { item in
            guard let value = item[key] else { return "-" }
            // Programs read ISO 8601; people read their own time of day.
            if isTerminal, ["created", "modified"].contains(key) { return When.text(value.description) }
            return Wording.text(Field(key, value))
        }
        let isNumber = items.allSatisfy { item in
            if case .text = item[key] { false } else { true }
        }
        return Column(key: key, cells: [Wording.label(key).uppercased()] + cells, isNumber: isNumber)
    }

    /// The list of operations is looked at again and again: its columns are always the same, and keep their places.
    private static func operations(_ items: [Fields]) -> [Column] {
        func column(
            _ key: String, _ label: String, _ least: Int, most: Int = .max, isNumber: Bool = false,
            _ cell: (Fields) -> String
        ) -> Column {
            let cells = items.map { PrintableText.line(cell($0)) }
            return Column(key: key, cells: [label] + cells, isNumber: isNumber, least: least, most: most)
        }
        func number(_ key: String, _ item: Fields) -> String { item[key]?.description ?? "-" }
        return [
            column("operation", "ID", 4, isNumber: true) { number("operation", $0) },
            column("verb", "VERB", 8) { number("verb", $0) },
            column("state", "STATE", 9) { number("state", $0) },
            column("percent", "%", 3, isNumber: true) { number("percent", $0) },
            column("done", "DONE", 9, isNumber: true) { "\(number("done", $0))/\(number("total", $0))" },
            column("failed", "FAILED", 6, isNumber: true) { number("failed", $0) },
            column("name", "NAME", 20) { ($0["name"] ?? $0["current"])?.description ?? "-" },
            column("error", "ERROR", 5) { $0["error"]?.description ?? $0["skipped"].map { "\($0) left alone" } ?? "" },
        ]
    }

    /// True for a value that is as always: a column of such values is left out.
    private static func isUsual(_ key: String, _ value: Value?) -> Bool {
        switch (key, value) {
        case ("title", .text("")), ("tags", .text("")), ("state", .text("completed")), ("markers", .int(0)),
            ("segments", .int(1)),
            ("problem", nil), ("position_seconds", nil), ("failed", .int(0)), ("error", nil):
            true
        default: false
        }
    }

    // MARK: Fitting

    private var width: Int { columns.map(\.width).reduce(0, +) + 2 * max(0, columns.count - 1) }

    /// Makes the table fit: columns go by importance, and only then names are shortened.
    private mutating func fit(_ room: Int, mayDrop: Bool, _ request: Request) {
        switch request.verb {
        case .library(.operations):
            // By fixed widths only, so that nothing jumps when an operation ends.
            for key in ["failed", "done"] where columns.map(\.least).reduce(0, +) + 2 * (columns.count - 1) + 10 > room {
                columns.removeAll { $0.key == key }
            }
            for column in columns.indices where columns[column].least > 8 { columns[column].most = columns[column].least }
            // The error takes what is left.
            if let last = columns.indices.last { columns[last].most = max(5, room - width + columns[last].width) }
            return
        case .library(.ls), .library(.search):
            for key in Columns.leftOut where mayDrop && width > room { columns.removeAll { $0.key == key } }
        default: break
        }
        shorten(room)
        for key in ["created", "seconds"] where mayDrop && width > room { columns.removeAll { $0.key == key } }
    }

    /// Shortens the widest texts, as little as is needed.
    private mutating func shorten(_ room: Int) {
        while width > room {
            let texts = columns.indices.filter { !columns[$0].isNumber && columns[$0].width > Self.shortest }
            guard let widest = texts.max(by: { columns[$0].width < columns[$1].width }) else { return }
            let next = texts.filter { $0 != widest }.map { columns[$0].width }.max() ?? Self.shortest
            let now = columns[widest].width
            columns[widest].most = max(Self.shortest, min(now - 1, max(next, now - (width - room))))
        }
    }
}
