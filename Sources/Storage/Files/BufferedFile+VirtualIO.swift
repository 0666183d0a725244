// Lets libsndfile write through a buffered file. The file's owner only, inside calls of libsndfile.
import CSndFile

extension BufferedFile {
    /// Functions through which libsndfile writes. They hold no reference, so the owner must keep the file alive.
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

    /// The file as the argument of `virtualIO`.
    var asUserData: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ user: UnsafeMutableRawPointer?) -> BufferedFile {
        // libsndfile passes the argument of sf_open_virtual on, which is never nil.
        unsafe Unmanaged<BufferedFile>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
    }
}
