// An audio file with frames from a formula.
import Dictation
import Glibc
import Playback
import Storage
import TestSupport
import Testing

/// A float WAV file with frames from a formula; deleted with this object.
final class TestWave {
    let path: String
    private let folder = TempFolder()
    private let writer: SegmentWriter
    private let formula: (Int64) -> SIMD2<Float>

    /// Makes a whole file.
    convenience init(
        frames: Int, rate: Int = 48_000, _ formula: @escaping (Int64) -> SIMD2<Float> = TestWave.counter
    ) throws {
        try self.init(growing: frames, rate: rate, formula)
        try finish()
    }

    /// Makes a file that is still being written.
    init(
        growing frames: Int, container: AudioFormat.Container = .wav, rate: Int = 48_000,
        _ formula: @escaping (Int64) -> SIMD2<Float> = TestWave.counter
    ) throws {
        path = folder.file("tape.\(container.rawValue)")
        self.formula = formula
        let encoding: AudioFormat.SampleEncoding = container == .wav ? .float : .pcm24
        writer = try SegmentWriter(
            path: path, format: AudioFormat(container: container, encoding: encoding, rate: rate, channels: 2))
        try write(frames)
    }

    /// Makes a file of silence, with a burst at one of its seconds.
    convenience init(sparse seconds: Int, rate: Int, burstAt second: Int) throws {
        let centre = Int64(second * rate)
        try self.init(growing: 0, rate: rate) { frame in
            let place = Double(frame - centre) / Double(rate)
            return SIMD2(repeating: Float(0.5 * exp(-place * place / 1e-5) * cos(2 * Double.pi * 1000 * place)))
        }
        try writer.writeSilence(frames: (second - 1) * rate)
        try write((seconds - second + 1) * rate)
        try finish()
    }

    /// Writes `frames` more; returns how many frames can be read now.
    @discardableResult func write(_ frames: Int) throws -> Int64 {
        let first = writer.framesWritten
        let samples = (first..<first + Int64(frames)).map(formula)
        unsafe try samples.withUnsafeBufferPointer { unsafe try writer.write($0) }
        try writer.flush()
        return writer.framesReadable
    }

    func finish() throws { _ = try writer.close() }

    /// The samples are the number of the frame, so a lost, doubled or shifted frame shows.
    static func counter(_ frame: Int64) -> SIMD2<Float> { SIMD2(Float(frame % 1_000_000), -Float(frame % 999_983)) }
}
