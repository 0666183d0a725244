// A number of bytes, for people. Any thread; a value.

/// A number of bytes, printed in the largest unit of 1024 that fits: `3.7 MiB`.
public struct ByteSize: Sendable, CustomStringConvertible {
    private let bytes: Double

    /// Makes a size of a number of bytes.
    public init(_ bytes: Double) { self.bytes = bytes }

    /// Makes a size of a number of bytes.
    public init(_ bytes: Int64) { self.init(Double(bytes)) }

    /// The size with its unit.
    public var description: String {
        var (rest, unit) = (bytes, "bytes")
        for next in ["KiB", "MiB", "GiB", "TiB"] where rest >= 1024 {
            (rest, unit) = (rest / 1024, next)
        }
        return (unit == "bytes" ? rest.fixed(0) : rest.fixed(1)) + " " + unit
    }
}
