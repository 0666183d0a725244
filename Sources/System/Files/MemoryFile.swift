// A file without a name or a disk. One owner at a time.
internal import CLinux
internal import Glibc

/// A file in memory (memfd_create), for libraries that write to descriptors only. A write to it never waits.
public struct MemoryFile: ~Copyable {
    /// The descriptor, with the offset at which the next write begins.
    public let descriptor: Int32

    /// Makes an empty file.
    public init() throws(SystemError) {
        // 1 is MFD_CLOEXEC: the headers hide it behind _GNU_SOURCE.
        descriptor = unsafe memfd_create("dicta", 1)
        guard descriptor >= 0 else { throw .last("memfd_create") }
    }

    deinit { File.close(descriptor) }

    /// The descriptor, which the caller closes.
    public consuming func take() -> Int32 {
        let own = descriptor
        discard self
        return own
    }

    /// Takes all bytes out of the file, which is empty afterwards.
    public func drain() throws(SystemError) -> [UInt8] {
        let length = try File.seekToEnd(descriptor)
        guard length > 0 else { return [] }
        let bytes = try File.read(descriptor, at: 0, count: Int(length))
        try File.resize(descriptor, to: 0)
        try File.seek(descriptor, to: 0)
        return bytes
    }
}
