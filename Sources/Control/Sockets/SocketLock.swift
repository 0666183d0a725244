// Control loop only.
import Glibc

/// One engine a socket: a lock on `PATH.lock`, held as long as this lives and let go by the kernel when the engine dies.
/// It closes the gap in which two engines find the same dead socket and each takes away what the other just made.
/// The file stays: who removed it would open that gap again.
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
        // Nothing was written; the kernel lets the lock go whatever close says.
        _ = close(descriptor)
    }
}
