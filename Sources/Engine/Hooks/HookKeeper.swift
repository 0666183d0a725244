// State of the thread that keeps the queue of hooks. Its own thread only; blocks on the disk.
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Writes the file of an engine's queue of hooks, `$XDG_STATE_HOME/dicta/hooks-ENGINE.json`.
struct HookKeeper: ThreadState, ~Copyable {
    /// Orders to the thread.
    enum Order: Sendable {
        /// Replace the file.
        case write([UInt8], id: UInt64)
        /// Carry out earlier messages, then end the thread.
        case quit
    }

    /// Events of the thread: the end of a write.
    enum Event: Sendable {
        case written(id: UInt64, Result<Void, EngineError>)
    }

    typealias Wake = WakeSemaphore

    private let engine: String
    private let outbox: Mailbox<Event>
    private var isQuitting = false

    init(engine: String, outbox: Mailbox<Event>) {
        self.engine = engine
        self.outbox = outbox
    }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    mutating func obey(_ order: Order) {
        switch order {
        case .write(let bytes, let id): outbox.post(.written(id: id, HookKeeper.write(bytes, engine)))
        case .quit: isQuitting = true
        }
    }

    /// Replaces the file of an engine. Blocks.
    static func write(_ bytes: [UInt8], _ engine: String) -> Result<Void, EngineError> {
        do throws(EngineError) {
            let path = try path(engine)
            do throws(StorageError) { try StateFile.replace(path, with: bytes) } catch { throw .storage(error) }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Path of the file. Throws without a home folder.
    private static func path(_ engine: String) throws(EngineError) -> String {
        guard let folder = UserFolders.state({ ThisProcess.variable($0) }) else {
            throw .usage(tr("the queue of hooks cannot be kept: set HOME or XDG_STATE_HOME"))
        }
        return "\(folder)/dicta/hooks-\(engine.map { $0 == "/" ? "_" : String($0) }.joined()).json"
    }

    /// Reads the queue of an engine; an empty one without a file. A file with anything that cannot be read is put aside, and the
    /// second value tells that; jobs that can be read stay. Blocks.
    static func read(_ engine: String) -> (queue: HookQueue, trouble: StoredText?) {
        do throws(EngineError) {
            let path = try path(engine)
            do throws(StorageError) {
                guard let bytes = try bytes(path) else { return (HookQueue(), nil) }
                let known = HookQueue.read(bytes)
                if let known, known.unread == 0 { return (known.queue, nil) }
                let aside = try Library.putAside(path)
                if let known { try StateFile.replace(path, with: known.queue.bytes) }
                guard let known else {
                    return (
                        HookQueue(),
                        StoredText(
                            tr("the queue of hooks cannot be read, and its jobs are not run: the file is now '\(aside)'"))
                    )
                }
                let count = known.unread
                return (
                    known.queue,
                    StoredText(
                        tr(
                            count, "\(count) job of the queue of hooks cannot be read and is not run: the file is now '\(aside)'",
                            "\(count) jobs of the queue of hooks cannot be read and are not run: the file is now '\(aside)'"))
                )
            } catch {
                throw .storage(error)
            }
        } catch .usage {
            // Without a home folder nothing was ever kept.
            return (HookQueue(), nil)
        } catch {
            // The next write must not replace jobs that may be readable again, after a change of its mode for example.
            let aside = (try? path(engine)).flatMap { try? Library.putAside($0) }
            guard let aside else {
                return (HookQueue(), StoredText(tr("the queue of hooks cannot be read, and its jobs are not run: \(error)")))
            }
            let words = StoredText(
                tr("the queue of hooks cannot be read, and its jobs are not run: \(error); the file is now '\(aside)'"))
            return (HookQueue(), words)
        }
    }

    /// The bytes of the file, nil without one. A file that is far too long is read as a damaged one.
    private static func bytes(_ path: String) throws(StorageError) -> [UInt8]? {
        do throws(StorageError) {
            return try StateFile.read(path)
        } catch {
            if case .badMetadata = error { return [] }
            throw error
        }
    }
}
