// The info frame of an MP3. Pure functions; any thread.
import System

/// The first frame of an MP3, which tells readers how many follow: Xing's "Info" with LAME's delays.
enum MPEGTag {
    /// Bytes from "Info" to the checksum.
    static let length = 16 + 36

    /// Returns the bytes that make the info frame match a scan, and their offset in the file.
    static func correction(
        _ scan: MPEGScan, _ place: (start: Int64, frame: MPEGFrame), _ source: ByteSource
    ) throws(StorageError) -> (bytes: [UInt8], offset: Int64) {
        let headBytes = MPEGFrame.headerBytes + place.frame.sideBytes
        let head = Array(try source.bytes(at: place.start, headBytes))
        let bytes = bytes(audioFrames: scan.audioFrames, streamBytes: scan.wholeEnd - place.start, before: head)
        return (bytes, place.start + Int64(headBytes))
    }

    /// Returns the length in frames if the info frame is already right; nil otherwise.
    static func closedFrames(
        _ scan: MPEGScan, _ place: (start: Int64, frame: MPEGFrame), _ source: ByteSource
    ) throws(StorageError) -> Int64? {
        let start = place.start + Int64(MPEGFrame.headerBytes + place.frame.sideBytes)
        let bytes = Array(try source.bytes(at: start, 160))
        guard bytes.count == 160, bytes.starts(with: "Info".utf8) || bytes.starts(with: "Xing".utf8) else { return nil }
        func number(_ offset: Int) -> Int64 { Int64(bytes[offset..<offset + 4], .big) }
        // Each bit of the flags stands for a field: frames, bytes, seek table, quality.
        let flags = number(4)
        guard flags & 3 == 3, number(8) == scan.audioFrames, number(12) == scan.wholeEnd - place.start else { return nil }
        let lame = 16 + (flags & 4 == 0 ? 0 : 100) + (flags & 8 == 0 ? 0 : 4)
        guard scan.wholeEnd == source.length, bytes[lame..<lame + 4].elementsEqual("LAME".utf8) else { return nil }
        let delays = Int64(bytes[(lame + 21)..<(lame + 24)], .big)
        return max(0, scan.audioFrames * Int64(place.frame.samples) - delays >> 12 - delays & 0xFFF)
    }

    /// Returns the contents from "Info" on. `audioFrames` counts whole MP3 frames, `streamBytes` includes the info frame.
    ///
    /// The padding equals the decoder's delay, so that every sample up to the last one is played.
    private static func bytes(audioFrames: Int64, streamBytes: Int64, before head: [UInt8]) -> [UInt8] {
        var out = ByteWriter(.big, capacity: 156)
        out.put("Info")
        // Frames and bytes are given, without a seek table: readers can compute places at a constant bit rate.
        out.put(UInt32(3))
        out.put(UInt32(clamping: audioFrames))
        out.put(UInt32(clamping: streamBytes))
        out.put("LAME")
        out.put("3.10")
        // The rest of the version, and method 1: constant bit rate.
        out.put([0x30, 0x01])
        // Zero for low-pass, gains, flags and bit rate.
        out.zeros(1 + 8 + 1 + 1)
        let delay = UInt32(MPEGScan.encoderDelay), padding = UInt32(MPEGScan.decoderDelay)
        out.put([UInt8(delay >> 4), UInt8((delay & 15) << 4 | padding >> 8), UInt8(padding & 255)])
        // Zero for source, gain and preset.
        out.zeros(1 + 1 + 2)
        out.put(UInt32(clamping: streamBytes))
        // Zero for the checksum of the music, which cannot be checked in a growing file.
        out.zeros(2)
        out.put(Checksum.lame((head + out.bytes)[...]))
        return out.bytes
    }
}
