// A value any thread may hold; no I/O, no C.

/// The connections that our ports are to have: what people (or a session manager) have made and not taken away.
///
/// Taken away is what is gone while the other port is still there. Where that went too, its program or the server ended, and
/// the connection is made again once it is back.
public struct ConnectionMemory: Sendable, Hashable {
    /// In the order in which they came.
    public private(set) var kept: [PortConnection] = []
    /// Those that were there at the last look.
    private var made: Set<PortConnection> = []
    /// Taken away, or their program is about to end: it gives up its connections first, and its ports a little later.
    private var doubtful: Set<PortConnection> = []
    /// Nothing was looked at yet, in this graph.
    public private(set) var isNew = true

    public init() {}

    /// Another graph, in which none of our connections is made.
    public mutating func beginGraph() {
        made = []
        doubtful = []
        isNew = true
    }

    /// Compares with what is connected now, and gives what is to be made again. `appeared` are ports that have come since the
    /// last look: such a one is another than that of the same name before. `recent` are ports that may be one of ours under
    /// another name, the newest last.
    public mutating func look(
        _ now: Set<PortConnection>, appeared: Set<String>, recent: [String] = [], exists: (String) -> Bool
    ) -> [PortConnection] {
        let fresh = now.filter { !kept.contains($0) }.sorted { ($0.port, $0.other) < ($1.port, $1.other) }
        // What was given a number takes the place of what it was before.
        kept.removeAll { old in !exists(old.other) && fresh.contains { $0.isRenamed(old) } }
        kept += fresh
        let isAll = isNew
        isNew = false
        doubtful.formUnion(made.subtracting(now))
        doubtful = doubtful.filter { !now.contains($0) && !appeared.contains($0.other) && exists($0.other) }
        made = now
        let missing = kept.filter { !now.contains($0) }
        let back = missing.filter { (isAll || appeared.contains($0.other)) && exists($0.other) }
        return back + missing.filter { !exists($0.other) }.compactMap { renamed($0, recent, exists) }
    }

    /// A room whose network was cut comes back as `room-01` while the server still keeps its old ports.
    private func renamed(_ old: PortConnection, _ recent: [String], _ exists: (String) -> Bool) -> PortConnection? {
        recent.lazy.reversed().map { PortConnection(port: old.port, other: $0) }
            .first { $0.isRenamed(old) && !kept.contains($0) && exists($0.other) }
    }

    /// Whether `settle` is to be called in a moment.
    public var isInDoubt: Bool { !doubtful.isEmpty }

    /// Half a second after the look: what lacks nothing but the connection was taken away.
    public mutating func settle(exists: (String) -> Bool) {
        kept.removeAll { doubtful.contains($0) && exists($0.other) }
        doubtful = []
    }

    // MARK: As a file

    public var printed: [UInt8] {
        let list = kept.map { JSONTree.object([.init("port", .text($0.port)), .init("other", .text($0.other))]) }
        return JSONTree.object([.init("schema", .integer(1)), .init("connections", .list(list))]).printed
    }

    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: bytes) } catch { throw .notJSON(error) }
        var reader = try JSONReader(tree)
        if let schema = try reader.integer("schema", 1...Int64.max), schema > 1 { throw .newer(schema: schema) }
        let all = try reader.list("connections") { (tree, place) throws(RecordingError) in
            var reader = try JSONReader(tree, place)
            return PortConnection(port: try reader.need("port"), other: try reader.need("other"))
        }
        for connection in all.prefix(1024) where !kept.contains(connection) { kept.append(connection) }
    }
}
