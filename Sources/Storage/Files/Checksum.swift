// Checksums of audio formats. Any thread; pure functions.
import CZlib

/// The checksums that audio formats use for their pages and frames.
enum Checksum {
    /// CRC-32 of zlib, PNG and Ethernet; `sum` is that of the bytes before.
    static func crc32(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe CZlib.crc32(uLong(sum), buffer.baseAddress, uInt(buffer.count)))
        }
    }

    /// Checksum of a FLAC frame: 16 bits, most significant bit first; zero for a frame including its checksum.
    static func flac(_ bytes: ArraySlice<UInt8>, from start: UInt16 = 0) -> UInt16 {
        bytes.reduce(start) { next($0, $1) }
    }

    /// Adds one byte to a FLAC frame's checksum.
    static func next(_ sum: UInt16, _ byte: UInt8) -> UInt16 { sum << 8 ^ short[Int(UInt8(sum >> 8) ^ byte)] }

    /// Checksum of a FLAC frame header: 8 bits.
    static func flacHeader(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { (sum: UInt8, byte) in
            var value = sum ^ byte
            for _ in 0..<8 { value = value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
            return value
        }
    }

    /// Checksum of the LAME tag in an MP3 file: 16 bits, least significant bit first.
    static func lame(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { (sum: UInt16, byte) in
            var value = sum ^ UInt16(byte)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
            return value
        }
    }

    /// Table for the checksum of FLAC frames.
    static let short: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x8005 }
    }
}
