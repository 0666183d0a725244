// Recordings and files made with the library itself, for tests of `dicta`. Any thread; blocks on the disk.
import Dictation
import Glibc
import Storage

extension Library {
    /// Keeps two takes of `frames` frames in a recording: a tone on each side, the left one an octave higher in the second take.
    /// Each take has its own rate of `rates`, or that of `format`. `describe` adds to the description of each take.
    func keepTwoTakes(
        _ name: String, _ format: AudioFormat, rates: [Int] = [], frames: Int, describe: (inout Segment) -> Void = { _ in }
    ) throws {
        for number in 1...2 {
            let own = try AudioFormat(
                container: format.container, encoding: format.encoding, rate: rates.isEmpty ? format.rate : rates[number - 1],
                channels: format.channels)
            let file = Recording.fileName(name, segment: number, fileExtension: format.container.fileExtension)
            let writer = try SegmentWriter(path: path(of: file), format: own)
            let sound = (0..<frames).map { index in
                SIMD2(0.25 * sinf(Float(index) * 0.05 * Float(number)), 0.125 * sinf(Float(index) * 0.03))
            }
            try unsafe sound.withUnsafeBufferPointer { try unsafe writer.write($0) }
            var segment = Segment(file: file, created: "2026-01-02T03:04:05Z", format: own)
            segment.bytes = try writer.close()
            segment.frames = Int64(frames)
            describe(&segment)
            try keepTake(JournalEntry(name: name, segment: segment))
        }
    }
}

extension SegmentReader {
    /// All frames of a file.
    static func frames(_ path: String) throws -> [SIMD2<Float>] {
        let reader = try SegmentReader(path: path)
        var frames = [SIMD2<Float>](repeating: .zero, count: Int(reader.info.frames))
        let got = try unsafe frames.withUnsafeMutableBufferPointer { try unsafe reader.read(into: $0) }
        return Array(frames[..<got])
    }
}
