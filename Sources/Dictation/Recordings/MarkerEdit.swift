// A value any thread may hold; no I/O.

/// One change of a list of markers, complete in itself: the same list and the same edits give the same list again.
public enum MarkerEdit: Sendable, Hashable {
    case add(Marker)
    /// The marker as it is afterwards.
    case change(at: Int, Marker)
    case remove(at: Int)

    /// Returns where the marker stands now, or stood; nil, and nothing is changed, where the list does not have it.
    @discardableResult
    public func apply(to markers: inout [Marker]) -> Int? {
        switch self {
        case .add(let marker):
            return markers.place(marker)
        case .change(let index, let marker):
            guard markers.indices.contains(index) else { return nil }
            markers.remove(at: index)
            return markers.place(marker)
        case .remove(let index):
            guard markers.indices.contains(index) else { return nil }
            markers.remove(at: index)
            return index
        }
    }

    /// One line of text with its line feed: what is cut off its end is known to be cut.
    public var line: [UInt8] {
        let tree: JSONTree =
            switch self {
            case .add(let marker): .object([.init("add", marker.json)])
            case .change(let index, let marker): .object([.init("change", .integer(index)), .init("to", marker.json)])
            case .remove(let index): .object([.init("remove", .integer(index))])
            }
        return tree.line
    }

    /// From a line, with or without its line feed.
    public init(parsing line: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: line) } catch { throw .notJSON(error) }
        var reader = try JSONReader(tree)
        if let marker = reader.take("add") {
            self = .add(try Marker(marker, "add"))
        } else if let index = try reader.frames("change") {
            guard let marker = reader.take("to") else { throw .missing(key: "to") }
            self = .change(at: Int(index), try Marker(marker, "to"))
        } else if let index = try reader.frames("remove") {
            self = .remove(at: Int(index))
        } else {
            throw .missing(key: "add")
        }
    }
}

extension [Marker] {
    /// Puts it behind those on the same frame and before; returns where that is. They are in order: the place is found in the
    /// logarithm of their number, and those behind it are moved on.
    mutating func place(_ marker: Marker) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].frame > marker.frame { high = middle } else { low = middle + 1 }
        }
        insert(marker, at: low)
        return low
    }

    /// By frame; of those on one frame the first one first. For many at once: placed one by one, 170,000 would take minutes.
    func inOrder() -> [Marker] {
        enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
    }
}
