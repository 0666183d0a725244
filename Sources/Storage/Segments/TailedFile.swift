// Lets libsndfile read an MP3 with other bytes behind its sound. One owner at a time, inside calls of libsndfile.
import CSndFile
import System

/// A file that seems to end with its sound.
///
/// libmpg123 looks for the end of a file only to compare it with the count in the first frame, and writes a warning to the user's
/// terminal if they differ. All bytes can be read, those behind the end too.
@safe final class TailedFile {
    private let descriptor: Int32
    private let length: Int64
    private let end: Int64
    private var position: Int64 = 0
    /// The last error of the disk, which libsndfile takes for the end of the file; nil without one.
    private(set) var failure: SystemError?

    /// Takes a descriptor of a file of `length` bytes whose sound ends at `end`, and closes it at last.
    init(_ descriptor: Int32, length: Int64, end: Int64) {
        self.descriptor = descriptor
        self.length = length
        self.end = end
    }

    deinit {
        // The file was only read, so a failing close loses nothing.
        File.close(descriptor)
    }

    /// The file as the argument of `virtualIO`.
    var asUserData: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Fills the room; less at the end of the file, and nothing where the disk fails.
    private func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        do throws(SystemError) {
            let count = try unsafe File.readSome(descriptor, into: room, at: position)
            position += Int64(count)
            return count
        } catch {
            failure = error
            return 0
        }
    }

    /// Functions through which libsndfile reads. They hold no reference, so the caller must keep the file alive.
    static func virtualIO() -> SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe TailedFile.from($0).length },
            seek: { offset, whence, user in
                let file = unsafe TailedFile.from(user)
                let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file.position : file.end
                let (place, isOver) = base.addingReportingOverflow(offset)
                guard !isOver, place >= 0 else { return -1 }
                file.position = place
                return place
            },
            read: { room, count, user in
                unsafe Int64(TailedFile.from(user).read(UnsafeMutableRawBufferPointer(start: room, count: Int(count))))
            },
            write: { _, _, _ in 0 },
            tell: { unsafe TailedFile.from($0).position }
        )
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> TailedFile {
        // libsndfile passes the argument of sf_open_virtual on, which is never nil.
        unsafe Unmanaged<TailedFile>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
    }
}
