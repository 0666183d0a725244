// Type names for programs that read the command table. Any thread; a value, no I/O.

extension ValueType {
    /// The name of the type in answers of `commands`.
    public var name: String {
        switch self {
        case .integer: "integer"
        case .number: "number"
        case .jackFrame: "frame"
        case .level: "level"
        case .size: "size"
        case .text: "text"
        case .flag: "flag"
        case .time: "time"
        case .place: "place"
        case .marker: "marker"
        }
    }
}
