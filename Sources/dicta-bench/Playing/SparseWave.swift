// Writes long audio files. Main thread only; the one place that writes audio.
import Glibc

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
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("make \(path)", errno) }
        guard ftruncate(descriptor, off_t(Self.header + 8 * frames)) == 0 else {
            throw .system("make \(path) \(frames / rate) s long, most of it a hole", errno)
        }
        try write(Self.head(frames: frames, rate: rate), at: 0)
    }

    deinit { _ = close(descriptor) }

    /// Writes the same signal to both channels.
    func put(_ samples: [Float], at frame: Int) throws(BenchError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * samples.count)
        for sample in samples {
            for _ in 0..<2 { Self.append(sample.bitPattern, to: &bytes) }
        }
        try write(bytes, at: Self.header + 8 * frame)
    }

    /// Drops the file from memory, so the next reader waits for the disk. Some file systems keep it in memory all the same.
    func drop() throws(BenchError) {
        guard fsync(descriptor) == 0 else { throw .system("sync \(path)", errno) }
        let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        guard code == 0 else { throw .system("drop \(path) from memory", code) }
    }

    /// True if the page of a frame is in memory.
    func isResident(_ frame: Int) -> Bool {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = (Self.header + 8 * frame) / page * page
        guard let map = unsafe mmap(nil, page, PROT_READ, MAP_SHARED, descriptor, off_t(start)), unsafe map != MAP_FAILED
        else { return false }
        defer { _ = unsafe munmap(map, page) }
        var state: UInt8 = 0
        return unsafe mincore(map, page, &state) == 0 && state & 1 == 1
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(BenchError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("write \(path)", errno) }
            done += count
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
        for i in 0..<Number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> Number(8 * i))) }
    }
}
