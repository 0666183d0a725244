// Room: Engine. Made by the control loop; everything but `post` runs on the writer thread.
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

/// The disk side of recording: takes the capture stream, cuts the take out of it, and writes a few times a second.
///
/// A wake-up costs more than the work, so it sleeps a third of a second at a time (the ring holds ten and more) and then writes all
/// there is at once; only an edge that comes sooner, a message, or a freewheeling callback wakes it before.
final class WriterThread: @unchecked Sendable {
    private static let sleep = 350
    /// Seconds of sound with which a take goes on at a server that is back: one that goes again before has given nothing that is
    /// worth a file. The ring holds them meanwhile.
    private static let leastPart = 0.25
    /// Seconds of work after which messages are looked at, where a long pre-roll is being encoded.
    private static let patience = 0.35

    private let library: Library
    private let reserve: Int64
    private let preRollSeconds: Double
    private let wake: WakeSemaphore
    private let progressWake: WakeSemaphore
    private let inbox: Mailbox<WriterMessage>
    let outbox: Mailbox<WriterEvent>
    let progress = TakeProgress()

    // Writer thread's own.
    private(set) var stream: CaptureStream?
    private var client: JackClient?
    private(set) var take: Take?
    private(set) var journal: TakeJournal?
    private var troubles: [EngineError] = []
    private var xrunsBefore = 0
    private var lastSync = Moment.now
    private var lastProgress = Moment.now
    /// What comes is not passed over: a take is about to go on with it.
    private var isHeld = false
    /// A take that goes on with the next sound.
    private var coming: TakeRequest?
    private var isQuitting = false
    /// More has been captured than there was time to write.
    private var isBehind = false

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
            drain(atMost: WriterThread.patience, isLast: false)
        }
    }

    // MARK: Messages

    private func obey(_ message: WriterMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            stream = unsafe CaptureStream(
                link: client.link, rate: client.rate,
                historyFrames: Int(max(preRollSeconds, Recorder.leastHistory) * Double(client.rate)))
        case .detach(let reason):
            stream?.isEnding = true
            drain()
            take?.end(reason)
            closeIfEnded()
            stream = nil
            client = nil
            coming = nil
            isHeld = false
            outbox.post(.detached)
        case .begin(let request):
            if begin(request) { stream?.rewind() }
        case .interrupt(let reason):
            guard let take else { return }
            drain()
            take.end(reason)
            isHeld = true
            closeIfEnded()
        case .goOn(let request):
            isHeld = true
            coming = request
        case .letGo: letGo()
        case .edge(let edge): take?.add(edge)
        case .withdraw(let frame): take?.withdraw(frame)
        case .mark(let mark): order(mark)
        case .sync: outbox.post(.synced(syncNow()))
        case .quit:
            stream?.isEnding = true
            goOn(atLeast: 0)
            drain()
            take?.end(.quit)
            closeIfEnded()
            isQuitting = true
        }
    }

    /// False where the file cannot be made.
    private func begin(_ asked: TakeRequest) -> Bool {
        var request = asked
        do throws(StorageError) {
            let opened = try request.open(in: library)
            take = Take(request, segment: opened.segment, peaks: drawing(request.format))
            journal = opened.journal
            troubles = []
            xrunsBefore = client?.xruns ?? 0
            lastSync = Moment.now
            lastProgress = Moment.now
            progress.clear()
            outbox.post(.opened(id: request.id, name: request.name, path: request.path))
            return true
        } catch {
            outbox.post(.refused(id: request.id, .storage(error)))
            return false
        }
    }

    /// Once there is sound again. Only then it is known how long there was none.
    private func goOn(atLeast seconds: Double = WriterThread.leastPart) {
        guard var request = coming, let rate = client?.rate, let since = request.earlier?.leftAt,
            let frame = stream?.skipGap(least: Int(seconds * Double(rate)))
        else { return }
        coming = nil
        isHeld = false
        request.startFrame = frame
        let seconds = Double(max(since, wallTime(of: frame)) - since) / 1e9
        request.awayFrames = Int64((seconds * Double(rate)).rounded())
        request.earlier?.awaySeconds += seconds
        _ = begin(request)
    }

    private func letGo() {
        // All that has come belongs to the take.
        goOn(atLeast: 0)
        isHeld = false
        guard coming != nil || take == nil else {
            drain()
            take?.end(.stopped)
            closeIfEnded()
            return
        }
        coming = nil
        outbox.post(.abandoned)
    }

    private func wallTime(of frame: Int64) -> UInt64 {
        guard let client else { return 0 }
        return unsafe Telemetry(client.link.pointee.clockPage).wallTime(of: frame, rate: client.rate)
    }

    /// A waveform that cannot be drawn now is drawn when somebody wants to see it.
    private func drawing(_ format: AudioFormat) -> PeakWriter? {
        do throws(StorageError) { return try PeakWriter(library, format) } catch { return nil }
    }

    // MARK: The stream

    /// Takes what has come until now. No more: in freewheel the callback may be as fast as this thread, and messages, syncs
    /// and everybody who wants to know how far the take is would wait for ever.
    ///
    /// The newest frames are left for the next time unless `isLast`: a key that halted the take stands at one of them, and is
    /// heard of only after they came. `seconds` is when it may leave off; then it goes on at once after the messages.
    private func drain(atMost seconds: Double = .infinity, isLast: Bool = true) {
        isBehind = false
        goOn()
        guard let head = stream?.head else { return }
        let isHeldBack = !isLast && stream?.isEnding == false && take?.stopFrame == nil
        let end = head - (isHeldBack ? client.map(Recorder.heldBack) ?? 0 : 0)
        guard let take else {
            if isHeld { return }
            stream?.skipToEnd()
            stream?.release()
            progressWake.post()
            return
        }
        do throws(StorageError) {
            guardDisk()
            let start = Moment.now
            while take.state != .ended, stream?.hasReached(end) == false, let stretch = stream?.next(before: end) {
                followTransport(take)
                try feed(take, stretch)
                stream?.release()
                progressWake.post()
                lastProgress = Moment.now
                guard stream?.hasReached(end) == false, take.state != .ended else { break }
                // Kept safe as it goes: a kill in the middle of a long pre-roll costs no more than any other.
                try makeSafe(take)
                isBehind = Moment.now.seconds(since: start) >= seconds
                if isBehind { break }
            }
            // A server that stands still never brings the frame at which to stop. Asked before our own sync can take its time.
            if isStalled(take) { take.end(.serverGone) }
            if take.state != .ended { try makeSafe(take) }
        } catch {
            troubles.append(.storage(error))
            if case .diskFull = error { take.end(.diskFull) } else { take.end(.writeError) }
        }
        obeyMarks(take)
        publish(take)
        closeIfEnded()
    }

    /// After frames were met and before they are taken: the halt was stored before the frames that follow it.
    private func followTransport(_ take: Take) {
        guard let tail = take.request.transportTail, take.stopFrame == nil, let link = unsafe client?.link else { return }
        let halt = unsafe link.pointee.transportHalt.load(ordering: .acquiring)
        if halt > take.request.startFrame { take.add(Take.Edge(frame: halt + tail, kind: .stop(.stopped))) }
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

    /// Hands all to the kernel every time (so that kill -9 costs a third of a second) and to the disk so often that
    /// with what an encoder still holds (up to 0.15 s) less than a second is lost with the machine's power.
    private func makeSafe(_ take: Take) throws(StorageError) {
        if Moment.now.seconds(since: lastSync) >= 0.7 {
            try take.segment.sync()
            try journal?.sync()
            lastSync = Moment.now
        } else {
            try take.segment.flush()
        }
    }

    /// What has come until now; the take goes on.
    private func syncNow() -> Result<Void, EngineError> {
        drain()
        guard let take else { return .success(()) }
        do throws(StorageError) {
            try take.segment.sync()
            try journal?.sync()
            lastSync = Moment.now
            return .success(())
        } catch {
            // What cannot be synced will not be written either: the next write ends the take and says why.
            return .failure(.storage(error))
        }
    }

    /// Below the reserve the take ends, while there is still room to close it.
    private func guardDisk() {
        let available: Int64
        do throws(StorageError) {
            available = try DiskSpace.at(library.folder).available
        } catch {
            // The folder got another name: the open file goes on, and a full disk will say so itself. Or it is gone, and the
            // file with it: every second more would be lost too.
            guard let take, take.state != .ended, !take.segment.hasName else { return }
            troubles.append(.storage(.missing(path: take.request.path)))
            take.end(.writeError)
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
        progress.dropouts.store(take.dropouts?.count ?? 0, ordering: .relaxed)
        progress.bytes.store(take.segment.bytesOnDisk, ordering: .relaxed)
        progress.peaks.store(
            UInt64(take.peak[0].bitPattern) | UInt64(take.peak[1].bitPattern) << 32, ordering: .relaxed)
    }

    // MARK: The end

    private func closeIfEnded() {
        guard let take, take.state == .ended else { return }
        obeyMarks(take)
        self.take = nil
        guard take.request.earlier == nil || take.framesWritten > 0 || !take.markers.isEmpty else { return drop(take) }
        var segment = take.request.segment
        do throws(StorageError) {
            segment.bytes = try take.segment.close(markers: take.segmentMarkers)
        } catch {
            troubles.append(.storage(error))
        }
        segment.frames = take.framesWritten
        segment.startFrame = take.request.timeReference(take.firstFrame ?? take.request.startFrame)
        segment.preRollFrames = max(0, take.request.startFrame - (take.firstFrame ?? take.request.startFrame))
        segment.joints = take.joints
        segment.gaps = take.gaps
        segment.dropouts = take.dropouts?.found
        segment.dropoutCount = take.dropouts?.count ?? 0
        let leftAt = stream?.frame.map(wallTime) ?? take.request.earlier?.leftAt ?? Moment.wallTime
        var recording: Recording?
        segment.peaks = take.request.format.channels == 1 ? [max(take.peak[0], take.peak[1])] : [take.peak[0], take.peak[1]]
        segment.xruns = (client?.xruns ?? xrunsBefore) - xrunsBefore
        segment.endReason = take.endReason
        do throws(StorageError) {
            var entry = take.request.journalEntry
            entry.segment = segment
            entry.markers = take.markers
            recording = try library.keepTake(entry)
            try journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        keep(take.peaks, of: segment)
        // One that could not be described stays, for recovery.
        journal = nil
        outbox.post(
            .closed(
                TakeSummary(
                    id: take.request.id, path: take.request.path, name: take.request.name, isPart: take.request.isPart,
                    segment: segment, markers: take.markers, earlier: take.request.earlier, leftAt: leftAt, recording: recording,
                    delivery: take.request.delivery, troubles: troubles)))
    }

    /// A part without a frame (paused all along, or of a server that went at once) is none: the recording stays what it was.
    private func drop(_ take: Take) {
        do throws(StorageError) {
            try take.segment.discard()
            try journal?.end()
        } catch {
            troubles.append(.storage(error))
        }
        journal = nil
        outbox.post(.dropped(take.request, take.endReason, troubles))
    }

    /// Where it fails (a full disk cut the take short) it is drawn when somebody wants to see it.
    private func keep(_ peaks: PeakWriter?, of segment: Segment) {
        do throws(StorageError) { try peaks?.keep(library, of: segment) } catch {}
    }

    private var sleepTime: Int {
        if isBehind { return 0 }
        guard let take, let frame = stream?.frame, let rate = client?.rate else { return WriterThread.sleep }
        guard let frames = take.framesToNextEdge(from: frame) else { return WriterThread.sleep }
        // One look too early costs less than a stop that comes late.
        let soon = max(0, min(frames, Int64(rate)))
        return max(2, min(WriterThread.sleep, Int(soon) * 1000 / rate))
    }
}
