// Any thread; a value, no I/O.

extension ValueType {
    /// The type as programs are told it.
    public var name: String {
        switch self {
        case .integer: "integer"
        case .number: "number"
        case .jackFrame: "frame"
        case .level: "level"
        case .text: "text"
        case .flag: "flag"
        case .time: "time"
        case .place: "place"
        case .marker: "marker"
        }
    }
}
