// The filter and the order of the library's list. Any thread; a value.
internal import Dictation
internal import Messages

/// The choice and order of the recordings in the list of the library.
struct LibraryFilter: Sendable, Equatable {
    /// The orders, as the verb `ls` names them.
    static let sorts = ["date", "name", "duration", "size"]

    /// The groups in turn, as the verb `ls` names them; empty for none.
    static let groups = ["", "artist", "tag", "day", "state"]

    /// The words that are searched for.
    var words = ""
    /// The tag that all have; empty for any.
    var tag = ""
    /// The order.
    var sort = "date"
    /// True for the other way round.
    var isReversed = false

    /// True for favourites only.
    var isFavourites = false
    /// The attribute by which the recordings stand in groups; empty for none.
    var group = ""

    /// True if some recordings are left out.
    var hidesSome: Bool { !words.allSatisfy(\.isWhitespace) || !tag.isEmpty || isFavourites }

    /// The order in words.
    var order: String {
        switch (sort, isReversed) {
        case ("name", false): tr("names from a")
        case ("name", true): tr("names from z")
        case ("duration", false): tr("longest first")
        case ("duration", true): tr("shortest first")
        case ("size", false): tr("largest first")
        case ("size", true): tr("smallest first")
        case (_, false): tr("newest first")
        case (_, true): tr("oldest first")
        }
    }

    /// The kind of the groups in words; empty for none.
    var groupWords: String {
        switch group {
        case "artist": tr("by artist", "groups of recordings")
        case "tag": tr("by tag", "groups of recordings")
        case "day": tr("by day", "groups of recordings")
        case "state": tr("by state", "groups of recordings")
        default: group
        }
    }

    /// The verb and the values of the request for a part of the list.
    func request(offset: Int, limit: Int) -> (verb: Verb, values: [ParameterKey: Value]) {
        var values: [ParameterKey: Value] = [
            .limit: .int(Int64(limit)), .offset: .int(Int64(offset)), .sort: .text(sort), .reverse: .flag(isReversed),
        ]
        if !tag.isEmpty { values[.tag] = .text(tag) }
        if isFavourites { values[.favourites] = .flag(true) }
        if !group.isEmpty { values[.group] = .text(group) }
        let parts = words.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !parts.isEmpty else { return (.library(.ls), values) }
        values[.words] = .several(parts)
        return (.library(.search), values)
    }
}
