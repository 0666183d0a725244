// The lock of a socket path. One thread at a time.
import Glibc

/// One engine for each socket: a lock on `PATH.lock`, held while this value lives and released by the kernel when the engine
/// dies. Without it two engines could find the same dead socket, and one could remove the socket that the other just made.
/// The lock file stays: removing it would open that gap again.
struct SocketLock: ~Copyable {
    private let descriptor: Int32

    init(engine: String, path: String) throws(ControlError) {
        let file = path + ".lock"
        descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .system(call: "open", path: file, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            if code == EWOULDBLOCK { throw .alreadyRuns(engine: engine, path: path) }
            throw .system(call: "flock", path: file, code: code)
        }
    }

    deinit {
        // Nothing was written; the kernel releases the lock even when close fails.
        _ = close(descriptor)
    }
}
