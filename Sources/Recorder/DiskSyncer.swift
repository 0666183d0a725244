// State of the thread that waits for the disk. Sync thread only; blocks on the disk.
internal import Storage
internal import Threads

/// Runs the syncs of the open take, one after another.
struct DiskSyncer: ThreadState, ~Copyable {
    /// Syncs of the files of one take, or the end of the thread.
    enum Order: Sendable {
        case sync([FileSync])
        case quit
    }
    typealias Wake = WakeSemaphore

    private let results: Mailbox<StorageError?>
    private var isQuitting = false

    /// Makes the state; `results` gets the error of each order, or nil.
    init(_ results: Mailbox<StorageError?>) { self.results = results }

    mutating func obey(_ order: Order) {
        guard case .sync(let files) = order else {
            isQuitting = true
            return
        }
        do throws(StorageError) {
            for file in files { try file.run() }
            results.post(nil)
        } catch {
            results.post(error)
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 3_600_000 }
}
