// WAV files of any length for tests. One thread: the test's.
import Glibc

/// An audio file made by hand: two channels of float or 16 bits, of any length. Frames that were not put are a hole in the
/// file.
public final class SparseWave {
    /// Sample format of a file.
    public enum Kind: Sendable { case float, int16 }

    /// Path of the file.
    public let path: String
    /// Length of the file in frames.
    public let frames: Int
    private let kind: Kind
    private let descriptor: Int32
    private static let header = 4096

    private var frameBytes: Int { kind == .float ? 8 : 4 }

    /// Makes the file with a true header; RF64 where it is longer than WAV allows. Nil when the disk refuses.
    public init?(_ path: String, frames: Int, rate: Int = 48_000, kind: Kind = .float) {
        self.path = path
        self.frames = frames
        self.kind = kind
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        let head = Self.head(kind, rate: rate, frames: frames, frameBytes: frameBytes)
        guard ftruncate(descriptor, Self.header + frames * frameBytes) == 0, put(head, at: 0) else { return nil }
    }

    deinit { _ = close(descriptor) }

    /// Makes a whole file of these samples.
    public static func make(
        _ path: String, _ samples: [SIMD2<Float>], rate: Int = 48_000, kind: Kind = .float
    ) -> Bool {
        guard let wave = SparseWave(path, frames: samples.count, rate: rate, kind: kind) else { return false }
        return wave.put(samples, at: 0)
    }

    /// Makes a file that repeats one stretch.
    public static func make(_ path: String, _ stretch: [SIMD2<Float>], times: Int, rate: Int = 48_000) -> Bool {
        guard let wave = SparseWave(path, frames: stretch.count * times, rate: rate) else { return false }
        return (0..<times).allSatisfy { wave.put(stretch, at: $0 * stretch.count) }
    }

    /// Puts samples at a frame; false when the disk refuses or the frame is past the end.
    public func put(_ samples: [SIMD2<Float>], at frame: Int) -> Bool {
        guard frame >= 0, frame + samples.count <= frames else { return false }
        let offset = Self.header + frame * frameBytes
        // A sample in memory has the layout of the float file.
        guard kind == .int16 else { return unsafe samples.withUnsafeBytes { unsafe put($0, at: offset) } }
        var bytes = [UInt8](repeating: 0, count: samples.count * frameBytes)
        for (i, sample) in samples.enumerated() {
            for side in 0..<2 {
                let value = Int16(max(-32_768, min(32_767, (sample[side] * 32_768).rounded())))
                Self.set(&bytes, 4 * i + 2 * side, UInt16(bitPattern: value))
            }
        }
        return put(bytes, at: offset)
    }

    /// Offset of a frame in the file, in bytes.
    public func offset(of frame: Int) -> Int { Self.header + frame * frameBytes }

    private func put(_ bytes: [UInt8], at offset: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe put($0, at: offset) }
    }

    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Header of exactly 4096 bytes, so that the data lies on pages: RIFF, room that becomes ds64 where it is needed, fmt,
    /// junk, data.
    private static func head(_ kind: Kind, rate: Int, frames: Int, frameBytes: Int) -> [UInt8] {
        let data = frames * frameBytes
        let isLong = data + header > 0xffff_0000
        var bytes = [UInt8](repeating: 0, count: header)
        func name(_ text: String, at place: Int) { bytes.replaceSubrange(place..<place + 4, with: text.utf8) }
        name(isLong ? "RF64" : "RIFF", at: 0)
        set(&bytes, 4, isLong ? UInt32.max : UInt32(data + header - 8))
        name("WAVE", at: 8)
        name(isLong ? "ds64" : "JUNK", at: 12)
        set(&bytes, 16, UInt32(28))
        if isLong {
            set(&bytes, 20, UInt64(data + header - 8))
            set(&bytes, 28, UInt64(data))
            set(&bytes, 36, UInt64(frames))
        }
        name("fmt ", at: 48)
        set(&bytes, 52, UInt32(16))
        set(&bytes, 56, UInt16(kind == .float ? 3 : 1))
        set(&bytes, 58, UInt16(2))
        set(&bytes, 60, UInt32(rate))
        set(&bytes, 64, UInt32(rate * frameBytes))
        set(&bytes, 68, UInt16(frameBytes))
        set(&bytes, 70, UInt16(frameBytes * 4))
        name("JUNK", at: 72)
        set(&bytes, 76, UInt32(header - 88))
        name("data", at: header - 8)
        set(&bytes, header - 4, isLong ? UInt32.max : UInt32(data))
        return bytes
    }

    private static func set<Number: FixedWidthInteger>(_ bytes: inout [UInt8], _ place: Int, _ value: Number) {
        for i in 0..<Number.bitWidth / 8 { bytes[place + i] = UInt8(truncatingIfNeeded: value >> Number(8 * i)) }
    }
}
