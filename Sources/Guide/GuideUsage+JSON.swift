// The file of usage. Any thread; no I/O.
internal import Dictation
internal import JSON

extension GuideUsage {
    /// Reads the file. `time` reads a time in ISO 8601 to seconds since 1970. Nil for a file that is no usage, or of a newer
    /// version; a record without an id is left out.
    public init?(parsing bytes: [UInt8], time: (String) -> Int?) {
        guard let tree = try? JSONTree(parsing: bytes), let schema = tree["schema"]?.integer, schema <= Self.schema,
            let list = tree["prompts"]?.list
        else { return nil }
        self.init()
        for item in list {
            guard let id = item["promptId"]?.text else { continue }
            var use = GuideUse()
            use.lastShown = item["lastShownAt"]?.text.flatMap(time)
            use.lastUsed = item["lastUsedAt"]?.text.flatMap(time)
            use.useCount = max(0, item["useCount"]?.integer ?? 0)
            use.isFavourite = item["isFavorite"] == .flag(true)
            keep(use, of: id)
        }
        // Two items can be shown in one second, and times are kept in whole ones.
        if let last = tree["lastShown"]?.text, uses[last]?.lastShown != nil { keepLast(last) }
        keepHidden(tree["hiddenAt"]?.text.flatMap(time))
    }

    /// The text of the file, records by id. `time` prints seconds since 1970 in ISO 8601.
    public func printed(time: (Int) -> String) -> [UInt8] {
        JSONTree.object([
            .init("schema", .integer(Self.schema)), .init("lastShown", lastShown.map(JSONTree.text) ?? .none),
            .init("hiddenAt", hiddenAt.map { .text(time($0)) } ?? .none),
            .init(
                "prompts",
                .list(
                    uses.sorted { $0.key < $1.key }.map { id, use in
                        .object([
                            .init("promptId", .text(id)), .init("lastShownAt", use.lastShown.map { .text(time($0)) } ?? .none),
                            .init("lastUsedAt", use.lastUsed.map { .text(time($0)) } ?? .none),
                            .init("useCount", .integer(use.useCount)), .init("isFavorite", .flag(use.isFavourite)),
                        ])
                    })),
        ]).printed
    }
}
