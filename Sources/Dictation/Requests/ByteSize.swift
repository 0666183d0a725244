// A number of bytes, for people. Any thread; a value.

/// A number of bytes, printed in the largest unit of 1024 that fits: `3.7 MiB`.
public struct ByteSize: Sendable, CustomStringConvertible {
    let bytes: Double

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

    /// The size in the largest unit of 1000 that fits, as the sizes of disks are told: `72.9 MB`.
    public var decimal: String {
        var (rest, unit) = (bytes, "bytes")
        for next in ["kB", "MB", "GB", "TB"] where rest >= 1000 {
            (rest, unit) = (rest / 1000, next)
        }
        return (unit == "bytes" ? rest.fixed(0) : rest.fixed(1)) + " " + unit
    }
}
