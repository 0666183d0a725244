// Room: tests of Deck. A real file with a formula in it.
import Deck
import Dictation
import Glibc
import Storage
import Testing

/// A float WAV file whose frames are given by a formula; gone with this object.
final class TestTape {
    let path: String

    init(
        frames: Int, rate: Int = 48_000, _ formula: (Int64) -> SIMD2<Float> = TestTape.counter
    ) throws {
        path = "/tmp/dicta-deck-\(getpid())-\(UInt64.random(in: 0 ... .max)).wav"
        let writer = try SegmentWriter(
            path: path, format: AudioFormat(container: .wav, encoding: .float, rate: rate, channels: 2))
        let samples = (0..<Int64(frames)).map(formula)
        unsafe try samples.withUnsafeBufferPointer { unsafe try writer.write($0) }
        _ = try writer.close()
    }

    deinit { _ = unsafe unlink(path) }

    /// The number of the frame is in the sample: what is lost, doubled or shifted shows.
    static func counter(_ frame: Int64) -> SIMD2<Float> { SIMD2(Float(frame % 1_000_000), -Float(frame % 999_983)) }
}
