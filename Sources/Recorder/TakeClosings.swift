// Ended takes that are not closed yet. Writer thread only; `finish` and `makeRoom` block on the disk.
internal import Storage
internal import Threads

/// Hands ended takes to the thread that closes them, oldest first.
final class TakeClosings {
    private let library: Library
    private let outbox: Mailbox<WriterEvent>
    private let worker: Worker<TakeCloser>?
    private let ends: Mailbox<Void>
    private let ended = WakeSemaphore()
    private let disk: DiskSync
    /// Takes that a sync keeps from being closed.
    private var waiting: [EndedTake] = []
    /// Takes that the closing thread has.
    private var handed = 0

    /// Most takes that may wait to be closed: each holds open files. Those that the closing thread has still to save are not counted.
    private static let most = 16

    /// Starts the thread. If the system refuses it, the writer closes takes itself. `disk` syncs the open take.
    init(_ library: Library, _ outbox: Mailbox<WriterEvent>, _ disk: DiskSync) {
        (self.library, self.outbox, self.disk) = (library, outbox, disk)
        let ended = ended
        let ends = Mailbox<Void> { ended.wake() }
        self.ends = ends
        worker = try? Worker(name: "dicta-close", wake: WakeSemaphore()) { TakeCloser(library, outbox, ends: ends) }
    }

    deinit {
        worker?.post(.quit)
        worker?.join()
    }

    /// Adds an ended take, which the writer drops.
    func add(_ take: EndedTake) { waiting.append(take) }

    /// Hands over the takes whose sync is done; with `waits` all of them.
    func handOver(waits: Bool = false) {
        while var take = waiting.first {
            do throws(StorageError) { try disk.settle(take.file, waits: waits) } catch {
                take.troubles.append(.storage(error))
            }
            guard !disk.isBusy(with: take.file) else { return }
            waiting.removeFirst()
            guard let worker else {
                var closer = TakeCloser(library, outbox, ends: ends)
                closer.close(take)
                closer.obey(.quit)
                _ = closer.turn()
                continue
            }
            handed += 1
            worker.post(.close(take))
        }
    }

    /// Waits until all takes are closed.
    func finish() {
        handOver(waits: true)
        wait(until: 0)
    }

    /// Waits until another take may be added. In freewheel, and on a slow disk, parts could end faster than they are closed.
    func makeRoom() {
        guard waiting.count + handed >= Self.most else { return }
        handOver(waits: true)
        wait(until: Self.most - 1)
    }

    /// Waits until the closing thread has so many takes at most.
    private func wait(until count: Int) {
        handed -= ends.take().count
        while handed > count {
            ended.wait(1000)
            handed -= ends.take().count
        }
    }
}
