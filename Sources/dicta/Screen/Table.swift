// Items of an answer as a table. One thread; no I/O.
import Dictation
import Drawing

/// A table with numbers aligned to the right. A terminal gets as many columns as fit; a pipe gets all of them.
struct Table {
    private var columns: [Column] = []
    /// Sentences of each item: beside its columns where there is room, and otherwise below its row.
    private var prose: [[String]] = []
    /// Header of the sentences beside the columns, and the cells that they have; nil where they stand below.
    private var beside: (header: String, width: Int)?
    private let room: Int?
    private let count: Int

    /// Cells to which a text is shortened before a column is left out.
    private static let enough = 24
    /// The cells of a name, below which nothing can be told from anything.
    private static let shortest = 12
    /// Cells that sentences need beside the columns.
    private static let proseWidth = 30
    /// Cells before a sentence below its row.
    private static let indent = 4

    /// Makes the table. `chosen` are the keys of `--columns`; `room` is the width of a terminal, nil for a pipe.
    init(_ items: [Fields], _ request: Request, chosen: [String]?, room: Int?) {
        self.room = room
        count = items.count
        guard !items.isEmpty else { return }
        if request.verb == .library(.operations) {
            columns = Columns.operations(items, room: room)
            // Its place is the same whether there are notes or not.
            if let room { putProse(Wording.head("notes"), items.map(Columns.operationNotes), room, mayStayAway: false) }
            return
        }
        var keys = chosen ?? Self.keys(items)
        let told = room == nil || chosen != nil ? nil : Columns.prose.first(where: keys.contains)
        keys.removeAll { $0 == told }
        columns = keys.map { Column($0, items, isTerminal: room != nil) }
        guard let room else { return }
        fit(room, mayDrop: chosen == nil, request)
        guard let told else { return }
        let sentences = items.map { item in item[told].map { [Wording.text(Field(told, $0))] } ?? [] }
        putProse(Wording.head(told), sentences, room)
    }

    var text: String { lines.joined() }

    /// The header, and a text for each item; each ends with a line feed. None without items.
    var lines: [String] {
        guard count > 0 else { return [] }
        return (0...count).map { row in
            var line = columns.map { column in
                Cells.padded(Cells.shortened(column.cells[row], to: column.width), column.width, right: column.isNumber)
            }.joined(separator: "  ")
            let sentences = row == 0 ? beside.map { [$0.header] } ?? [] : prose.isEmpty ? [] : prose[row - 1]
            if let beside {
                let lines = sentences.flatMap { Cells.wrapped($0, to: beside.width) }
                let space = "\n" + String(repeating: " ", count: columns.isEmpty ? 0 : width + 2)
                line += (columns.isEmpty || lines.isEmpty ? "" : "  ") + lines.joined(separator: space)
            } else {
                while line.last == " " { line.removeLast() }
                let lines = sentences.flatMap { Cells.wrapped($0, to: max(Self.shortest, (room ?? 80) - Self.indent)) }
                line += lines.map { "\n" + String(repeating: " ", count: Self.indent) + $0 }.joined()
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
    }

    // MARK: Columns

    private static func keys(_ items: [Fields]) -> [String] {
        let tooLong = Columns.tooLong(items)
        var keys: [String] = []
        for item in items {
            for field in item.all where !keys.contains(field.key) && !tooLong.contains(field.key) {
                // Groups have headings, and own keys are shown where they are asked for.
                if field.key.hasPrefix("group") || field.key.hasPrefix(Columns.ownKey) { continue }
                if !Listing.isSaidBy(another: field, of: item) { keys.append(field.key) }
            }
        }
        keys.removeAll { key in items.allSatisfy { Columns.isUsual(key, $0[key]) } }
        return keys
    }

    // MARK: Fitting

    private var width: Int { columns.map(\.width).reduce(0, +) + 2 * max(0, columns.count - 1) }

    /// Makes the table fit: texts are shortened a little, then columns go by importance, and only then texts are shortened more.
    private mutating func fit(_ room: Int, mayDrop: Bool, _ request: Request) {
        let all = columns
        if mayDrop {
            shorten(room, to: Self.enough)
            for key in Columns.leftOut(request.verb) where width > room { columns.removeAll { $0.key == key } }
            // Room that a dropped column leaves belongs to the names.
            let kept = columns.map(\.key)
            columns = all.filter { kept.contains($0.key) }
        }
        shorten(room, to: Self.enough)
        shorten(room, to: Self.shortest)
        // The last ones of other tables are the least important.
        let isList = [.library(.ls), .library(.search)].contains(request.verb)
        let rest = isList ? ["created", "seconds"] : columns.map(\.key).reversed()
        for key in rest where mayDrop && width > room && columns.count > 1 { columns.removeAll { $0.key == key } }
    }

    /// Shortens the widest texts, as little as is needed and to `least` cells at most.
    private mutating func shorten(_ room: Int, to least: Int) {
        while width > room {
            let texts = columns.indices.filter { !columns[$0].isNumber && columns[$0].width > least }
            guard let widest = texts.max(by: { columns[$0].width < columns[$1].width }) else { return }
            let next = texts.filter { $0 != widest }.map { columns[$0].width }.max() ?? least
            let now = columns[widest].width
            columns[widest].most = max(least, min(now - 1, max(next, now - (width - room))))
        }
    }

    /// Puts sentences beside the columns if there is room, otherwise below the rows.
    private mutating func putProse(_ header: String, _ sentences: [[String]], _ room: Int, mayStayAway: Bool = true) {
        guard !mayStayAway || sentences.contains(where: { !$0.isEmpty }) else { return }
        prose = sentences
        let left = room - (columns.isEmpty ? 0 : width + 2)
        if left >= Self.proseWidth { beside = (header, left) }
    }
}
