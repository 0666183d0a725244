// Looks at files outside of the library for exports. Any thread; blocks on the disk.
public import Dictation
import System

extension Library {
    /// True when the path is a folder. Any thread; blocks.
    public static func isFolder(_ path: String) -> Bool {
        do throws(StorageError) { return try FileStatus(of: path).isFolder } catch { return false }
    }

    /// Throws `noFolder`, `notFolder`, `noPermission` or `readOnly` for a path that is no folder to write in. Any thread; blocks.
    public static func checkFolder(_ path: String) throws(StorageError) {
        let folder = path.count > 1 && path.hasBytes(last: "/") ? path.droppingBytes(last: 1) : path
        do throws(StorageError) {
            guard try FileStatus(of: folder).isFolder else { throw .notFolder(path: folder) }
            try onDisk("write in the folder", folder, File.checkWritable(folder))
        } catch .missing {
            throw .noFolder(path: folder)
        }
    }

    /// Throws as the other `checkFolder` if the library's folder has gone or cannot be written, and `diskGone` if its disk is away: a
    /// folder that is made in its place is not the library. Any thread; blocks.
    public func checkFolder() throws(StorageError) {
        do throws(StorageError) { try checkPlace() } catch .missing { throw .noFolder(path: folder) }
        try Self.checkFolder(folder)
    }

    /// True when something exists at the path. Any thread; blocks.
    public static func isThere(_ path: String) -> Bool { File.exists(path) }

    /// Folder of a path. Any thread.
    public static func folder(of path: String) -> String { Folder.parent(of: path) }

    /// Throws `noEncoder` when ffmpeg is not installed. Any thread; blocks.
    public static func needFFmpeg(for path: String) throws(StorageError) {
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noEncoder(path: path) }
    }

    /// Broadcast description (bext) of a take's WAV file, with its time reference moved to the timeline frame at which an
    /// export begins. Nil when the timeline is not one span of one file, or the file has no description. Blocks.
    public func broadcastDescription(of recording: Recording, from frame: Int64) -> BroadcastDescription? {
        guard recording.timeline.spans.count == 1, let place = recording.timeline.place(of: frame) else { return nil }
        do throws(StorageError) {
            var description = try WaveTags(path: path(of: place.segment)).description
            description?.timeReference &+= UInt64(max(0, place.frame))
            return description
        } catch {
            // The file is no WAV.
            return nil
        }
    }
}
