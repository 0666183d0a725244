// A number of bytes, for people. Any thread; a value.
internal import Messages

/// A number of bytes, printed in the largest unit of 1024 that fits: `3.7 MiB`.
public struct ByteSize: Sendable, CustomStringConvertible {
    let bytes: Double

    /// Makes a size of a number of bytes.
    public init(_ bytes: Double) { self.bytes = bytes }

    /// Makes a size of a number of bytes.
    public init(_ bytes: Int64) { self.init(Double(bytes)) }

    /// The size with its unit.
    public var description: String { text(in: ["KiB", "MiB", "GiB", "TiB"], of: 1024) }

    /// The size in the largest unit of 1000 that fits, as the sizes of disks are told: `72.9 MB`.
    public var decimal: String { text(in: ["kB", "MB", "GB", "TB"], of: 1000) }

    private func text(in units: [String], of size: Double) -> String {
        var (rest, unit) = (bytes, "")
        for next in units where rest >= size { (rest, unit) = (rest / size, next) }
        guard unit.isEmpty else { return rest.localized(1) + " " + unit }
        let count = rest.fixed(0)
        return tr(Int64(nearest: rest), "\(count) byte", "\(count) bytes")
    }
}
