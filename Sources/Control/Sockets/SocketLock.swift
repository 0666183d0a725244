// The lock of a socket path. One thread at a time.
import System

/// One engine for each socket: a lock on `PATH.lock`, held while this value lives and released by the kernel when the engine
/// dies. Without it two engines could find the same dead socket, and one could remove the socket that the other just made.
/// The lock file stays: removing it would open that gap again.
struct SocketLock: ~Copyable {
    private let descriptor: Int32

    init(engine: String, path: String) throws(ControlError) { descriptor = try Self.take(engine, path) }

    private static func take(_ engine: String, _ path: String) throws(ControlError) -> Int32 {
        let file = path + ".lock"
        do throws(SystemError) {
            let descriptor = try File.open(file, .readWrite, [.create, .noLink])
            do throws(SystemError) { if try File.lock(descriptor) { return descriptor } } catch {
                File.close(descriptor)
                throw error
            }
            File.close(descriptor)
        } catch {
            throw ControlError(error, path: file)
        }
        throw .alreadyRuns(engine: engine, path: path)
    }

    deinit {
        // Nothing was written; the kernel releases the lock even when close fails.
        File.close(descriptor)
    }
}
