// File in memory for libsndfile. One owner at a time.
import CSndFile

/// A file in memory, to which libsndfile can write and from which it can read.
@safe final class MemoryFile {
    /// The contents.
    private(set) var bytes: [UInt8] = []
    private var position = 0

    /// The file as the argument of `virtualIO`.
    var asUserData: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Moves to the start.
    func rewind() { position = 0 }

    private func write(_ more: UnsafeRawBufferPointer) {
        let end = position + more.count
        if end > bytes.count { bytes += repeatElement(0, count: end - bytes.count) }
        unsafe bytes.withUnsafeMutableBytes { unsafe $0[position..<end].copyBytes(from: more) }
        position = end
    }

    private func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = max(0, min(room.count, bytes.count - position))
        unsafe bytes.withUnsafeBytes {
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }

    /// Functions through which libsndfile reads and writes. They hold no reference, so the caller must keep the file alive.
    static func virtualIO() -> SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe Int64(MemoryFile.from($0).bytes.count) },
            seek: { offset, whence, user in
                let file = unsafe MemoryFile.from(user)
                let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.position : file.bytes.count
                guard (0...Int64(1 << 30)).contains(Int64(base) + offset) else { return -1 }
                file.position = base + Int(offset)
                return Int64(file.position)
            },
            read: { room, count, user in
                unsafe Int64(MemoryFile.from(user).read(UnsafeMutableRawBufferPointer(start: room, count: Int(count))))
            },
            write: { bytes, count, user in
                unsafe MemoryFile.from(user).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return count
            },
            tell: { unsafe Int64(MemoryFile.from($0).position) }
        )
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> MemoryFile {
        // libsndfile passes the argument of sf_open_virtual on, which is never nil.
        unsafe Unmanaged<MemoryFile>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
    }
}
