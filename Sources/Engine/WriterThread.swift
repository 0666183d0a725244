// Room: Engine. Made by the control loop; everything but `post` runs on the writer thread.
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

/// The disk side of recording: takes the capture stream, cuts the take out of it, and writes a few times a second.
///
/// A wake-up costs more than the work, so it sleeps half a second at a time (the ring holds ten and more) and then writes all
/// there is at once; only an edge that comes sooner, a message, or a freewheeling callback wakes it before.
final class WriterThread: @unchecked Sendable {
    private static let sleep = 500

    private let library: Library
    private let reserve: Int64
    private let preRollSeconds: Double
    private let wake: WakeSemaphore
    private let progressWake: WakeSemaphore
    private let inbox: Mailbox<WriterMessage>
    private let outbox: Mailbox<WriterEvent>
    let progress = TakeProgress()

    // Writer thread's own.
    private var stream: CaptureStream?
    private var client: JackClient?
    private var take: Take?
    private var troubles: [EngineError] = []
    private var xrunsBefore = 0
    private var lastSync = Moment.now
    private var lastProgress = Moment.now
    private var isQuitting = false

    init(
        library: Library, reserve: Int64, preRollSeconds: Double, wake: WakeSemaphore, progressWake: WakeSemaphore,
        outbox: Mailbox<WriterEvent>
    ) {
        self.library = library
        self.reserve = reserve
        self.preRollSeconds = preRollSeconds
        self.wake = wake
        self.progressWake = progressWake
        self.outbox = outbox
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: WriterMessage) { inbox.post(message) }

    /// The thread's body; returns after `.quit`.
    func run() {
        while !isQuitting {
            wake.wait(milliseconds: sleepTime)
            for message in inbox.take() { obey(message) }
            drain()
        }
    }

    // MARK: Messages

    private func obey(_ message: WriterMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            stream = CaptureStream(client: client, historyFrames: Int(preRollSeconds * Double(client.rate)))
        case .detach(let reason):
            stream?.isEnding = true
            drain()
            take?.end(reason)
            closeIfEnded()
            stream = nil
            client = nil
            outbox.post(.detached)
        case .begin(let request): begin(request)
        case .edge(let edge): take?.add(edge)
        case .quit:
            stream?.isEnding = true
            drain()
            take?.end(.quit)
            closeIfEnded()
            isQuitting = true
        }
    }

    private func begin(_ request: TakeRequest) {
        do throws(StorageError) {
            take = Take(request, segment: try SegmentWriter(path: request.path, format: request.format))
            troubles = []
            xrunsBefore = client?.xruns ?? 0
            lastSync = Moment.now
            lastProgress = Moment.now
            progress.clear()
            stream?.rewind()
            outbox.post(.opened(id: request.id))
        } catch {
            outbox.post(.refused(id: request.id, .storage(error)))
        }
    }

    // MARK: The stream

    /// Takes what has come until now. No more: in freewheel the callback may be as fast as this thread, and messages, syncs
    /// and everybody who wants to know how far the take is would wait for ever.
    private func drain() {
        guard let end = stream?.head else { return }
        guard let take else {
            stream?.skipToEnd()
            stream?.release()
            progressWake.post()
            return
        }
        do throws(StorageError) {
            guardDisk()
            while take.state != .ended, stream?.hasReached(end) == false, let stretch = stream?.next() {
                try feed(take, stretch)
                stream?.release()
                progressWake.post()
                lastProgress = Moment.now
            }
            // A server that stands still never brings the frame at which to stop. Asked before our own sync can take its time.
            if isStalled(take) { take.end(.serverGone) }
            if take.state != .ended { try makeSafe(take) }
        } catch {
            troubles.append(.storage(error))
            if case .diskFull = error { take.end(.diskFull) } else { take.end(.writeError) }
        }
        publish(take)
        closeIfEnded()
    }

    private func isStalled(_ take: Take) -> Bool {
        guard let stop = take.stopFrame, let rate = client?.rate else { return false }
        let ahead = Double(max(0, stop - (stream?.frame ?? stop))) / Double(rate)
        return Moment.now.seconds(since: lastProgress) > 1 + ahead
    }

    private func feed(_ take: Take, _ stretch: CaptureStream.Stretch) throws(StorageError) {
        switch stretch {
        case .sound(let position, let count, let frame):
            guard let samples = unsafe stream?.samples(position, count) else { return }
            unsafe try take.consume(samples, at: frame)
        case .gap(let missed, let lost, let frame):
            try take.consumeGap(missed, .missed, at: frame)
            try take.consumeGap(lost, .lost, at: frame + missed)
        }
    }

    /// Hands all to the kernel every time (so that kill -9 costs half a second) and to the disk once a second.
    private func makeSafe(_ take: Take) throws(StorageError) {
        if Moment.now.seconds(since: lastSync) >= 1 {
            try take.segment.sync()
            lastSync = Moment.now
        } else {
            try take.segment.flush()
        }
    }

    /// Below the reserve the take ends, while there is still room to close it.
    private func guardDisk() {
        let available: Int64
        do throws(StorageError) {
            available = try DiskSpace.at(library.folder).available
        } catch {
            // The folder got another name, or is gone: the open file goes on, and a full disk will say so itself.
            return
        }
        guard available < reserve, let take, take.state != .ended else { return }
        troubles.append(.noSpace(available: available, reserve: reserve))
        take.end(.diskFull)
    }

    private func publish(_ take: Take) {
        progress.frames.store(take.framesWritten, ordering: .relaxed)
        progress.readableFrames.store(take.segment.framesReadable, ordering: .relaxed)
        progress.pausedFrames.store(take.pausedFrames, ordering: .relaxed)
        progress.bytes.store(take.segment.bytesOnDisk, ordering: .relaxed)
        progress.peaks.store(
            UInt64(take.peak[0].bitPattern) | UInt64(take.peak[1].bitPattern) << 32, ordering: .relaxed)
    }

    // MARK: The end

    private func closeIfEnded() {
        guard let take, take.state == .ended else { return }
        self.take = nil
        var metadata = TakeMetadata(name: take.request.name, created: take.request.created, format: take.request.format)
        do throws(StorageError) {
            metadata.bytes = try take.segment.close()
        } catch {
            troubles.append(.storage(error))
        }
        metadata.frames = take.framesWritten
        metadata.startFrame = UInt64(max(0, take.firstFrame ?? take.request.startFrame))
        metadata.preRollFrames = max(0, take.request.startFrame - (take.firstFrame ?? take.request.startFrame))
        metadata.joints = take.joints
        metadata.gaps = take.gaps
        metadata.peaks = take.request.format.channels == 1 ? [max(take.peak[0], take.peak[1])] : [take.peak[0], take.peak[1]]
        metadata.xruns = (client?.xruns ?? xrunsBefore) - xrunsBefore
        metadata.endReason = take.endReason
        do throws(StorageError) {
            try library.writeMetadata(metadata)
        } catch {
            troubles.append(.storage(error))
        }
        outbox.post(.closed(TakeSummary(id: take.request.id, path: take.request.path, metadata: metadata, troubles: troubles)))
    }

    private var sleepTime: Int {
        guard let take, let frame = stream?.frame, let rate = client?.rate else { return WriterThread.sleep }
        guard let frames = take.framesToNextEdge(from: frame) else { return WriterThread.sleep }
        // One look too early costs less than a stop that comes late.
        let soon = max(0, min(frames, Int64(rate)))
        return max(2, min(WriterThread.sleep, Int(soon) * 1000 / rate))
    }
}
