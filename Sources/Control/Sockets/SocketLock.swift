// The lock of a socket path. One thread at a time; waits for an engine that ends.
internal import Synchronization
import System

/// One engine for each socket: a lock on `PATH.lock`, held while this value lives and released by the kernel when the engine
/// dies. Without it two engines could find the same dead socket, and one could remove the socket that the other just made.
/// The lock file stays: removing it would open that gap again. It has the id of the process that holds it. A mark in the kernel stands
/// in for one that others remove (`SocketMark`).
struct SocketLock: ~Copyable {
    private let descriptor: Int32
    /// Descriptor that holds the mark of the path; -1 without one.
    private let mark: Int32

    /// Locks and marks that this process holds between two of its engines, by the paths of the sockets.
    private static let kept = Mutex<[String: (lock: Int32, mark: Int32)]>([:])

    /// Takes the lock. Throws `.alreadyRuns` if an engine answers at the path, and `.ending` if one that does not answer keeps the
    /// lock for longer than `ControlLimits.ending`: it has just started or is about to end.
    init(engine: String, path: String) throws(ControlError) {
        let (descriptor, mark) = try Self.waitForLock(engine, path)
        self.init(descriptor: descriptor, mark: mark)
    }

    /// Keeps a lock that `take` has taken, and writes the id of this process into its file.
    init(descriptor: Int32, mark: Int32) {
        self.descriptor = descriptor
        self.mark = mark
        // The id is for people. The lock holds without it, on a full disk as well.
        try? File.resize(descriptor, to: 0)
        try? File.write(descriptor, Array("\(ThisProcess.identifier)\n".utf8), at: 0)
    }

    private static func waitForLock(_ engine: String, _ path: String) throws(ControlError) -> (lock: Int32, mark: Int32) {
        let address = try SocketAddress(path: path)
        var mark: Int32 = -1
        if let own = kept.withLock({ $0.removeValue(forKey: path) }) {
            let identity = Self.identity(of: own.lock)
            if identity != nil, FileStatus.unfollowed(file(path))?.identity == identity { return own }
            // The file was removed meanwhile, so that another engine may hold a new one.
            File.close(own.lock)
            mark = own.mark
        }
        let end = Moment.now.nanoseconds + ControlLimits.ending
        do throws(ControlError) {
            while true {
                // First: nobody takes those who ask for the mark off its queue.
                if try UnixSocket(path: path).connect(address) == nil { throw .alreadyRuns(engine: engine, path: path) }
                var other: Int32?
                if mark < 0 { (mark, other) = SocketMark.take(path) }
                // An engine that has lost its lock file takes a new one: it is not made here.
                if other == nil, let descriptor = try take(path) { return (descriptor, mark) }
                guard Moment.now.nanoseconds < end else { throw .ending(engine: engine, path: path, pid: holder(path)) }
                ThisProcess.sleep(milliseconds: 10)
            }
        } catch {
            if mark >= 0 { File.close(mark) }
            throw error
        }
    }

    /// The lock file itself, which may have lost its name; nil if it cannot be told.
    var identity: FileStatus.Identity? { Self.identity(of: descriptor) }

    static func identity(of descriptor: Int32) -> FileStatus.Identity? {
        (try? FileStatus(descriptor: descriptor))?.identity
    }

    /// The path of the lock file.
    static func file(_ path: String) -> String { path + ".lock" }

    /// The process that took the lock last, or holds the mark; nil if neither tells.
    static func holder(_ path: String) -> Int32? {
        noted(path) ?? SocketMark.holder(path).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The process in the lock file; nil if the file does not tell, or that process has ended: an older engine, which writes no id, can
    /// hold the lock now.
    private static func noted(_ path: String) -> Int32? {
        guard let descriptor = try? File.open(file(path), .read, [.noLink, .noWait]) else { return nil }
        defer { File.close(descriptor) }
        guard let bytes = try? File.readSome(descriptor, atMost: 16) else { return nil }
        let pid = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.flatMap { Int32($0) }
        // Signal 0 only asks if the process is there.
        guard let pid, pid > 0, SignalNumber.send(0, to: pid) else { return nil }
        return pid
    }

    /// Tries once to take the lock. Nil while another process holds it.
    static func take(_ path: String) throws(ControlError) -> Int32? {
        let file = Self.file(path)
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
        if File.exists(file(path)) {
            // An error is left to the engine that takes the lock next.
            do throws(ControlError) {
                guard let descriptor = try take(path) else { return true }
                File.close(descriptor)
            } catch {}
        }
        return SocketMark.holder(path) != nil
    }

    /// The lock of the same engine on a new lock file, which `take` has taken.
    consuming func renewed(by newer: Int32) -> SocketLock {
        let (old, held) = (descriptor, self.mark)
        discard self
        File.close(old)
        return SocketLock(descriptor: newer, mark: held)
    }

    /// Holds the lock until this process takes it for its next engine, lets go of it, or ends.
    consuming func keep(_ path: String) {
        let own = (lock: descriptor, mark: mark)
        discard self
        Self.kept.withLock { $0[path] = own }
    }

    /// Releases the locks that this process holds for a next engine.
    static func letGo() {
        kept.withLock { locks in
            for own in locks.values {
                File.close(own.lock)
                if own.mark >= 0 { File.close(own.mark) }
            }
            locks = [:]
        }
    }

    deinit {
        // Nothing was written; the kernel releases the lock even when close fails.
        File.close(descriptor)
        if mark >= 0 { File.close(mark) }
    }
}
