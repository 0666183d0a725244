// A value any thread may hold; no I/O, no C.

extension Segment {
    /// Exact silence of an input that had sounded: what a network between machines lost, most likely, without JACK knowing. The file
    /// has it as it came.
    public struct Dropout: Sendable, Hashable {
        public enum Side: String, Sendable, Hashable, CaseIterable {
            case left, right
            case both
        }

        /// First silent file frame.
        public var position: Int64
        public var length: Int64
        public var side: Side

        public init(position: Int64, length: Int64, side: Side) {
            self.position = position
            self.length = length
            self.side = side
        }
    }

    /// As many are listed; all are counted. A sidecar must stay one that can be read at once.
    public static let mostDropouts = 4096
}

extension Segment.Dropout {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        guard let side = Side(rawValue: try reader.need("side")) else { throw reader.wrong("side", "left, right or both") }
        self.init(position: try reader.needFrames("position"), length: try reader.needFrames("length"), side: side)
    }

    var json: JSONTree {
        .object([
            .init("position", .integer(position)), .init("length", .integer(length)), .init("side", .text(side.rawValue)),
        ])
    }
}
