// State of the thread that keeps the scheduled takes. Schedule thread only; blocks on the disk.
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Writes the file of an engine's scheduled takes, `$XDG_STATE_HOME/dicta/schedule-ENGINE.json`, and the units of systemd that
/// start the engine for them.
struct ScheduleKeeper: ThreadState, ~Copyable {
    /// The texts of the units; both are nil to remove them.
    struct Units: Sendable {
        let timer: String?
        let service: String?
    }

    /// Orders to the schedule thread.
    enum Order: Sendable {
        /// Replace the file, and before it the units if any are given.
        case write([UInt8], Units?, id: UInt64)
        /// Carry out earlier messages, then end the thread.
        case quit
    }

    /// Events of the schedule thread: the end of a write.
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
        case .write(let bytes, let units, let id):
            do throws(EngineError) {
                var doubt: EngineError?
                if let units { doubt = try ScheduleKeeper.write(units, engine: engine) }
                try ScheduleKeeper.replace(try ScheduleKeeper.path(engine), bytes)
                if let doubt { throw doubt }
                outbox.post(.written(id: id, .success(())))
            } catch {
                outbox.post(.written(id: id, .failure(error)))
            }
        case .quit: isQuitting = true
        }
    }

    /// Path of the file. Throws without a home folder.
    static func path(_ engine: String) throws(EngineError) -> String {
        guard let folder = UserFolders.state({ ThisProcess.variable($0) }) else {
            throw .usage(tr("scheduled takes cannot be kept: set HOME or XDG_STATE_HOME"))
        }
        return "\(folder)/dicta/schedule-\(engine.map { $0 == "/" ? "_" : String($0) }.joined()).json"
    }

    /// Folder of the user's own units of systemd. Throws without a home folder.
    static func unitFolder() throws(EngineError) -> String {
        guard let folder = UserFolders.settings({ ThisProcess.variable($0) }) else {
            throw .usage(tr("units of systemd have no place: set HOME or XDG_CONFIG_HOME"))
        }
        return folder + "/systemd/user"
    }

    /// The takes that were kept.
    struct Kept {
        var takes: [ScheduledTake] = []
        var last: Int64 = 0
        var unread: [ScheduledTake.Unread] = []
        var trouble: StoredText?
        /// False if there is a file that could not be read: nothing may replace it.
        var isKnown = true
    }

    /// Reads the takes of an engine; none without a file. Takes that this version cannot read are kept as they are. A damaged file
    /// is put aside, and `trouble` tells that. Blocks on the disk.
    static func read(_ engine: String) -> Kept {
        do throws(EngineError) {
            let path = try path(engine)
            guard File.exists(path) else { return Kept() }
            do throws(StorageError) {
                let bytes = Array((try ConfigFile.read(path) ?? "").utf8)
                if let known = ScheduledTake.takes(in: bytes) {
                    return Kept(takes: known.takes, last: known.last, unread: known.unread)
                }
                let aside = try Library.putAside(path)
                return Kept(
                    trouble: StoredText(tr("the scheduled takes cannot be read and are forgotten: the file is now '\(aside)'")))
            } catch {
                throw .storage(error)
            }
        } catch .usage {
            // Without a home folder nothing was ever kept.
            return Kept()
        } catch {
            return Kept(trouble: StoredText(tr("the scheduled takes cannot be read: \(error)")), isKnown: false)
        }
    }

    /// Writes the units. Gives the error of one that the disk did not confirm: it is there, and the file of the takes is written too.
    private static func write(_ units: Units, engine: String) throws(EngineError) -> EngineError? {
        let base = try unitFolder() + "/" + WakeUnits.name(engine: engine)
        var doubt: EngineError?
        for (ending, text) in [(".service", units.service), (".timer", units.timer)] {
            if let text {
                do throws(EngineError) { try replace(base + ending, Array(text.utf8)) } catch {
                    guard case .storage(.unconfirmed) = error else { throw error }
                    doubt = error
                }
            } else {
                do throws(SystemError) { try File.removeIfThere(base + ending) } catch { throw EngineError(error) }
            }
        }
        return doubt
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws(EngineError) {
        do throws(StorageError) { try ConfigFile.updateBytes(path) { _ in bytes } } catch { throw .storage(error) }
    }
}
