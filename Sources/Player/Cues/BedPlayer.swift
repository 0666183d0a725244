// State of the bed thread, which fills the ring of the bed. Bed thread only; blocks on the disk.
package import JackClient
internal import Realtime
internal import Rings
internal import Synchronization
package import Threads

/// Fills the ring of the bed while there is one; asleep otherwise. The ring holds two seconds: one of a bed, and one of the bed
/// that replaces it. The thread looks at it four times a second.
package struct BedPlayer: ThreadState, ~Copyable {
    /// Orders to the bed thread.
    package enum Order: Sendable {
        /// Serve this client from now on.
        case attach(JackClient)
        /// Let go of the client.
        case detach
        /// Fill the ring with another bed from now on.
        case begin(id: UInt32, BedSource)
        /// Fill the ring no more.
        case end
        /// End the thread.
        case quit
    }

    /// Events from the bed thread.
    package enum Event: Sendable {
        /// The first frames of a bed are in the ring, from this position on.
        case ready(id: UInt32, position: Int)
        /// A bed could not be opened, or not be read any further.
        case refused(id: UInt32, EngineError)
        /// Answer to `detach`: the thread no longer uses the client.
        case detached
    }

    package typealias Wake = WakeSemaphore

    private let outbox: Mailbox<Event>
    private var client: JackClient?
    private var bed: (id: UInt32, stream: BedStream)?
    private var block = [Frame](repeating: .zero, count: 1024)
    private var isQuitting = false

    /// Makes the state of a bed thread without a client.
    package init(outbox: Mailbox<Event>) { self.outbox = outbox }

    package mutating func turn() -> Int? {
        if let client { fill(from: unsafe client.link.pointee.bed.publishedReadPosition) }
        return isQuitting ? nil : bed == nil ? 60_000 : 250
    }

    package mutating func obey(_ order: Order) {
        switch order {
        case .attach(let client):
            self.client = client
            bed = nil
        case .detach:
            end()
            client = nil
            outbox.post(.detached)
        case .begin(let id, let source): begin(id, source)
        case .end: end()
        case .quit: isQuitting = true
        }
    }

    /// Opens a bed and puts its first frames behind those of the bed before it, which the callback drops.
    private mutating func begin(_ id: UInt32, _ source: BedSource) {
        guard let client else { return outbox.post(.refused(id: id, .noServer)) }
        do throws(EngineError) {
            bed = (id, try BedStream(source, rate: client.rate))
        } catch {
            end()
            return outbox.post(.refused(id: id, error))
        }
        let position = unsafe client.link.pointee.bed.writePosition
        unsafe client.link.pointee.isBedServed.store(true, ordering: .releasing)
        fill(from: position)
        if bed != nil { outbox.post(.ready(id: id, position: position)) }
    }

    /// Fills the ring no more. A freewheeling callback waits only for a thread that does.
    private mutating func end() {
        bed = nil
        unsafe client?.link.pointee.isBedServed.store(false, ordering: .releasing)
    }

    /// Writes frames until half of the ring is full, counted from ring position `first`.
    private mutating func fill(from first: Int) {
        guard let client, let id = bed?.id, var stream = bed?.stream else { return }
        do throws(EngineError) {
            while unsafe client.link.pointee.bed.writableCount >= block.count,
                unsafe client.link.pointee.bed.writePosition - first < client.link.pointee.bed.capacity / 2
            {
                try stream.fill(&block)
                unsafe client.link.pointee.bed.write(block.count) { block[$0] }
                unsafe client.link.pointee.bedProgress.tell()
            }
            bed = (id, stream)
        } catch {
            end()
            outbox.post(.refused(id: id, error))
        }
    }
}
