// Spoken lines in the index of a library. One owner at a time; blocks on the disk.
import Database
internal import Messages
import Words

extension LibraryIndex {
    /// Most lines of one recording that are searched for their places: more than anybody says in two weeks.
    static let mostLines: Int64 = 1 << 20
    /// Most lines of one recording that a search shows.
    private static let shownLines: Int64 = 3

    /// Most recordings of a page that are shown with their lines; the next pages have those of the others.
    static let mostWithLines = 200

    /// Most lines of a recording that are read one by one.
    private static let mostRead = 400

    /// Number of the first line of a recording. The numbers lie side by side, so a search in the lines of one recording need not
    /// look at those of all others. Throws for a recording with a number that only a damaged index has.
    static func firstLine(of recording: Int64) throws(DatabaseError) -> Int64 {
        guard (0..<Int64.max / mostLines).contains(recording) else {
            throw DatabaseError(damaged: tr("a recording has the number \(recording)"))
        }
        return recording * mostLines
    }

    /// Number of the first line of a recording, and the number after its last one. Throws as `firstLine` does.
    static func lines(of recording: Int64) throws(DatabaseError) -> [Statement.Value] {
        let first = try firstLine(of: recording)
        return [.int(first), .int(first + mostLines)]
    }

    /// True for a word that is searched for: others have neither letters nor digits.
    static func isWord(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

    /// Words as FTS5 searches for them: each is the beginning of a word.
    static func phrases(_ words: [String]) -> [String] {
        words.map { "\"\($0.folded.replacing("\"", with: " "))\"*" }
    }

    /// The first lines of a recording with all of the words; if there is none, those with any of them.
    func lines(
        of recording: Int64, with words: [String], isAnywhere: Bool = false
    ) throws(DatabaseError) -> [FoundLine] {
        if isAnywhere {
            let wanted = words.map(\.folded)
            let read = try readLines(of: recording, atMost: Int(Self.mostLines), ofWords: wanted.count) { text in
                let said = text.folded
                return wanted.count { said.contains($0) }
            }
            return read ?? []
        }
        let wanted = words.map { PlainWord($0).letters }
        let read = try readLines(of: recording, atMost: Self.mostRead, ofWords: wanted.count) { text in
            let said = PlainWord.words(text)
            return wanted.count { word in said.contains { $0.letters.hasPrefix(word) } }
        }
        if let read { return read }
        let phrases = Self.phrases(words)
        for match in phrases.count > 1 ? [" AND ", " OR "] : [" AND "] {
            var lines: [FoundLine] = []
            try database.prepare(
                "SELECT frame, coalesce(shown, text) FROM line WHERE line MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid LIMIT \(Self.shownLines)"
            ).each([.text(phrases.joined(separator: match))] + (try Self.lines(of: recording))) { row in
                lines.append(FoundLine(frame: row.int(0), text: row.text(1)))
            }
            if !lines.isEmpty { return lines }
        }
        return []
    }

    /// The same by reading all lines, which is quicker for a few hundred of them: the words of a library are searched as a whole.
    /// `hits` counts the words that a line has. Nil for more lines than `most`, and where no line has a word, as where the index
    /// divides words in another way, at hyphens.
    private func readLines(
        of recording: Int64, atMost most: Int, ofWords all: Int, hits: (String) -> Int
    ) throws(DatabaseError) -> [FoundLine]? {
        var (whole, part): ([FoundLine], [FoundLine]) = ([], [])
        var count = 0
        try database.prepare(
            "SELECT frame, coalesce(shown, text) FROM line WHERE rowid >= ? AND rowid < ? ORDER BY rowid LIMIT \(most + 1)"
        ).each(try Self.lines(of: recording)) { row in
            count += 1
            guard whole.count < Self.shownLines else { return }
            let hits = hits(row.text(1))
            guard hits > 0, hits == all || part.count < Self.shownLines else { return }
            let line = FoundLine(frame: row.int(0), text: row.text(1))
            if hits == all { whole.append(line) } else { part.append(line) }
        }
        let found = whole.isEmpty ? part : whole
        return found.isEmpty || count > most ? nil : found
    }
}
