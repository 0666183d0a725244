// Syncs of the open take, beside its writer. Writer thread only; `settle` blocks on the disk.
internal import Storage
internal import Threads

/// Brings a take to the disk while its writer goes on.
///
/// A disk that other programs keep busy answers after seconds. A writer that waited for it would hand no frames to the kernel
/// meanwhile, and a kill would take them away (F7).
final class DiskSync {
    private let worker: Worker<DiskSyncer>?
    private let results: Mailbox<StorageError?>
    private let done: WakeSemaphore
    /// The files of the sync that is under way or not settled; they must stay open.
    private var files: (segment: SegmentWriter, journal: TakeJournal?)?

    /// Starts the thread. If the system refuses it, `begin` waits for the disk itself.
    init() {
        let done = WakeSemaphore()
        let results = Mailbox<StorageError?> { done.wake() }
        (self.done, self.results) = (done, results)
        worker = try? Worker(name: "dicta-sync", wake: WakeSemaphore()) { DiskSyncer(results) }
    }

    deinit {
        worker?.post(.quit)
        worker?.join()
    }

    /// True while a sync is under way or not settled.
    var isBusy: Bool { files != nil }

    /// True while a sync of this segment is under way or not settled.
    func isBusy(with segment: SegmentWriter) -> Bool { files?.segment === segment }

    /// Begins a sync of the files of a take. Not while one is under way.
    func begin(_ segment: SegmentWriter, _ journal: TakeJournal?) throws(StorageError) {
        guard let worker else {
            try segment.sync()
            try journal?.sync()
            return
        }
        let first = try segment.beginSync()
        files = (segment, journal)
        worker.post(.sync([first] + [journal?.beginSync()].compactMap { $0 }))
    }

    /// Ends the sync of a segment if it is done, or with `waits` in any case. Throws its error, which is noted in the segment.
    func settle(_ segment: SegmentWriter, waits: Bool = false) throws(StorageError) {
        guard files?.segment === segment else { return }
        var ended = results.take()
        while ended.isEmpty {
            guard waits else { return }
            done.wait(1000)
            ended = results.take()
        }
        files = nil
        guard let error = ended[0] else { return segment.endSync() }
        segment.failSync(error)
        throw error
    }
}
