// Pure functions; any thread.

/// The checksums that audio formats put on their pieces.
enum Checksum {
    /// Ogg: 32 bits, highest first, over a page whose own checksum counts as zero.
    static func ogg(_ page: ArraySlice<UInt8>) -> UInt32 {
        unsafe page.withUnsafeBufferPointer { bytes in
            unsafe long.withUnsafeBufferPointer { table in
                var sum: UInt32 = 0
                for index in 0..<bytes.count {
                    let byte = unsafe (22..<26).contains(index) ? 0 : bytes[index]
                    sum = unsafe sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
                }
                return sum
            }
        }
    }

    /// FLAC's frames: 16 bits, highest first; zero over a frame with its checksum.
    static func flac(_ bytes: ArraySlice<UInt8>, from start: UInt16 = 0) -> UInt16 {
        bytes.reduce(start) { next($0, $1) }
    }

    static func next(_ sum: UInt16, _ byte: UInt8) -> UInt16 { sum << 8 ^ short[Int(UInt8(sum >> 8) ^ byte)] }

    /// FLAC's frame headers: 8 bits.
    static func flacHeader(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { (sum: UInt8, byte) in
            var value = sum ^ byte
            for _ in 0..<8 { value = value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
            return value
        }
    }

    /// The tag of MP3 encoders: 16 bits, lowest first.
    static func lame(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { (sum: UInt16, byte) in
            var value = sum ^ UInt16(byte)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
            return value
        }
    }

    static let short: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x8005 }
    }

    private static let long: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in value >> 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7 }
    }
}
