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

    /// The same within what 24 bits hold.
    static func ramp(_ frame: Int64) -> SIMD2<Float> {
        SIMD2(Float(frame % 8_000_000) / 8_388_608, -Float(frame % 7_999_999) / 8_388_608)
    }

    static func tone(_ hertz: Double, level: Double = 0.5) -> (Int64) -> SIMD2<Float> {
        { frame in SIMD2(repeating: Float(level * sin(2 * Double.pi * hertz * Double(frame) / 48_000))) }
    }

    /// 10 ms of 3 kHz around every multiple of so many frames.
    static func bursts(every frames: Int64) -> (Int64) -> SIMD2<Float> {
        { frame in
            let place = (frame + 240) % frames
            guard place < 480 else { return .zero }
            let level = 0.5 * (1 - cos(2 * Double.pi * Double(place) / 480))
            return SIMD2(repeating: Float(level * sin(2 * Double.pi * Double(place) / 16)))
        }
    }
}
