// Groups of a list of recordings. Any thread; a value.
import Dictation
import Storage
import System

/// The attribute by which a list is divided into groups.
enum ListGroup: String {
    /// The raw value is the word of the option.
    case artist, tag, day, state

    /// Names of the groups that have the recording; one empty name for none.
    func names(of item: LibraryItem) -> [String] {
        switch self {
        case .artist: [item.artist]
        case .tag: item.tags.isEmpty ? [""] : item.tags
        case .day: [Timestamp(iso8601: item.created).map { String($0.local.prefix(10)) } ?? ""]
        case .state: [RecordingReport.state(item)]
        }
    }

    /// Divides recordings, which keep their order inside of each group. Groups come by name, days with the newest one first, or the
    /// oldest one with `isOldestFirst`; the group without a name is the last. Names in another case are the same.
    func divide(_ items: [LibraryItem], isOldestFirst: Bool) -> [(group: String, item: LibraryItem)] {
        var groups: [String: (name: String, items: [LibraryItem])] = [:]
        for item in items {
            for name in names(of: item) { groups[name.lowercased(), default: (name, [])].items.append(item) }
        }
        let isDown = self == .day && !isOldestFirst
        let keys = groups.keys.sorted { first, second in
            guard !first.isEmpty, !second.isEmpty else { return !first.isEmpty }
            return isDown ? second < first : first < second
        }
        return keys.flatMap { key in groups[key].map { group in group.items.map { (group.name, $0) } } ?? [] }
    }
}

extension Catalogue {
    /// The reply of `ls` and `search` with groups: one item for each recording of each group. The limits of the query count items.
    func list(_ query: LibraryQuery, by group: ListGroup) throws(CatalogueError) -> Reply {
        var whole = query
        (whole.limit, whole.offset) = (nil, 0)
        let page = try page(whole)
        let lines = group.divide(page.items, isOldestFirst: query.sort == .date && query.isReversed)
        let shown = lines.dropFirst(query.offset).prefix(query.limit ?? .max)
        // A part of the list has the sums of its groups all the same: of a group, only some recordings may be in it.
        let sums = Dictionary(lines.map { ($0.group, (count: Int64(1), seconds: $0.item.seconds)) }) {
            ($0.count + 1, $0.seconds + $1.seconds)
        }
        return Reply(
            [
                "library": .text(library.folder), "shown": .int(Int64(shown.count)), "total": .int(Int64(lines.count)),
                "problems": .int(Int64(page.problems)), "groups": .int(Int64(Set(lines.map(\.group)).count)),
            ],
            items: shown.map { line in
                let sum = sums[line.group]
                return RecordingReport.fields(line.item) + [
                    "group": .text(line.group), "group_count": .int(sum?.count ?? 0), "group_seconds": .double(sum?.seconds ?? 0),
                ]
            })
    }
}
