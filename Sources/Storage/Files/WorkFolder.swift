// Hidden folder in which a file is made before it gets its name. One owner at a time; blocks on the disk.
import Glibc

/// A hidden folder beside a future file, for everything that is written on the way.
///
/// A lock in the folder lives as long as its program. Released, the folder is removed. After a killed program the next
/// work folder in the same place, or a recovery of the library, finds it unlocked and removes it. A locked folder is
/// never touched by others.
public final class WorkFolder {
    /// Path of the folder.
    public let path: String
    private let lock: Int32

    /// Beginning of the names of such folders.
    static let prefix = ".dicta-export-"
    private static let lockName = "lock"

    /// Makes a folder beside `target`, on the same disk, and first removes those of programs that have died. Blocks.
    public init(beside target: String) throws(StorageError) {
        let parent = Folder.parent(of: target)
        // A folder that cannot be read cannot be written to either; the error below says so.
        do throws(StorageError) { try Self.clear(parent) } catch {}
        while true {
            let fresh = "\(parent)/\(Self.prefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            guard unsafe mkdir(fresh, 0o700) == 0 else {
                if errno == EEXIST { continue }
                throw StorageError(code: errno, operation: "write in the folder", path: parent)
            }
            let descriptor = unsafe open("\(fresh)/\(Self.lockName)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                // Somebody who clears up took it away before there was a lock in it.
                if errno == ENOENT { continue }
                let code = errno
                _ = unsafe rmdir(fresh)
                throw StorageError(code: code, operation: "write in the folder", path: fresh)
            }
            // A disk without locks is one on which nobody else can take it for left behind.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
                unsafe access("\(fresh)/\(Self.lockName)", F_OK) == 0
            {
                (path, lock) = (fresh, descriptor)
                return
            }
            _ = close(descriptor)
        }
    }

    deinit {
        Self.remove(path)
        // Nothing was written through it.
        _ = close(lock)
    }

    /// Path of a file in the folder. Any thread.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes folders that no program works in and returns their names. Blocks.
    @discardableResult
    static func clear(_ folder: String) throws(StorageError) -> [String] {
        try Folder.names(in: folder, hidden: true, onlyHidden: true).filter { name in
            name.hasPrefix(prefix) && removeLeftBehind("\(folder)/\(name)")
        }
    }

    /// Removes a folder whose lock is free. An empty folder without a lock file may be one that another program is making:
    /// rmdir removes it only while it is empty, and its maker then makes another.
    private static func removeLeftBehind(_ path: String) -> Bool {
        let descriptor = unsafe open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { return false }
            if unsafe rmdir(path) == 0 { return true }
            do throws(StorageError) {
                let files = try Folder.names(in: path, hidden: true)
                return files.isEmpty || files.contains(lockName) ? false : remove(path)
            } catch {
                return false
            }
        }
        // The files go while it is held; with the folder the lock is of no use any more.
        defer { _ = close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        return remove(path)
    }

    /// Removes a folder; returns true when it is gone. The lock file goes last, so that a half-removed folder is found again.
    @discardableResult
    private static func remove(_ path: String) -> Bool {
        do throws(StorageError) {
            for name in try Folder.names(in: path, hidden: true) where name != lockName {
                Folder.removeQuietly("\(path)/\(name)")
            }
        } catch {
            // Gone already, or not ours to look into.
        }
        Folder.removeQuietly("\(path)/\(lockName)")
        return unsafe rmdir(path) == 0 || errno == ENOENT
    }
}
