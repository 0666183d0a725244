// Remembers the connections of Dicta's ports. Any thread; a value, no I/O, no C.
import JSON

/// The connections that Dicta's ports shall have: those that people or a session manager made and did not remove.
///
/// A missing connection counts as removed when its other port still exists. When that port is gone too, its program or the
/// server has ended, and the connection is made again once the port is back.
public struct ConnectionMemory: Sendable, Hashable {
    /// The remembered connections, oldest first.
    public private(set) var kept: [PortConnection] = []
    /// The connections at the last look.
    private var made: Set<PortConnection> = []
    /// Removed connections, or those of a program about to end: it drops its connections first, its ports a little later.
    private var doubtful: Set<PortConnection> = []
    /// True until the first look at this graph.
    public private(set) var isNew = true

    /// Makes an empty memory.
    public init() {}

    /// Begins a new graph, in which none of the connections exists yet.
    public mutating func beginGraph() {
        made = []
        doubtful = []
        isNew = true
    }

    /// Compares with the connections `now`, and returns those to make again. `appeared` are ports that have come since the
    /// last look: a new port is not the one of the same name before. `recent` are ports that may be remembered ones under a
    /// new name, newest last.
    public mutating func look(
        _ now: Set<PortConnection>, appeared: Set<String>, recent: [String] = [], exists: (String) -> Bool
    ) -> [PortConnection] {
        let fresh = now.filter { !kept.contains($0) }.sorted { ($0.port, $0.other) < ($1.port, $1.other) }
        // A port that came back under a numbered name replaces the old one.
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

    /// The remembered port under a new name: a client `room` that lost its network comes back as `room-01` while the server
    /// still keeps its old ports.
    private func renamed(_ old: PortConnection, _ recent: [String], _ exists: (String) -> Bool) -> PortConnection? {
        recent.lazy.reversed().map { PortConnection(port: old.port, other: $0) }
            .first { $0.isRenamed(old) && !kept.contains($0) && exists($0.other) }
    }

    /// True when `settle` must be called soon.
    public var isInDoubt: Bool { !doubtful.isEmpty }

    /// Half a second after the look: forgets missing connections whose ports both still exist, since somebody removed them.
    public mutating func settle(exists: (String) -> Bool) {
        kept.removeAll { doubtful.contains($0) && exists($0.other) }
        doubtful = []
    }

    /// Forgets connections that something else has replaced: they are not made again.
    public mutating func forget(where isForgotten: (PortConnection) -> Bool) { kept.removeAll(where: isForgotten) }

    // MARK: As a file

    /// The memory as the JSON text of its file.
    public var printed: [UInt8] {
        let list = kept.map { JSONTree.object([.init("port", .text($0.port)), .init("other", .text($0.other))]) }
        return JSONTree.object([.init("schema", .integer(1)), .init("connections", .list(list))]).printed
    }

    /// Reads the file, at most 1024 connections of it. Throws `.notJSON`, `.newer`, `.missing` or `.wrong`.
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
