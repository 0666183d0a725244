// Reads and writes small files. Any thread; blocks.
import Glibc

/// Small operations on the file system.
public enum Files {
    /// Contents of a file; nil when it cannot be read.
    public static func read(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += part.prefix(count)
        }
    }

    /// Makes or replaces a file; false when the disk refuses.
    public static func write(_ text: String, to path: String, mode: UInt32 = 0o600) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return false }
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
        return close(descriptor) == 0 && count == bytes.count
    }

    /// Permission bits, or nil when there is no such file.
    public static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// True when there is a file or folder of this path.
    public static func exists(_ path: String) -> Bool { mode(path) != nil }

    /// Removes a file; false when the disk refuses.
    public static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

    /// Sets the permission bits; false when the disk refuses.
    public static func setMode(_ path: String, _ mode: UInt32) -> Bool { unsafe chmod(path, mode) == 0 }

    /// Makes a folder; false when the disk refuses.
    public static func makeFolder(_ path: String, _ mode: UInt32 = 0o700) -> Bool { unsafe mkdir(path, mode) == 0 }

    /// Targets of the open descriptors of this process, without the standard ones.
    public static func openTargets() -> [String] {
        (3..<256).compactMap { descriptor in
            var name = [UInt8](repeating: 0, count: 256)
            let count = unsafe name.withUnsafeMutableBytes { name in
                unsafe readlink("/proc/self/fd/\(descriptor)", name.baseAddress!.assumingMemoryBound(to: CChar.self), name.count)
            }
            return count > 0 ? String(decoding: name.prefix(count), as: UTF8.self) : nil
        }
    }
}
