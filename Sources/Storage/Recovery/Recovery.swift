// Repairs an audio file that its writer left open. Any thread that may block on the disk.
internal import Messages
import System

/// Makes a file whole that a kill, a crash or a power loss has left open.
///
/// Afterwards the file has all audio that the kernel received and the disk kept, also that after the last flush. Sizes and
/// counts in the header are set to the frames that are there. A partial frame at the end is cut off, and so is a hole at the
/// end that was never written (a power loss leaves one where the length reached the disk and the audio did not). Audio that the
/// header already counts stays, as silence where it is a hole, so that the timeline holds. Audio is never cut: data after the
/// last whole frame that is longer than any frame stays in the file.
///
/// The repair is done in place and can be repeated: a crash during it is repaired by the next run. It costs a look at the
/// header for uncompressed samples, and one pass over the file for FLAC, Ogg and MP3.
public enum Recovery {
    /// Repairs the file and syncs it; a file that was closed properly is left alone. Throws `notAudio`, and changes nothing,
    /// for a file without a whole header (no audio was recorded yet) or of another kind. Throws `isLink` for a link, and
    /// `hasOtherNames` for a file to be changed that has another name too: it may be somebody's under that one. Blocks.
    public static func mend(_ path: String) throws(StorageError) -> RecoveryReport {
        let descriptor = try Place(path).open("open", .readWrite)
        do throws(StorageError) {
            let report = try mend(descriptor, path)
            if report.isChanged { try onDisk("sync", path, File.sync(descriptor)) }
            try onDisk("close", path, File.finish(descriptor))
            return report
        } catch {
            // The first error is reported; a descriptor that is closed already must not be closed again.
            if File.isOpen(descriptor) { File.close(descriptor) }
            throw error
        }
    }

    private static func mend(_ descriptor: Int32, _ path: String) throws(StorageError) -> RecoveryReport {
        let status = try FileStatus(of: descriptor, path: path)
        guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
        guard status.bytes > 0 else { throw .notAudio(path: path, reason: tr("the file is empty")) }
        let file = OpenFile(descriptor, path: path, length: status.bytes, isShared: status.links > 1)
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
