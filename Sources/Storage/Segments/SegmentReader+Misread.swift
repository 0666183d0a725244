// Detects files that libsndfile misreads. Any thread; blocks on the disk.
internal import Messages
import System

extension SegmentReader {
    /// The fault with which libsndfile reads a file that ffmpeg reads correctly; nil for any other file.
    static func misreading(_ descriptor: Int32) -> String? {
        if hasMisreadFloats(descriptor) {
            return tr("libsndfile misreads its float samples as integers: convert it to WAV or RF64")
        }
        return hasParts(descriptor) ? tr("libsndfile mixes its two channels up: convert it to WAV") : nil
    }

    /// True for an 8SVX of an Amiga with two channels: all samples of the left one stand before those of the right one, and libsndfile
    /// (1.2) reads them in turn.
    private static func hasParts(_ descriptor: Int32) -> Bool {
        guard let head = try? File.read(descriptor, at: 0, count: 12), head.starts(with: "FORM".utf8), head.count == 12,
            head[8...].elementsEqual("8SVX".utf8)
        else { return false }
        var place: Int64 = 12
        for _ in 0..<1000 {
            guard let chunk = try? File.read(descriptor, at: place, count: 12), chunk.count == 12 else { return false }
            if chunk.starts(with: "CHAN".utf8) { return Int(chunk[8..<12], .big) == 6 }
            let bytes = Int64(chunk[4..<8], .big)
            place += 8 + bytes + bytes % 2
        }
        return false
    }

    /// True for a W64 with floats in an "extensible" format chunk, as ffmpeg writes it: libsndfile (1.2) reads the floats as
    /// 32-bit integers, which sounds as noise. ffmpeg reads such a file correctly.
    private static func hasMisreadFloats(_ descriptor: Int32) -> Bool {
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
