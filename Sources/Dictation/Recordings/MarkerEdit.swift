// A change of markers, as a journal line. Any thread; a value, no I/O.
import JSON

/// One change of a list of markers, complete in itself: equal lists and equal changes give equal lists.
public enum MarkerEdit: Sendable, Hashable {
    /// Adds a marker.
    case add(Marker)
    /// Replaces the marker at an index by this one.
    case change(at: Int, Marker)
    /// Removes the marker at an index.
    case remove(at: Int)

    /// Applies the change and returns the new index of the marker, or its old one when removed; nil, with no change, when the
    /// list has no such index.
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

    /// The change as one line with a line feed: a line without one was cut off.
    public var line: [UInt8] {
        let tree: JSONTree =
            switch self {
            case .add(let marker): .object([.init("add", marker.json)])
            case .change(let index, let marker): .object([.init("change", .integer(index)), .init("to", marker.json)])
            case .remove(let index): .object([.init("remove", .integer(index))])
            }
        return tree.line
    }

    /// Reads a line, with or without its line feed. Throws `.notJSON`, `.missing` or `.wrong`.
    public init(parsing line: [UInt8]) throws(RecordingError) {
        let tree: JSONTree
        do throws(JSONError) { tree = try JSONTree(parsing: line) } catch { throw .notJSON(error) }
        try self.init(tree)
    }

    /// Reads a parsed line. Throws `.missing` or `.wrong`.
    init(_ tree: JSONTree) throws(RecordingError) {
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
    /// Inserts a marker after those on the same frame and before, and returns its index. The list is in order: the index is
    /// found in logarithmic time, and only later markers are moved.
    mutating func place(_ marker: Marker) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].frame > marker.frame { high = middle } else { low = middle + 1 }
        }
        insert(marker, at: low)
        return low
    }

    /// The list by frame; markers on one frame keep their order. Inserting 170,000 one by one would take minutes.
    public func inOrder() -> [Marker] {
        enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
    }
}
