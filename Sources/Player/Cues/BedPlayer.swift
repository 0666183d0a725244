// State of the bed thread, which fills the ring of the bed. Bed thread only; blocks on the disk.
package import JackClient
internal import Realtime
internal import Rings
internal import Synchronization
internal import System
package import Threads

/// Fills the ring of the bed while there is one; asleep otherwise. The ring holds two seconds: one of a bed, and one of the bed
/// that replaces it. A third one waits until the callback has left the first: no bed is told to be ready without its sound.
/// The thread looks at the ring four times a second, and more often while little is ahead.
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
        /// A bed finds no room behind beds that the callback does not leave: one that was replaced before it was heard may lie
        /// there. Its own first frame comes at this position.
        case crowded(id: UInt32, position: Int)
        /// A bed could not be opened, or not be read any further. `kept` is the bed that goes on in its place; nil for none.
        case refused(id: UInt32, EngineError, kept: UInt32?)
        /// Answer to `detach`: the thread no longer uses the client.
        case detached
    }

    package typealias Wake = WakeSemaphore

    /// The bed that fills the ring.
    private struct Playing {
        let id: UInt32
        var stream: BedStream
        /// Ring position of its first frame.
        let start: Int
        /// Time at which it was opened.
        let begun = Moment.now
        /// True once `ready` is told.
        var isTold = false
        /// True once `crowded` is told.
        var isCrowded = false
    }

    /// Seconds for which a bed waits for room. A change under way makes room in less.
    private static let patience = 0.3

    private let outbox: Mailbox<Event>
    private var client: JackClient?
    private var bed: Playing?
    private var block = [Frame](repeating: .zero, count: 1024)
    private var isQuitting = false

    /// Makes the state of a bed thread without a client.
    package init(outbox: Mailbox<Event>) { self.outbox = outbox }

    package mutating func turn() -> Int? {
        fill()
        tellIfReady()
        guard let bed else { return isQuitting ? nil : 60_000 }
        return isQuitting ? nil : isShort(bed) ? 20 : 250
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

    /// Opens a bed, whose first frames come behind those of the bed before it, which the callback drops. That one goes on if the new
    /// one cannot be opened.
    private mutating func begin(_ id: UInt32, _ source: BedSource) {
        guard let client else { return outbox.post(.refused(id: id, .noServer, kept: nil)) }
        do throws(EngineError) {
            let stream = try BedStream(source, rate: client.rate)
            bed = Playing(id: id, stream: stream, start: unsafe client.link.pointee.bed.writePosition)
        } catch {
            return outbox.post(.refused(id: id, error, kept: bed?.id))
        }
        unsafe client.link.pointee.isBedServed.store(true, ordering: .releasing)
    }

    /// Tells that the bed can be heard, once it has sound for longer than the thread sleeps.
    private mutating func tellIfReady() {
        guard let client, let bed, !bed.isTold else { return }
        if !isShort(bed) {
            self.bed?.isTold = true
            outbox.post(.ready(id: bed.id, position: bed.start))
        } else if !bed.isCrowded, unsafe client.link.pointee.bed.writableCount < block.count,
            Moment.now.seconds(since: bed.begun) > BedPlayer.patience
        {
            self.bed?.isCrowded = true
            outbox.post(.crowded(id: bed.id, position: bed.start))
        }
    }

    /// Fills the ring no more. A freewheeling callback waits only for a thread that does.
    private mutating func end() {
        bed = nil
        unsafe client?.link.pointee.isBedServed.store(false, ordering: .releasing)
    }

    /// Frames of the bed in the ring, from the one that is heard next on, or from its first one.
    private func ahead(_ bed: Playing, _ client: JackClient) -> Int {
        let from = max(bed.start, unsafe client.link.pointee.bed.publishedReadPosition)
        return unsafe client.link.pointee.bed.writePosition - from
    }

    /// True while less than an eighth of the ring is ahead, which is a quarter of a second.
    private func isShort(_ bed: Playing) -> Bool {
        guard let client else { return false }
        return unsafe ahead(bed, client) < client.link.pointee.bed.capacity / 8
    }

    /// Writes frames until half of the ring is full of this bed, as far as there is room.
    private mutating func fill() {
        guard let client, var bed else { return }
        do throws(EngineError) {
            while unsafe client.link.pointee.bed.writableCount >= block.count,
                unsafe ahead(bed, client) < client.link.pointee.bed.capacity / 2
            {
                try bed.stream.fill(&block)
                unsafe client.link.pointee.bed.write(block.count) { block[$0] }
                unsafe client.link.pointee.bedProgress.tell()
            }
            self.bed = bed
        } catch {
            end()
            outbox.post(.refused(id: bed.id, error, kept: nil))
        }
    }
}
