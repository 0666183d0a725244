// The queue of hooks that must not be lost (F13). Control loop only.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

/// Owns the queue: keeps it on the disk, and runs its jobs until each has succeeded. Programs of the user come from events
/// (`take`), requests of the engine to itself from other desks (`add`).
final class HookQueueDesk: Desk {
    /// Work that waits for the end of a write.
    private struct Pending {
        /// Jobs that begin then: each is on the disk before it starts.
        let starts: [Int64]
        /// Callers that are told then.
        let answers: [(Result<Void, EngineError>) -> Void]
    }

    let board: Switchboard
    let settings: SettingsDesk
    let library: LibraryDesk
    let hooks: HookDesk
    let engine: String
    let keeper: Worker<HookKeeper>
    private let events: Mailbox<HookKeeper.Event>

    /// The jobs.
    var queue: HookQueue { didSet { if queue != oldValue { (revision, isUnsaved) = (revision + 1, true) } } }
    /// Number of changes since the start.
    private var revision: Int64 = 0
    /// True if the file is older than the queue.
    var isUnsaved = false
    /// Jobs that begin after the next write.
    private var starts: [Int64] = []
    /// Callers that are told of the next write.
    private var answers: [(Result<Void, EngineError>) -> Void] = []
    private var pending: [UInt64: Pending] = [:]
    private var nextWrite: UInt64 = 1
    /// Earliest time of the next write after one that has failed; nil after one that succeeded.
    private var retryWrite: Moment?
    /// Trouble with the file at the start, until it is told.
    private var trouble: StoredText?
    /// Time of the next look at the times of the jobs.
    private var nextLook = Moment.now
    /// True once the engine quits: nothing begins, and what fails then does not count.
    var isQuitting = false

    /// Seconds between two tries to write.
    private static let writePause: Int64 = 10

    /// Reads the kept jobs and starts the thread that writes them. Blocks on the disk. Throws when the thread cannot start.
    init(
        _ board: Switchboard, _ settings: SettingsDesk, _ library: LibraryDesk, _ hooks: HookDesk, engine: String,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.settings = settings
        self.library = library
        self.hooks = hooks
        self.engine = engine
        (keeper, events) = try Worker.reporting(to: wake, name: "dicta-hook-file", wake: WakeSemaphore()) {
            HookKeeper(engine: engine, outbox: $0)
        }
        (queue, trouble) = HookKeeper.read(engine)
    }

    /// Seconds of the wall clock.
    var now: Int64 { Int64(Timestamp.now.seconds) }
    /// Most programs that run at once, and most requests.
    var most: Int { Int(settings.current.int(.hookJobs) ?? 2) }

    func turn(_ now: Moment) {
        takeWritten()
        takeEnds()
        if let trouble {
            self.trouble = nil
            board.report(LogText(private: trouble.description, as: "the kept file cannot be used: <private>"), of: "hooks")
        }
        guard isUnsaved || !queue.jobs.isEmpty else { return }
        if isUnsaved || now >= nextLook { look(now) }
        save(now)
    }

    /// Begins what is due.
    private func look(_ now: Moment) {
        nextLook = now.later(milliseconds: 500)
        starts += queue.begin(now: self.now, library: library.library.folder, most: most).map(\.id)
    }

    func hear(_ news: News) {
        guard case .library(.filesChanged(let change)) = news else { return }
        let folder = library.library.folder
        switch change {
        case .renamed(let name, let newName, let files):
            if queue.rename(name, to: newName, files: files, library: folder) {
                EngineLog.say(.info, .hooks, "the queued hooks of \(name) are those of \(newName) now")
            }
        case .deleted(let name, let id):
            for job in queue.delete(name, identity: id, library: folder) {
                EngineLog.say(
                    .info, .hooks, "\(job.words) is dropped from the queue of hooks, since the recording was deleted")
            }
        case .replaced: break
        }
    }

    // MARK: State

    func status(for authority: Authority) -> Fields { queue.jobs.isEmpty ? [:] : fields }

    func fields(of topic: Topic) -> Fields { topic == .hooks ? fields : [:] }

    private var fields: Fields {
        [
            "hook_jobs_waiting": .int(Int64(queue.count(.waiting))), "hook_jobs_running": .int(Int64(queue.count(.running))),
            "hook_jobs_failed": .int(Int64(queue.count(.failed))), "hook_jobs_revision": .int(revision),
        ]
    }

    // MARK: File

    /// Has the changes written, and calls `done` once they are, or cannot be.
    func save(_ done: @escaping (Result<Void, EngineError>) -> Void) {
        answers.append(done)
        isUnsaved = true
        retryWrite = nil
    }

    private func save(_ now: Moment) {
        guard isUnsaved, retryWrite.map({ now >= $0 }) ?? true else { return }
        isUnsaved = false
        pending[nextWrite] = Pending(starts: starts, answers: answers)
        (starts, answers) = ([], [])
        keeper.post(.write(queue.bytes, id: nextWrite))
        nextWrite += 1
    }

    func takeWritten() {
        for event in events.take() {
            switch event {
            case .written(let id, let result):
                guard let pending = pending.removeValue(forKey: id) else { continue }
                written(pending, result)
            }
        }
    }

    /// Starts the jobs that are on the disk now. Without a write none starts: it could be lost.
    private func written(_ pending: Pending, _ result: Result<Void, EngineError>) {
        switch result {
        case .success:
            retryWrite = nil
            for id in pending.starts { start(id) }
        case .failure(let error):
            if retryWrite == nil { board.report("the queue of hooks is not kept: \(error)", of: "hooks") }
            retryWrite = Moment.now.later(milliseconds: 1000 * Int(Self.writePause))
            isUnsaved = true
            for id in pending.starts { queue.release(id, next: now + Self.writePause, because: error.description) }
        }
        for answer in pending.answers { answer(result) }
    }
}
