// Any thread but the realtime and the writing one; blocks on the disk.
import Glibc

/// Makes a file whole that a kill, a crash or a power loss has left open.
///
/// All that the writer gave to the kernel and the disk kept is in the file afterwards, also what came after the last flush:
/// sizes and counts in the header are set to the frames that are really there, a frame that is not whole is cut off the
/// end, and so is a hole at the end that was never written (a power loss leaves one where the length reached the disk and
/// the audio did not). What the header already counts stays, as silence where it is a hole, so that the timeline holds.
/// Audio is never cut: what follows the last whole frame and is longer than any frame stays where it is.
///
/// In place, and again with the same result: a crash during it is mended by the next one. It costs a look at the header
/// for plain samples, and one pass over the file for FLAC, Ogg and MP3.
public enum Recovery {
    /// Mends the file and syncs it. A file that is closed already is left alone. Throws `notAudio` where there is nothing
    /// to mend: no whole header, so nothing was recorded yet, or no file of these kinds; it is untouched then.
    public static func mend(_ path: String) throws(StorageError) -> RecoveryReport {
        // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        do throws(StorageError) {
            let report = try mend(descriptor, path)
            if report.isChanged, fsync(descriptor) != 0 { throw StorageError(code: errno, operation: "sync", path: path) }
            guard close(descriptor) == 0 || errno == EINTR else {
                throw StorageError(code: errno, operation: "close", path: path)
            }
            return report
        } catch {
            // The first error is the one to tell; a descriptor that is closed already is not closed again here.
            if fcntl(descriptor, F_GETFD) >= 0 { _ = close(descriptor) }
            throw error
        }
    }

    private static func mend(_ descriptor: Int32, _ path: String) throws(StorageError) -> RecoveryReport {
        let status = try FileStatus(of: descriptor, path: path)
        guard status.isFile else { throw .notAudio(path: path, reason: "it is no regular file") }
        guard status.bytes > 0 else { throw .notAudio(path: path, reason: "the file is empty") }
        let file = OpenFile(descriptor, path: path, length: status.bytes)
        let mark = try file.source.mark(at: 0)
        switch mark {
        case "RIFF", "RF64", "BW64": return try PlainRepair.mend(file, try WaveLayout.read(file.source))
        case "riff": return try PlainRepair.mend(file, try Wave64Layout.read(file.source))
        case "caff": return try PlainRepair.mend(file, try CoreAudioLayout.read(file.source))
        case "fLaC": return try StreamRepair.mendFLAC(file)
        case "OggS": return try StreamRepair.mendOgg(file)
        default: return try StreamRepair.mendMPEG(file)
        }
    }
}
