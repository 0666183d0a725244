// Hidden folder in which a file is made before it gets its name. One owner at a time; blocks on the disk.
import System

/// A hidden folder beside a future file, for everything that is written on the way.
///
/// A lock file in the folder is held as long as the object lives; the end of the object removes the folder. After a killed
/// program the next work folder in the same place, or a recovery of the library, finds the folder unlocked and removes it.
/// Other programs never touch a locked folder.
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
            do throws(StorageError) {
                try onDisk("write in the folder", parent, File.makeFolder(fresh, mode: 0o700))
            } catch .exists {
                continue
            }
            let lock = "\(fresh)/\(Self.lockName)"
            let descriptor: Int32
            do throws(StorageError) {
                let options: File.Options = [.create, .exclusive, .noLink]
                descriptor = try onDisk("write in the folder", fresh, File.open(lock, .readWrite, options))
            } catch .missing {
                // Another program that was clearing up removed the folder before the lock file was in it.
                continue
            } catch {
                try? File.removeFolder(fresh)
                throw error
            }
            // On a disk without locks no other program can lock the file either, so none removes the folder.
            if (try? File.lock(descriptor)) != false, File.exists(lock) {
                (path, self.lock) = (fresh, descriptor)
                return
            }
            File.close(descriptor)
        }
    }

    /// Makes a folder in the cache of the user, for files that only this program and its children read. Blocks.
    public convenience init(inCache part: String) throws(StorageError) {
        let folder = CacheFolder.path(part)
        try Folder.create(folder, mode: 0o700)
        try self.init(beside: "\(folder)/file")
    }

    deinit {
        Self.remove(path)
        // Nothing was written through the descriptor, so a failing close loses nothing.
        File.close(lock)
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
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try File.open("\(path)/\(lockName)", .readWrite, [.noLink, .noWait])
        } catch {
            guard error.code == Errno.missing else { return false }
            if (try? File.removeFolder(path)) != nil { return true }
            do throws(StorageError) {
                let files = try Folder.names(in: path, hidden: true)
                return files.isEmpty || files.contains(lockName) ? false : remove(path)
            } catch {
                return false
            }
        }
        // The lock is held until all files are removed.
        defer { File.close(descriptor) }
        guard (try? File.lock(descriptor)) == true else { return false }
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
            // The folder is gone already, or belongs to another user.
        }
        Folder.removeQuietly("\(path)/\(lockName)")
        do throws(SystemError) { try File.removeFolder(path) } catch { return error.code == Errno.missing }
        return true
    }
}
