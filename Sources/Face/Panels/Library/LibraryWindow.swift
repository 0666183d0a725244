// The known part of the library's list. Any thread; a value.
internal import Dictation

/// The rows around what is visible. A library of 100,000 costs as much as one of a page: only a part is ever asked for, and of
/// several requests under way the newest wins.
struct LibraryWindow: Sendable, Equatable {
    /// A part of the list, as it is asked for.
    struct Part: Sendable, Equatable {
        var filter = LibraryFilter()
        var revision: Int64 = -1
        var offset = 0
        var limit = 0
    }

    /// The number of all rows.
    private(set) var total = 0
    /// The number of the first known row.
    private(set) var first = 0
    /// The known rows.
    private(set) var rows: [RecordingView] = []
    /// The words of the last failure; empty for none.
    private(set) var failure = ""
    /// The part that was answered last; nil before the first answer.
    private(set) var shown: Part?
    /// The part that is under way.
    private(set) var asked: Part?
    private var ticket: Int?

    /// The row of that number; nil if it is not known yet.
    func row(_ index: Int) -> RecordingView? {
        let place = index - first
        return rows.indices.contains(place) ? rows[place] : nil
    }

    /// The part to ask for; nil if everything visible is known, or under way.
    func missing(_ visible: Range<Int>, filter: LibraryFilter, revision: Int64) -> Part? {
        let height = max(1, visible.count)
        // A page and a half around what is visible, so that a held key never waits.
        let limit = max(100, height * 4)
        let part = Part(
            filter: filter, revision: revision, offset: max(0, visible.lowerBound - (limit - height) / 2), limit: limit)
        if let asked, asked.filter == filter, asked.revision == revision, Self.covers(asked, visible) { return nil }
        guard let shown, shown.filter == filter, shown.revision == revision else { return part }
        let isKnown = visible.clamped(to: 0..<total).allSatisfy { row($0) != nil }
        // An engine that gives fewer rows than it counts is not asked for ever.
        return isKnown || part == shown ? nil : part
    }

    private static func covers(_ part: Part, _ visible: Range<Int>) -> Bool {
        part.offset <= visible.lowerBound && visible.upperBound <= part.offset + part.limit
    }

    /// Notes a request.
    mutating func ask(_ part: Part, _ ticket: Int) { (asked, self.ticket) = (part, ticket) }

    /// Takes an answer. False if it is not the one that is waited for.
    mutating func take(_ ticket: Int, _ answer: Result<Reply, Failure>) -> Bool {
        guard ticket == self.ticket, let part = asked else { return false }
        (self.ticket, asked, shown) = (nil, nil, part)
        switch answer {
        case .success(let reply):
            rows = reply.items.map(RecordingView.init)
            first = part.offset
            let end = part.offset + rows.count
            total = max(rows.isEmpty ? 0 : end, Int(clamping: reply.fields.count("total")))
            failure = ""
        case .failure(let error):
            (rows, first, total) = ([], 0, 0)
            failure = error.words
        }
        return true
    }
}
