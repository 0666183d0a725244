// One thread at a time; blocks while another thread or program holds it.
import Glibc

/// The right to change what a library's folder says: held for one recording's change at a time, by one thread of one program.
///
/// It is the kernel's lock on a hidden file, so the death of its holder releases it. Reading needs none: every file is
/// replaced in one step.
///
/// Nobody who gets it finds a change half done: changes that a program had begun when it died are settled first.
public struct LibraryLock: ~Copyable {
    private let descriptor: Int32
    let settlement: Library.Settlement

    static let fileName = ".dicta-lock"
    /// Long enough for a slow disk, and short enough that a frozen program does not freeze us.
    private static let patience = 10_000

    init(_ library: Library) throws(StorageError) {
        let path = "\(library.folder)/\(Self.fileName)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, FileMode.ordinary)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "lock", path: path) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, waited < Self.patience else {
                _ = close(descriptor)
                guard code == EWOULDBLOCK else { throw StorageError(code: code, operation: "lock", path: path) }
                throw .busy(name: library.folder)
            }
            _ = usleep(2_000)
            waited += 2
        }
        do throws(StorageError) {
            settlement = try library.settle()
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Refuses files that belong to a change that is stuck.
    func refuseStuck(_ name: String, _ files: Set<String>) throws(StorageError) {
        for (note, reason) in settlement.stuck where note.name == name || !note.files.isDisjoint(with: files) {
            throw .halfDone(name: note.name, reason: reason)
        }
    }

    deinit {
        // Nothing was written through it: closing can lose nothing.
        _ = close(descriptor)
    }
}
