// The packet sizes of a CAF. Pure functions; any thread.

/// Encodes and decodes the packet sizes of a `pakt` chunk: seven bits a byte, highest first, the top bit set on all but the
/// last.
enum PacketTable {
    /// Returns the bytes of the table.
    static func bytes(_ sizes: [Int]) -> [UInt8] {
        var out: [UInt8] = []
        for size in sizes {
            let groups = max(1, (Int.bitWidth - size.leadingZeroBitCount + 6) / 7)
            for group in (0..<groups).reversed() {
                out.append(UInt8(truncatingIfNeeded: size >> (7 * group)) & 0x7F | (group > 0 ? 0x80 : 0))
            }
        }
        return out
    }

    /// Reads sizes up to the first zero, since zeros are space not used yet.
    static func sizes(_ bytes: ArraySlice<UInt8>, limit: Int = .max) -> [Int] {
        var sizes: [Int] = []
        var value = 0
        for byte in bytes {
            value = value << 7 | Int(byte & 0x7F)
            // No packet is this large, so the bytes are not a packet table.
            guard value < 1 << 28 else { break }
            if byte & 0x80 != 0 { continue }
            guard value > 0, sizes.count < limit else { break }
            sizes.append(value)
            value = 0
        }
        return sizes
    }
}
