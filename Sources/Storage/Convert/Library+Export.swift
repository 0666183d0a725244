// Any thread; blocks on the disk. Files outside of the library.
public import Dictation
import Glibc

extension Library {
    /// Any thread; blocks.
    public static func isFolder(_ path: String) -> Bool {
        do throws(StorageError) { return try FileStatus(of: path).isFolder } catch { return false }
    }

    /// Any thread; blocks. Whether something has that name.
    public static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Any thread. The folder of a path.
    public static func folder(of path: String) -> String { Folder.parent(of: path) }

    /// Any thread; blocks. Refuses where there is no ffmpeg.
    public static func needFFmpeg(for path: String) throws(StorageError) {
        guard ForeignProgram.find("ffmpeg") != nil else { throw .noEncoder(path: path) }
    }

    /// Blocks. What a WAV says of the take it is, moved on to the timeline frame at which an export begins; nil where that is
    /// not one stretch of one file, or it says nothing.
    public func broadcastDescription(of recording: Recording, from frame: Int64) -> BroadcastDescription? {
        guard recording.timeline.spans.count == 1, let place = recording.timeline.place(of: frame) else { return nil }
        do throws(StorageError) {
            var description = try WaveTags(path: path(of: place.segment)).description
            description?.timeReference &+= UInt64(max(0, place.frame))
            return description
        } catch {
            // No WAV.
            return nil
        }
    }
}
