// Reads a number of bytes as people type it. Any thread; no I/O.

extension ByteSize {
    /// The units, the longest names first: `kB`, `MB` and so on count by 1000, `KiB`, `MiB` and so on by 1024.
    private static let units: [(name: String, bytes: Int64)] = [
        ("tib", 1 << 40), ("gib", 1 << 30), ("mib", 1 << 20), ("kib", 1 << 10),
        ("tb", 1_000_000_000_000), ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1000),
        ("bytes", 1), ("byte", 1), ("t", 1_000_000_000_000), ("g", 1_000_000_000), ("m", 1_000_000), ("k", 1000), ("b", 1),
    ]

    /// Reads `700MB`, `4.5 GiB`, `2G` (as 2GB) or `1000000`; nil for anything else, and for more than 2^53 bytes.
    public init?(_ text: String) {
        let word = text.lowercased()
        let unit = Self.units.first { word.hasSuffix($0.name) }
        var number = Substring(unit.map { word.dropLast($0.name.count) } ?? word[...])
        while number.last == " " { number.removeLast() }
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let count = Double(number) else { return nil }
        let bytes = (count * Double(unit?.bytes ?? 1)).rounded()
        guard bytes <= 9_007_199_254_740_992 else { return nil }
        self.init(bytes)
    }

    /// The whole number of bytes.
    public var count: Int64 { Int64(nearest: bytes) }

    /// The size as it is typed, without loss: `700MB`, `4GiB`, or a number of bytes.
    public var exact: String {
        let names = ["TiB", "GiB", "MiB", "KiB", "TB", "GB", "MB", "kB"]
        let fitting = zip(names, Self.units).filter { count > 0 && count.isMultiple(of: $0.1.bytes) }
        guard let (name, unit) = fitting.max(by: { $0.1.bytes < $1.1.bytes }) else { return "\(count)" }
        return "\(count / unit.bytes)\(name)"
    }
}
