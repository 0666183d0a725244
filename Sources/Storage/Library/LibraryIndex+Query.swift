// Searches the index of a library. One owner at a time; blocks on the disk.
import Database
import Dictation
import System
import Words

extension LibraryIndex {
    /// Refreshes the index and returns the page that the query asks for. Blocks.
    public func page(_ query: LibraryQuery) throws(StorageError) -> LibraryPage {
        var (page, openTakes) = try ask { () throws(DatabaseError) in try find(query) }
        let open = Set(openTakes)
        for index in page.items.indices where open.contains(page.items[index].name) {
            do throws(StorageError) {
                page.items[index].openness = try library.openness(page.items[index].name)
            } catch {
                // An obstacle at one recording, which each user of the folder can put there, hides no other one.
                guard error.isObstacle else { throw error }
                guard page.items[index].problem.isEmpty else { continue }
                page.items[index].problem = error.description
                page.problems += 1
            }
        }
        return page
    }

    /// Refreshes the index and returns all tags in use, each once, sorted. Blocks.
    public func tags() throws(StorageError) -> [String] {
        let (tags, _) = try ask { () throws(DatabaseError) in
            var tags: Set<String> = []
            try database.prepare("SELECT DISTINCT tags FROM recording WHERE tags <> ''").each([]) { row in
                tags.formUnion(row.text(0).split(separator: "\n").map(String.init))
            }
            return tags
        }
        return tags.sorted()
    }

    /// Finds a page in the database.
    private func find(_ query: LibraryQuery) throws(DatabaseError) -> LibraryPage {
        var conditions: [String] = []
        var values: [Statement.Value] = []
        if let words = query.words {
            let known = words.filter(Self.isWord)
            guard !known.isEmpty else { return LibraryPage(items: [], total: 0, problems: 0) }
            if query.isAnywhere {
                // Reads all words of all recordings, each recording once.
                let found = Array(repeating: "instr(\(Self.allWords), ?) > 0", count: known.count).joined(separator: " AND ")
                conditions.append("id IN (SELECT rowid FROM words WHERE \(found))")
                values += known.map { .text($0.folded) }
            } else {
                conditions.append("id IN (SELECT rowid FROM words WHERE words MATCH ?)")
                values.append(.text(Self.phrases(known).joined(separator: " AND ")))
            }
        }
        let wordValues = values.count
        if let pattern = query.pattern {
            conditions.append("folded LIKE ? ESCAPE '\\'")
            values.append(.text(Self.like(pattern)))
        }
        if let tag = query.tag {
            conditions.append("instr(tagline, ?) > 0")
            values.append(.text("\n\(tag.lowercased())\n"))
        }
        if let artist = query.artist {
            conditions.append("foldedArtist = ?")
            values.append(.text(artist.lowercased()))
        }
        if query.isFavourite { conditions.append("favourite = 1") }
        if let state = query.state {
            conditions.append("state = ?")
            values.append(.text(state.rawValue))
        }
        let filter = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        var items: [LibraryItem] = []
        var ids: [Int64] = []
        let text = "SELECT \(Self.columns) FROM recording WHERE \(filter) ORDER BY \(Self.order(query)) LIMIT ? OFFSET ?"
        try database.prepare(text).each(values + [.int(Int64(query.limit ?? -1)), .int(Int64(query.offset))]) { row in
            items.append(Self.item(row))
            ids.append(row.int(20))
        }
        if let words = query.words {
            for (index, id) in ids.prefix(Self.mostWithLines).enumerated() {
                items[index].spoken = try lines(of: id, with: words.filter(Self.isWord), isAnywhere: query.isAnywhere)
            }
        }
        var (total, problems) = try counts(filter, values, isSearch: query.words != nil)
        if query.words != nil {
            // Recordings whose words are not known, which is a problem of each. The condition for the words is the first one.
            let unread = Array(conditions[1...]) + ["problem <> ''", "unread = 1", "NOT \(conditions[0])"]
            let unreadValues = Array(values[wordValues...] + values[..<wordValues])
            problems += try counts(unread.joined(separator: " AND "), unreadValues, isSearch: true).total
        }
        return LibraryPage(items: items, total: total, problems: problems)
    }

    /// Counts the recordings that match an SQL condition, and those of them with problems.
    ///
    /// The index `byProblem` finds the few with problems, and another one counts all without a look at each row. The condition of
    /// a search costs more than the rows that it finds, and is asked once.
    private func counts(
        _ filter: String, _ values: [Statement.Value], isSearch: Bool
    ) throws(DatabaseError) -> (total: Int, problems: Int) {
        var (total, problems) = (0, 0)
        let found =
            isSearch ? "count(nullif(problem, ''))" : "(SELECT count(*) FROM recording WHERE problem <> '' AND \(filter))"
        let text = "SELECT count(*), \(found) FROM recording WHERE \(filter)"
        try database.prepare(text).each(isSearch ? values : values + values) { row in
            total = Int(row.int(0))
            problems = Int(row.int(1))
        }
        return (total, problems)
    }

    /// SQL LIKE pattern: matches a part of the name, or the whole name with `*` or `?`.
    private static func like(_ pattern: String) -> String {
        var text = ""
        var isWhole = false
        for character in pattern.lowercased() {
            switch character {
            case "*":
                text += "%"
                isWhole = true
            case "?":
                text += "_"
                isWhole = true
            case "%", "_", "\\": text += "\\\(character)"
            default: text.append(character)
            }
        }
        return isWhole ? text : "%\(text)%"
    }

    /// SQL sort order of a query.
    private static func order(_ query: LibraryQuery) -> String {
        let column =
            switch query.sort {
            case .name: "folded"
            case .date: "date"
            case .duration: "seconds"
            case .size: "bytes"
            }
        let isDown = (query.sort == .name) == query.isReversed
        let direction = isDown ? "DESC" : "ASC"
        return "\(column) \(direction), name \(direction)"
    }

    /// All that is searched of a recording.
    private static let allWords = ["name", "title", "artist", "note", "tags", "markers", "spoken", "fields"].joined(
        separator: "||char(10)||")

    private static let columns = """
        name, path, title, note, tags, state, created, modified, frames, seconds, rate, channels, container, encoding, bytes,
        segments, markers, position, problem, artist, id, high, low, favourite, fields, kilobits
        """

    /// Reads an item from a row with `columns`.
    private static func item(_ row: Statement) -> LibraryItem {
        var item = LibraryItem(name: row.text(0), path: row.text(1))
        item.title = row.text(2)
        item.note = row.text(3)
        item.tags = row.text(4).split(separator: "\n").map(String.init)
        item.state = Recording.State(rawValue: row.text(5)) ?? .completed
        item.created = row.text(6)
        item.modified = row.isNull(7) ? nil : Timestamp(seconds: Int(row.int(7)))
        item.frames = row.int(8)
        item.seconds = row.double(9)
        item.rate = Int(row.int(10))
        item.channels = Int(row.int(11))
        item.container = row.text(12)
        item.encoding = row.text(13)
        item.bytes = row.int(14)
        item.segments = Int(row.int(15))
        item.markers = Int(row.int(16))
        item.playPosition = row.isNull(17) ? nil : row.int(17)
        item.problem = row.text(18)
        item.artist = row.text(19)
        item.id = Identifier(halves: (row.int(21), row.int(22)))
        item.isFavourite = row.int(23) != 0
        let fields = row.text(24)
        if !fields.isEmpty { item.fields = fields.split(separator: "\n").compactMap { OwnField(String($0)) } }
        item.kilobits = row.isNull(25) ? nil : Int(row.int(25))
        return item
    }
}
