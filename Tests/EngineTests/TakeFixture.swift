// A take for tests.
import Dictation
import Realtime
import Storage
import TestSupport

@testable import Engine
@testable import Recorder

/// A take into a file of its own, and the stream that it is cut out of.
final class TakeFixture {
    let take: Take
    private let folder = TempFolder()

    init(start: Int64, preRoll: Int64 = 0, limit: Int64? = nil) throws {
        let format = try AudioFormat(rate: 48_000)
        let path = folder.file("take.wav")
        take = Take(
            TakeRequest(
                id: 1, name: "take", path: path, format: format, created: "2026-01-01T00:00:00Z", startFrame: start,
                preRollFrames: preRoll, limitFrames: limit),
            segment: try SegmentWriter(path: path, format: format))
    }

    func stream(from first: Int64, to end: Int64, period: Int) throws {
        var frame = first
        while frame < end {
            let count = min(Int64(period), end - frame)
            let samples = (0..<count).map { Frame(repeating: Float(frame + $0)) }
            unsafe try samples.withFrames { (frames) throws(StorageError) in unsafe try take.consume(frames, at: frame) }
            frame += count
        }
    }

    /// Closes the file and reads it back.
    func finish() throws -> [Float] {
        _ = try take.segment.close()
        let reader = try SegmentReader(path: take.request.path)
        var frames = [Frame](repeating: .zero, count: Int(reader.info.frames) + 1)
        let count = unsafe try frames.withUnsafeMutableBufferPointer { buffer in try unsafe reader.read(into: buffer) }
        return frames[..<count].map { $0[0] }
    }
}
