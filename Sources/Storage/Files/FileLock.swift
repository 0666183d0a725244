// Any thread; blocks on the disk for a moment. The kernel's lock on a file, wherever that lies.
import Glibc

/// NFS and SMB make a lock of the server out of `flock`: there an exclusive one needs a descriptor that may write, and a refusal
/// may mean that there are no locks at all. Neither is the same as a lock that somebody else has.
enum FileLock {
    /// A descriptor that can be locked, for reading; nil where there is no such file. Never waits, not for a pipe either.
    static func open(_ path: String) throws(StorageError) -> Int32? {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor < 0 else { return descriptor }
        guard errno == ENOENT else { throw StorageError(code: errno, operation: "lock", path: path) }
        return nil
    }

    /// Takes it, where nobody has it. False where somebody has; all else is an error, and no reason to go on as if it were held.
    static func take(_ descriptor: Int32, path: String) throws(StorageError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw StorageError(code: errno, operation: "lock", path: path) }
            return false
        }
        return true
    }
}
