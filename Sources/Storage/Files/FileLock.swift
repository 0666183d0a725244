// Locks files with flock, also on network disks. Any thread; blocks on the disk for a moment.
import System

/// The kernel's lock on a file. NFS and SMB turn `flock` into a lock on the server: an exclusive lock then needs a descriptor
/// open for writing, and a refusal may mean that there are no locks at all. Neither case means that another program holds
/// the lock.
enum FileLock {
    /// Opens a file for locking and reading; nil when there is none. Never waits, not even for a pipe.
    static func open(_ path: String) throws(StorageError) -> Int32? {
        do throws(StorageError) {
            return try onDisk("lock", path, File.open(path, .readWrite, [.noLink, .noWait]))
        } catch .missing {
            return nil
        }
    }

    /// Takes the lock without waiting. Returns false when another program holds it; throws on any other failure, after which
    /// the caller must not go on as if it held the lock.
    static func take(_ descriptor: Int32, path: String) throws(StorageError) -> Bool {
        try onDisk("lock", path, File.lock(descriptor))
    }
}
