// Lock for changes of a library. One thread at a time; blocks while another thread or program holds it.
import System

/// The right to change a library's folder, held for one change at a time by one thread of one program.
///
/// The lock is a kernel lock on a hidden file, so it is released when its holder dies. Reading needs no lock, because every
/// file is replaced in one step.
///
/// Taking the lock first completes changes that a program had begun when it died, so no holder finds a half-done change.
public struct LibraryLock: ~Copyable {
    private let descriptor: Int32
    /// Result of completing interrupted changes.
    let settlement: Library.Settlement

    /// Name of the hidden file.
    static let fileName = ".dicta-lock"
    /// Milliseconds to wait: long enough for a slow disk, and short enough that a frozen program does not freeze this one.
    private static let patience = 10_000

    /// Takes the lock and completes interrupted changes. Blocks for up to ten seconds, then throws `locked`, or `busy` where the holder
    /// cannot be told.
    init(_ library: Library) throws(StorageError) {
        try library.checkPlace()
        let path = "\(library.folder)/\(Self.fileName)"
        let descriptor = try Place(path).open("lock", .readWrite, .create, mode: FileMode.ordinary)
        do throws(StorageError) {
            var waited = 0
            while try !FileLock.take(descriptor, path: path) {
                guard waited < Self.patience else {
                    guard let holder = FileLock.holder(of: descriptor) else { throw .busy(name: library.folder) }
                    throw .locked(folder: library.folder, holder: holder)
                }
                ThisProcess.sleep(milliseconds: 2)
                waited += 2
            }
            settlement = try library.settle()
        } catch {
            File.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Throws `halfDone` for a recording or files that belong to an interrupted change that cannot be completed.
    func refuseStuck(_ name: String, _ files: Set<String>) throws(StorageError) {
        for (note, reason) in settlement.stuck where note.name == name || !note.files.isDisjoint(with: files) {
            throw .halfDone(name: note.name, reason: reason)
        }
    }

    deinit {
        // Nothing was written through the descriptor, so a failing close loses nothing.
        File.close(descriptor)
    }
}
