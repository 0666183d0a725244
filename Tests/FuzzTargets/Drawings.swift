// Fuzz target: waveform files. One thread; files in memory only.
import Glibc
import Storage

/// Waveforms that were drawn before.
enum Drawings {
    /// Checks the bytes as they are, and with right checksums, which no mutation finds.
    static func peaks(_ bytes: [UInt8]) -> String? {
        _ = isTaken(bytes)
        guard bytes.count >= PeakLayout.headerBytes else { return nil }
        var whole = bytes
        sum(&whole, 0..<PeakLayout.headerBytes - 4)
        guard let layout = PeakLayout(header: Array(whole[..<PeakLayout.headerBytes])), layout.bytes < 1 << 17 else { return nil }
        let missing = Int(layout.bytes) - whole.count
        if missing > 0 { whole += [UInt8](repeating: 0x55, count: missing) } else { whole.removeLast(-missing) }
        for block in 0..<layout.blocks {
            for level in 0..<PeakLayout.levels {
                let start = Int(layout.place(block: block, level: level))
                sum(&whole, start..<start + layout.columns(block: block, level: level) * layout.bytesPerColumn)
            }
        }
        return isTaken(whole) ? nil : "a file with right checksums is refused"
    }

    /// Tells if the bytes pass the check. A waveform file is never opened through a link, so it needs a name.
    private static func isTaken(_ bytes: [UInt8]) -> Bool {
        var path = Array("/dev/shm/dicta-fuzz-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&path)
        guard descriptor >= 0 else { return false }
        defer {
            _ = close(descriptor)
            _ = unsafe unlink(path)
        }
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { return false }
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            try PeakFile(path: name).check()
            return true
        } catch {
            return false
        }
    }

    /// Writes the CRC-32 of a stretch behind it.
    private static func sum(_ bytes: inout [UInt8], _ range: Range<Int>) {
        var sum = UInt32.max
        for byte in bytes[range] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        for place in 0..<4 { bytes[range.upperBound + place] = UInt8(truncatingIfNeeded: ~sum >> UInt32(8 * place)) }
    }
}
