// Fuzz target: audio files. One thread; files in memory only.
import Dictation
import Glibc
import Storage

/// Audio files, sound or damaged.
enum Sounds {
    static func recovery(_ bytes: [UInt8]) -> String? {
        withFile(bytes) { path in
            guard let first = try? Recovery.mend(path) else {
                return size(path) == bytes.count ? nil : "a file that cannot be mended was changed"
            }
            guard first.bytes == size(path), first.bytes <= bytes.count else { return "it is \(size(path)) bytes, not \(first)" }
            guard first.frames >= 0, first.bytesCut >= 0, first.rate > 0, first.channels > 0 else { return "\(first)" }
            guard let again = try? Recovery.mend(path) else { return "a mended file cannot be mended again" }
            guard !again.isChanged, again.frames == first.frames else { return "mended \(first), and again \(again)" }
            return play(path)
        }
    }

    static func reader(_ bytes: [UInt8]) -> String? {
        withFile(bytes) { path in
            if let tags = try? WaveTags(path: path), tags.markers.contains(where: { $0.frame < 0 }) {
                return "a marker before the start"
            }
            return play(path)
        }
    }

    /// Keeps the helpers, which give each input a limit of time and memory.
    private static let stay = SoundHelpers.Stay()

    private static func play(_ path: String) -> String? {
        _ = stay
        guard let reader = try? SegmentReader(path: path) else { return nil }
        guard reader.info.frames >= 0, reader.info.channels > 0, reader.info.rate > 0 else { return "\(reader.info)" }
        var frames = [SIMD2<Float>](repeating: .zero, count: 3000)
        for place in [0, reader.info.frames / 2, reader.info.frames - 10, reader.info.frames + 1, -1] {
            guard (try? reader.seek(to: place)) != nil else { continue }
            for _ in 0..<3 {
                let count = unsafe frames.withUnsafeMutableBufferPointer { unsafe try? reader.read(into: $0) } ?? 0
                guard (0...frames.count).contains(count) else { return "\(count) frames of \(frames.count)" }
                if count < frames.count { break }
            }
        }
        return nil
    }

    /// Makes a file without a name on any disk; its path leads through a link.
    private static func withFile(_ bytes: [UInt8], _ work: (String) -> String?) -> String? {
        var template = Array("/dev/shm/dicta-fuzz-XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { unsafe $0.baseAddress.map { unsafe mkstemp($0) } ?? -1 }
        guard descriptor >= 0, unsafe unlink(template) == 0 else { return "no file: errno \(errno)" }
        defer { _ = close(descriptor) }
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { return "not written: errno \(errno)" }
        return work("/proc/self/fd/\(descriptor)")
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : -1
    }
}
