// One thread at a time; blocks on the disk. Where a file is made before it gets its name.
import Glibc

/// A hidden folder beside a file that is to come, for all that is written on the way.
///
/// A lock in it lives as long as the program: let go of, the folder is gone; where the program was killed, who next makes one there,
/// or recovers a library there, finds it unlocked and removes it. One that is at work is never touched by others.
public final class WorkFolder {
    public let path: String
    private let lock: Int32

    static let prefix = ".dicta-export-"
    private static let lockName = "lock"

    /// Blocks. Beside `target`, on the same disk; what programs that died have left there goes first.
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

    /// Any thread. Where a file of that name is made.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Blocks. Removes those that nobody works in; returns their names.
    @discardableResult
    static func clear(_ folder: String) throws(StorageError) -> [String] {
        try Folder.names(in: folder, hidden: true, onlyHidden: true).filter { name in
            name.hasPrefix(prefix) && removeLeftBehind("\(folder)/\(name)")
        }
    }

    /// One whose lock can be had. Without a lock in it, which is made first, it is being made just now, as long as it is empty: only
    /// an empty folder can be removed as such.
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

    /// True where it is gone. The lock's file goes last, so that half of it is found again.
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
