// Tests of Ogg files whose pages claim places that no recording has (C2).
import Dictation
import Storage
import Testing

struct OggPositionTests {
    /// A page with a right checksum, which holds one packet.
    private func page(_ body: [UInt8], flags: UInt8, number: UInt8, ends granule: Int64) -> [UInt8] {
        var bytes = Array("OggS".utf8) + [0, flags]
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) }
        bytes += [7, 0, 0, 0, number, 0, 0, 0, 0, 0, 0, 0, 1, UInt8(body.count)] + body
        var sum: UInt32 = 0
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum >> 31 == 1 ? sum << 1 ^ 0x04c1_1db7 : sum << 1 }
        }
        for place in 0..<4 { bytes[22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
        return bytes
    }

    /// The last page of a stream may claim any place: the file is mended, and its length is one that a recording can have.
    @Test(arguments: [Int64.max, 1 << 62, 1 << 53, 400_000_000_000_000]) func anyPlaceOfAPageIsMended(granule: Int64) throws {
        let scratch = try Scratch()
        let opus = Array("OpusHead".utf8) + [1, 2, 0x38, 1] + [0x80, 0xbb, 0, 0] + [0, 0, 0]
        let vorbis = [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2] + [0x80, 0xbb, 0, 0] + [UInt8](repeating: 0, count: 14)
        for (name, head) in [("a.opus", opus), ("a.ogg", vorbis)] {
            var bytes = page(head, flags: 2, number: 0, ends: 0)
            for number in [1, 2] as [UInt8] { bytes += page([3, 4], flags: 0, number: number, ends: 0) }
            bytes += page([0xfc], flags: 0, number: 3, ends: granule)
            let path = scratch.file(name)
            try WriteJournal.put(bytes, path)
            let report = try Recovery.mend(path)
            #expect(report.frames > 0 && report.frames <= Timeline.longest, "\(name): \(report.frames)")
        }
    }
}
