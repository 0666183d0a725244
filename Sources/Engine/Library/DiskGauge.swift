// State of the disk thread: asks the file system for its free space. Disk thread only.
internal import Storage
internal import System
internal import Threads

/// Reports the free space of the library's file system, each time it is asked.
struct DiskGauge: ThreadState, ~Copyable {
    /// Orders to the disk thread: ask for a figure, or end the thread.
    enum Order: Sendable { case ask(files: [String]), quit }

    /// The free space or an error, and the time of the answer.
    struct Figure: Sendable {
        let space: Result<DiskSpace, StorageError>
        let moment: Moment
        /// Those of the files asked for that are there, by their paths.
        let files: [String]
    }

    typealias Wake = WakeSemaphore

    private let library: Library
    private let outbox: Mailbox<Figure>
    private var isQuitting = false

    init(_ library: Library, outbox: Mailbox<Figure>) {
        self.library = library
        self.outbox = outbox
    }

    /// Carries out one message. Blocks on the disk for as long as the file system takes.
    mutating func obey(_ order: Order) {
        switch order {
        case .quit: isQuitting = true
        case .ask(let files):
            outbox.post(Figure(space: space, moment: Moment.now, files: files.filter { File.exists($0) }))
        }
    }

    mutating func turn() -> Int? { isQuitting ? nil : 60_000 }

    private var space: Result<DiskSpace, StorageError> {
        do throws(StorageError) {
            try library.checkPlace()
            return .success(try DiskSpace.at(library.folder))
        } catch {
            return .failure(error)
        }
    }
}
