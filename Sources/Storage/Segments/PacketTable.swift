// Pure functions; any thread. The packet sizes of a CAF.

/// Sizes as the `pakt` chunk has them: seven bits a byte, highest first, the top bit set on all but the last.
enum PacketTable {
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

    /// Up to the first size of zero: what follows is room that is not used yet.
    static func sizes(_ bytes: ArraySlice<UInt8>, limit: Int = .max) -> [Int] {
        var sizes: [Int] = []
        var value = 0
        for byte in bytes {
            value = value << 7 | Int(byte & 0x7F)
            // No packet is as large as that: this is no table.
            guard value < 1 << 28 else { break }
            if byte & 0x80 != 0 { continue }
            guard value > 0, sizes.count < limit else { break }
            sizes.append(value)
            value = 0
        }
        return sizes
    }
}
