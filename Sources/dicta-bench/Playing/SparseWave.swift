// Writes long audio files. Main thread only; the one place that writes audio.
import System

/// A stereo float file in RF64 of any length. Frames that are never put are a hole, which costs no disk.
final class SparseWave {
    let path: String
    let frames: Int
    private let descriptor: Int32
    private static let header = 4096

    /// Makes a file of `frames` frames at `rate` Hz, without sound.
    init(_ path: String, frames: Int, rate: Int) throws(BenchError) {
        self.path = path
        self.frames = frames
        do throws(SystemError) {
            descriptor = try File.open(path, .readWrite, [.create, .empty])
            try File.resize(descriptor, to: Int64(Self.header + 8 * frames))
        } catch {
            throw .system("make \(path) \(frames / rate) s long, most of it a hole", error.code)
        }
        try write(Self.head(frames: frames, rate: rate), at: 0)
    }

    deinit { File.close(descriptor) }

    /// Writes the same signal to both channels.
    func put(_ samples: [Float], at frame: Int) throws(BenchError) {
        var words: [UInt32] = []
        words.reserveCapacity(2 * samples.count)
        for sample in samples {
            for _ in 0..<2 { words.append(sample.bitPattern.littleEndian) }
        }
        let bytes = unsafe words.withUnsafeBytes { unsafe Array($0) }
        try write(bytes, at: Self.header + 8 * frame)
    }

    /// Drops the file from memory, so the next reader waits for the disk. Some file systems keep it in memory all the same.
    func drop() throws(BenchError) {
        do throws(SystemError) {
            try File.sync(descriptor)
            try File.forgetInMemory(descriptor)
        } catch {
            throw .system("drop \(path) from memory", error.code)
        }
    }

    /// True if the page of a frame is in memory.
    func isResident(_ frame: Int) -> Bool {
        File.isInMemory(descriptor, at: Self.header + 8 * frame)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(BenchError) {
        do throws(SystemError) { try File.write(descriptor, bytes, at: Int64(offset)) } catch {
            throw .system("write \(path)", error.code)
        }
    }

    /// The header, a page long: RF64 with its true sizes, fmt, junk, data.
    private static func head(frames: Int, rate: Int) -> [UInt8] {
        var bytes = Array("RF64".utf8)
        append(UInt32.max, to: &bytes)
        bytes += Array("WAVEds64".utf8)
        append(UInt32(28), to: &bytes)
        append(UInt64(header - 8 + 8 * frames), to: &bytes)
        append(UInt64(8 * frames), to: &bytes)
        append(UInt64(frames), to: &bytes)
        append(UInt32(0), to: &bytes)
        bytes += Array("fmt ".utf8)
        append(UInt32(16), to: &bytes)
        append(UInt16(3), to: &bytes)
        append(UInt16(2), to: &bytes)
        append(UInt32(rate), to: &bytes)
        append(UInt32(8 * rate), to: &bytes)
        append(UInt16(8), to: &bytes)
        append(UInt16(32), to: &bytes)
        bytes += Array("JUNK".utf8)
        append(UInt32(header - 12 - bytes.count), to: &bytes)
        bytes += [UInt8](repeating: 0, count: header - 8 - bytes.count)
        bytes += Array("data".utf8)
        append(UInt32.max, to: &bytes)
        return bytes
    }

    private static func append<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
        bytes += value.bytes(.little)
    }
}
