// State of the thread that reads and writes the files of the guide. Guide thread only; blocks on the disk.
internal import Catalogue
internal import Guide
internal import Storage
internal import Threads

/// Reads the catalogue of prompts, and keeps the usage of them.
struct GuideKeeper: ThreadState, ~Copyable {
    /// Orders to the guide thread.
    enum Order: Sendable {
        /// Read catalogue and usage.
        case read(id: UInt64)
        /// Apply a change to the usage on the disk.
        case apply(GuideUsage.Change)
        /// Carry out earlier messages, then end the thread.
        case quit
    }

    /// Events of the guide thread.
    enum Event: Sendable {
        /// Catalogue and usage, or the reason why they cannot be read.
        case read(id: UInt64, Result<KnownGuide, EngineError>)
        /// The usage on the disk after a change, with the new path of a damaged file that was put aside.
        case applied(GuideUsage, aside: String?)
        /// A damaged file of usage has this path now.
        case putAside(path: String)
        /// A change is not on the disk.
        case failed(EngineError)
    }

    typealias Wake = WakeSemaphore

    private let outbox: Mailbox<Event>
    private var isQuitting = false

    init(outbox: Mailbox<Event>) { self.outbox = outbox }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    mutating func obey(_ order: Order) {
        switch order {
        case .read(let id):
            do throws(StorageError) {
                outbox.post(.read(id: id, .success(KnownGuide(catalogue: try GuideFiles.catalogue(), usage: try usage()))))
            } catch {
                outbox.post(.read(id: id, .failure(.storage(error))))
            }
        case .apply(let change):
            do throws(StorageError) {
                let (usage, aside) = try GuideFiles.apply([change])
                outbox.post(.applied(usage, aside: aside))
            } catch {
                outbox.post(.failed(.storage(error)))
            }
        case .quit: isQuitting = true
        }
    }

    /// The usage on the disk. A damaged file is put aside, and the usage begins anew.
    private func usage() throws(StorageError) -> GuideUsage {
        do throws(StorageError) { return try GuideFiles.usage() } catch {
            guard case .refusedConfig = error else { throw error }
            let (usage, aside) = try GuideFiles.apply([])
            if let aside { outbox.post(.putAside(path: aside)) }
            return usage
        }
    }
}
