// Writer thread. What libsndfile calls instead of write(2); called inside its own calls only.
import CSndFile
import Glibc

extension BufferedFile {
    /// The door through which libsndfile writes. It holds no reference: the writer keeps the file alive.
    static func virtualIO() -> SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe BufferedFile.from($0).length },
            seek: { offset, whence, user in
                let file = unsafe BufferedFile.from(user)
                switch whence {
                case SEEK_SET: file.seek(to: offset)
                case SEEK_CUR: file.seek(to: file.position + offset)
                case SEEK_END: file.seek(to: file.length + offset)
                default: return -1
                }
                return file.position
            },
            read: { _, _, _ in 0 },
            write: { bytes, count, user in
                let file = unsafe BufferedFile.from(user)
                return unsafe Int64(file.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
            },
            tell: { unsafe BufferedFile.from($0).position }
        )
    }

    var asUserData: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ user: UnsafeMutableRawPointer?) -> BufferedFile {
        // libsndfile hands back what sf_open_virtual was given, which is never nil.
        unsafe Unmanaged<BufferedFile>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
    }
}
