// Detects float W64 files that libsndfile misreads. Any thread; blocks on the disk.
import System

extension SegmentReader {
    /// True for a W64 with floats in an "extensible" format chunk, as ffmpeg writes it: libsndfile (1.2) reads the floats as
    /// 32-bit integers, which sounds as noise. ffmpeg reads such a file correctly.
    static func isMisread(_ descriptor: Int32) -> Bool {
        let riff: [UInt8] = [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11]
        let format: [UInt8] = [0x66, 0x6d, 0x74, 0x20]
        guard let head = try? File.read(descriptor, at: 0, count: 512), head.count >= 104, head.starts(with: riff) else {
            return false
        }
        let count = head.count
        // Chunks begin after 40 bytes. Each has 16 bytes of name and 8 of length, which counts these 24, and is padded to 8.
        var place = 40
        while place + 24 + 28 <= count {
            let length = Int(head[place + 16..<place + 20], .little)
            if head[place..<place + 4].elementsEqual(format) {
                let isExtensible = head[place + 24] == 0xfe && head[place + 25] == 0xff
                return isExtensible && head[place + 48] == 3
            }
            guard length >= 24 else { return false }
            place += (length + 7) / 8 * 8
        }
        return false
    }
}
