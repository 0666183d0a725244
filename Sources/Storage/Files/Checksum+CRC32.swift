// CRC-32. Any thread; pure functions.

extension Checksum {
    /// CRC-32 as in zlib, PNG and Ethernet, computed four bytes at a time.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 { unsafe bytes.withUnsafeBytes { unsafe crc32($0) } }

    private static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { table in
            var sum = UInt32.max
            var place = 0
            while place + 4 <= bytes.count {
                let word = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) ^ sum
                sum =
                    unsafe table[768 + Int(word & 0xff)] ^ table[512 + Int(word >> 8 & 0xff)]
                    ^ table[256 + Int(word >> 16 & 0xff)] ^ table[Int(word >> 24)]
                place += 4
            }
            while place < bytes.count {
                sum = unsafe sum >> 8 ^ table[Int((sum ^ UInt32(bytes[place])) & 0xff)]
                place += 1
            }
            return ~sum
        }
    }

    /// Four tables of 256 entries, each for a byte one position further back.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 1024)
        for index in 0..<256 {
            tables[index] = (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
        }
        for index in 256..<1024 { tables[index] = tables[index - 256] >> 8 ^ tables[Int(tables[index - 256] & 0xff)] }
        return tables
    }()
}
