// Dropouts: silence that a network made. Any thread; a value, no I/O, no C.
import JSON

extension Segment {
    /// Exact silence in an input that had sounded before: most likely audio lost on a network between machines, unknown to
    /// JACK. The file has the silence as it came.
    public struct Dropout: Sendable, Hashable {
        /// The silent channels.
        public enum Side: String, Sendable, Hashable, CaseIterable {
            /// One channel only.
            case left, right
            /// Both channels.
            case both
        }

        /// First silent frame of the file.
        public var position: Int64
        /// Length in frames.
        public var length: Int64
        /// The silent channels.
        public var side: Side

        /// Makes a dropout.
        public init(position: Int64, length: Int64, side: Side) {
            self.position = position
            self.length = length
            self.side = side
        }
    }

    /// Most dropouts listed; all are counted. A sidecar must be readable at once.
    public static let mostDropouts = 4096
}

extension Segment.Dropout {
    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        guard let side = Side(rawValue: try reader.need("side")) else {
            throw reader.wrong("side", noneOf: Side.allCases.map(\.rawValue))
        }
        self.init(position: try reader.needFrames("position"), length: try reader.needFrames("length"), side: side)
    }

    var json: JSONTree {
        .object([
            .init("position", .integer(position)), .init("length", .integer(length)), .init("side", .text(side.rawValue)),
        ])
    }
}
