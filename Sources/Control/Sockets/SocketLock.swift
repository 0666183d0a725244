// The lock of a socket path. One thread at a time; waits for an engine that ends.
internal import Synchronization
import System

/// One engine for each socket: a lock on `PATH.lock`, held while this value lives and released by the kernel when the engine
/// dies. Without it two engines could find the same dead socket, and one could remove the socket that the other just made.
/// The lock file stays: removing it would open that gap again.
struct SocketLock: ~Copyable {
    private let descriptor: Int32

    /// Locks that this process holds between two of its engines, by the paths of the sockets.
    private static let kept = Mutex<[String: Int32]>([:])

    /// Takes the lock. Throws `.alreadyRuns` if an engine answers at the path, and `.ending` if one that does not answer keeps the
    /// lock for longer than `ControlLimits.ending`: it has just started or is about to end.
    init(engine: String, path: String) throws(ControlError) { descriptor = try Self.waitForLock(engine, path) }

    private static func waitForLock(_ engine: String, _ path: String) throws(ControlError) -> Int32 {
        if let own = kept.withLock({ $0.removeValue(forKey: path) }) { return own }
        let address = try SocketAddress(path: path)
        let end = Moment.now.nanoseconds + ControlLimits.ending
        while true {
            if let descriptor = try take(path) { return descriptor }
            if try UnixSocket(path: path).connect(address) == nil { throw .alreadyRuns(engine: engine, path: path) }
            guard Moment.now.nanoseconds < end else { throw .ending(engine: engine, path: path) }
            ThisProcess.sleep(milliseconds: 10)
        }
    }

    /// Tries once to take the lock. Nil while another process holds it.
    private static func take(_ path: String) throws(ControlError) -> Int32? {
        let file = path + ".lock"
        do throws(SystemError) {
            let descriptor = try File.open(file, .readWrite, [.create, .noLink])
            do throws(SystemError) { if try File.lock(descriptor) { return descriptor } } catch {
                File.close(descriptor)
                throw error
            }
            File.close(descriptor)
            return nil
        } catch {
            throw ControlError(error, path: file)
        }
    }

    /// True while another process holds the lock of a socket path: an engine that runs, has just started, or is about to end.
    static func isHeld(_ path: String) -> Bool {
        guard File.exists(path + ".lock") else { return false }
        // An error is left to the engine that takes the lock next.
        do throws(ControlError) {
            guard let descriptor = try take(path) else { return true }
            File.close(descriptor)
        } catch {}
        return false
    }

    /// Holds the lock until this process takes it for its next engine, or ends.
    consuming func keep(_ path: String) {
        let own = descriptor
        discard self
        Self.kept.withLock { $0[path] = own }
    }

    deinit {
        // Nothing was written; the kernel releases the lock even when close fails.
        File.close(descriptor)
    }
}
