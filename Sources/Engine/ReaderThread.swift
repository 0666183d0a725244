// Room: Engine. Made by the control loop; everything but `post` runs on the reader thread.
internal import Glibc
internal import JackClient
internal import Realtime
internal import Rings
internal import Storage

/// The disk side of playing: reads the loaded file from the playhead on and keeps the playback ring half full.
///
/// Half, so that after a locate the new sound fits in beside the old, which goes on until the new is there. Each locate is
/// answered with at least one block, be it an empty last one: a freewheeling callback waits for that.
final class ReaderThread: @unchecked Sendable {
    private static let chunk = 4096

    private let wake: WakeSemaphore
    private let progressWake: WakeSemaphore
    private let inbox: Mailbox<ReaderMessage>
    private let outbox: Mailbox<ReaderEvent>

    // Reader thread's own.
    private var client: JackClient?
    private var segment: SegmentReader?
    private var buffer = [Frame](repeating: .zero, count: ReaderThread.chunk)
    private var generation: UInt32 = 0
    /// Timeline frame read next.
    private var next: Int64 = 0
    /// Where the current generation begins in the ring.
    private var origin = 0
    private var isDone = true
    private var isQuitting = false

    init(wake: WakeSemaphore, progressWake: WakeSemaphore, outbox: Mailbox<ReaderEvent>) {
        self.wake = wake
        self.progressWake = progressWake
        self.outbox = outbox
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: ReaderMessage) { inbox.post(message) }

    /// Any thread but JACK's: look again, the playhead moves now.
    func nudge() { wake.post() }

    /// The thread's body; returns after `.quit`.
    func run() {
        while !isQuitting {
            wake.wait(milliseconds: sleepTime)
            for message in inbox.take() { obey(message) }
            fill()
        }
    }

    private func obey(_ message: ReaderMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            isDone = true
        case .detach:
            client = nil
            isDone = true
            outbox.post(.detached)
        case .load(let id, let path, let rate): load(id, path, rate)
        case .locate(let frame, let generation): locate(frame, generation)
        case .quit: isQuitting = true
        }
    }

    private func load(_ id: UInt64, _ path: String, _ rate: Int) {
        do throws(StorageError) {
            let opened = try SegmentReader(path: path)
            guard opened.info.rate == rate else {
                outbox.post(.refused(id: id, .wrongRate(path: path, file: opened.info.rate, server: rate)))
                return
            }
            segment = opened
            isDone = true
            outbox.post(.loaded(id: id, opened.info))
        } catch {
            outbox.post(.refused(id: id, .storage(error)))
        }
    }

    private func locate(_ frame: Int64, _ generation: UInt32) {
        self.generation = generation
        next = frame
        origin = unsafe client?.link.pointee.playback.writePosition ?? 0
        isDone = false
        do throws(StorageError) {
            try segment?.seek(to: frame)
        } catch {
            fail(error)
        }
    }

    // MARK: Filling

    private func fill() {
        guard let client, !isDone else { return }
        while !isDone, wanted(client) > 0, room(client) >= ReaderThread.chunk {
            do throws(StorageError) {
                try readBlock(client)
            } catch {
                fail(error)
            }
        }
    }

    private func readBlock(_ client: JackClient) throws(StorageError) {
        let count = try read()
        let position = unsafe client.link.pointee.playback.writePosition
        unsafe client.link.pointee.playback.write(count) { buffer[$0] }
        let isLast = count < ReaderThread.chunk || next + Int64(count) >= segment?.info.frames ?? 0
        send(PlaybackBlock(position: position, count: count, timeline: next, generation: generation, isLast: isLast))
        next += Int64(count)
    }

    private func read() throws(StorageError) -> Int {
        guard let segment else { return 0 }
        let result = unsafe buffer.withUnsafeMutableBufferPointer { frames -> Result<Int, StorageError> in
            do throws(StorageError) {
                return .success(unsafe try segment.read(into: frames))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func fail(_ error: StorageError) {
        outbox.post(.failed(.storage(error)))
        let position = unsafe client?.link.pointee.playback.writePosition ?? 0
        send(PlaybackBlock(position: position, count: 0, timeline: next, generation: generation, isLast: true))
    }

    private func send(_ block: PlaybackBlock) {
        if block.isLast { isDone = true }
        guard let client else { return }
        let isSent = unsafe client.link.pointee.blocks.push(block)
        // `room` keeps a place free; without the block its frames would never be heard, and never be given back.
        precondition(isSent, "the block ring has more places than the playback ring has chunks")
        progressWake.post()
    }

    /// Frames that are missing to half a ring ahead of the playhead.
    private func wanted(_ client: JackClient) -> Int {
        let ring = unsafe client.link.pointee.playback.capacity / 2
        let written = unsafe client.link.pointee.playback.writePosition
        let heard = unsafe client.link.pointee.playback.readPosition
        return ring - (written - max(heard, origin))
    }

    private func room(_ client: JackClient) -> Int {
        let blocks = unsafe client.link.pointee.blocks.writableCount
        return blocks > 1 ? unsafe client.link.pointee.playback.writableCount : 0
    }

    /// Long when nothing moves; short while stale sound still fills the ring; else a third of what is ahead.
    private var sleepTime: Int {
        guard let client, !isDone else { return 10_000 }
        return wanted(client) > 0 ? 2 : 100
    }
}
