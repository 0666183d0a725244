// A sync of an open file that another thread waits for. Any thread; a value.
import System

/// The wait for the disk that follows a flush: `SegmentWriter.beginSync`, `TakeJournal.beginSync`.
///
/// The file has to stay open until `run` has returned. Frames can be written to it meanwhile.
public struct FileSync: Sendable {
    let descriptor: Int32
    let path: String
    /// True if the name of the file is brought to the disk too.
    let syncsFolder: Bool

    /// Waits until the disk has all that was written before. Blocks for as long as the disk takes.
    public func run() throws(StorageError) {
        try onDisk("sync", path, File.syncData(descriptor))
        if syncsFolder { try runFolder() }
    }

    /// Waits until the disk has the name of the file. A folder that is missing, renamed or deleted, or has a file in its place, has none
    /// to bring there: the file is told as moved or deleted, and a deleted one is written anew.
    func runFolder() throws(StorageError) {
        do throws(StorageError) { try Folder.sync(Folder.parent(of: path)) } catch .missing {} catch .notFolder {}
    }
}
