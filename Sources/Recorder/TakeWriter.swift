// State of the writer thread: the captured stream and the open take. Writer thread only; blocks on the disk.
internal import Dictation
package import JackClient
internal import Realtime
package import Storage
internal import Synchronization
internal import System
package import Threads

/// Disk side of recording: reads the captured stream, cuts the take out of it, and writes it a few times a second.
///
/// A wake-up costs more than the work, so the thread sleeps a third of a second at a time (the ring holds ten seconds and more)
/// and then writes everything at once. Only an earlier edge, a message or a freewheeling callback wakes it sooner.
package struct TakeWriter: ThreadState, ~Copyable {
    package typealias Wake = WakeSemaphore

    /// Milliseconds between two turns when nothing is due.
    private static let sleep = 350
    /// The same while a gate listens, whose threshold and state are shown, or loudness is watched.
    private static let voiceSleep = 100
    /// Seconds of sound after which a take continues on a new server: a server that goes away sooner has delivered nothing
    /// worth a file. The ring holds the sound meanwhile.
    private static let leastSegment = 0.25
    /// Seconds of work after which messages are handled, while a long pre-roll is encoded.
    private static let patience = 0.35
    /// Seconds of captured sound that can always be written, whatever the pre-roll.
    package static let leastHistory = 2.0

    /// Library that the takes go into.
    let library: Library
    /// Bytes to keep free on the disk.
    let reserve: Int64
    private let preRollSeconds: Double
    let progress: TakeProgress
    let outbox: Mailbox<WriterEvent>
    /// Measures the columns of the topic `wave` while somebody watches.
    let wave: WaveMeter
    /// Measures the topic `loudness` while somebody watches.
    let loudness: LoudnessWatch

    /// The captured stream; nil without a client.
    var stream: CaptureStream?
    /// JACK client that feeds the stream; nil without a server.
    var client: JackClient?
    /// The open take; nil when nothing is recorded.
    var take: Take?
    /// Journal of the open take, for recovery after a crash.
    var journal: TakeJournal?
    /// Ended takes that are not closed yet.
    let closings: TakeClosings
    /// Errors of the open take.
    var troubles: [EngineError] = []
    /// Xruns counted by the client before the take.
    var xrunsBefore = 0
    /// Syncs of the open take.
    let disk: DiskSync
    /// Time at which the last of them began.
    var lastSync = Moment.now
    /// Time at which frames were last handed to the kernel.
    var lastFlush = Moment.now
    /// Time at which frames were last written.
    var lastProgress = Moment.now
    /// True while captured frames are held in the ring for a take that is about to continue with them.
    var isHeld = false { didSet { if !isHeld { progress.heldFrames.store(0, ordering: .relaxed) } } }
    /// Listens for the edges of the take by its sound; nil without voice activation.
    var gate: VoiceGate?
    /// Take that begins with the next sound above the threshold.
    var armed: TakeRequest?
    /// Changes by hand of the armed take, ordered by frame: those to come go over to the take that its sound begins.
    var armedEdges: [Take.Edge] = []
    /// Recording that is armed when silence ends the open one.
    var next: TakeRequest?
    /// Extended JACK frame at which silence ends the open recording; nil while it is not known.
    var splitAt: Int64?
    /// Armed take, which begins with the next sound.
    var coming: TakeRequest?
    private var isQuitting = false
    /// True when more has been captured than the last turn had time to write.
    var isBehind = false

    /// Makes the state of a writer without a client. `reserve` in bytes.
    package init(
        library: Library, reserve: Int64, preRollSeconds: Double, progress: TakeProgress,
        outbox: Mailbox<WriterEvent>, wave: WaveBoard = WaveBoard(), loudness: LoudnessBoard = LoudnessBoard()
    ) {
        self.loudness = LoudnessWatch(loudness)
        self.wave = WaveMeter(wave)
        let disk = DiskSync()
        self.disk = disk
        closings = TakeClosings(library, outbox, disk)
        self.library = library
        self.reserve = reserve
        self.preRollSeconds = preRollSeconds
        self.progress = progress
        self.outbox = outbox
    }

    /// Writes what has been captured; returns the sleep in milliseconds, or nil to end the thread.
    package mutating func turn() -> Int? {
        drain(atMost: TakeWriter.patience, isLast: false)
        closings.handOver()
        return isQuitting ? nil : sleepTime
    }

    /// Carries out one message.
    package mutating func obey(_ order: WriterOrder) {
        switch order {
        case .attach(let client):
            self.client = client
            stream = unsafe CaptureStream(
                link: client.link, rate: client.rate,
                historyFrames: Int(max(preRollSeconds, TakeWriter.leastHistory) * Double(client.rate)))
        case .detach(let reason, let goesOn):
            stream?.isEnding = true
            drain()
            passAll()
            take?.end(reason, goesOn: goesOn)
            closeIfEnded()
            closings.finish()
            disarm(reason)
            stream = nil
            client = nil
            wave.clear()
            loudness.clear()
            coming = nil
            isHeld = false
            outbox.post(.detached)
        case .arm(let request): arm(request)
        case .follow(let name): follow(name)
        case .begin(let request):
            if begin(request) { stream?.rewind() }
        case .interrupt(let reason, let goesOn):
            if armedStop != nil { disarm(reason) }
            guard take != nil else { return }
            drain()
            passAll()
            // A take that its own end has reached before the stall is over, and no frame after it is asked for.
            isHeld = take?.end(reason, goesOn: goesOn) == true
            closeIfEnded()
        case .goOn(let request):
            isHeld = true
            coming = request
        case .letGo: letGo()
        case .edge(var edge):
            edge.time = time(of: edge.frame)
            guard !refuseEmptySplit(edge), !obeyArmed(edge) else { return }
            take?.add(edge)
            turnGate(edge)
        case .withdraw(let frame):
            take?.withdraw(frame)
            withdrawArmed(frame)
            gate?.withdraw(frame, opens: take != nil)
        case .mark(let mark): accept(mark)
        case .draw: outbox.post(.drawn(draw()))
        case .sync: outbox.post(.synced(syncNow()))
        case .quit:
            stream?.isEnding = true
            goOn(atLeast: 0)
            drain()
            passAll()
            take?.end(.quit)
            closeIfEnded()
            closings.finish()
            disarm(.quit)
            isQuitting = true
        }
    }

    /// Opens the files of a take and reports the result; false when they cannot be made.
    mutating func begin(_ asked: TakeRequest) -> Bool {
        var request = asked
        do throws(EngineError) {
            try request.check(in: library, reserve: reserve)
            request.oldestFrame = stream?.oldest
            // A pre-roll may be shorter than was asked for, and the start still to come.
            request.created = request.dueTime ?? time(of: request.firstFrame) ?? request.created
            let opened: (journal: TakeJournal, segment: SegmentWriter)
            do throws(StorageError) { opened = try request.open(in: library) } catch { throw .storage(error) }
            take = Take(request, segment: opened.segment, peaks: drawing(request.format), wave: wave, watch: loudness)
            isHeld = false
            journal = opened.journal
            makeGate(request)
            troubles = []
            xrunsBefore = client?.xruns ?? 0
            lastSync = Moment.now
            lastFlush = Moment.now
            lastProgress = Moment.now
            progress.clear(part: request.part)
            outbox.post(.opened(request))
            return true
        } catch {
            outbox.post(.refused(id: request.id, error))
            return false
        }
    }

    /// Begins the next segment of a take once there is `seconds` of sound again: only then is the length of the interruption
    /// known.
    mutating func goOn(atLeast seconds: Double = TakeWriter.leastSegment) {
        guard var request = coming, let rate = stream?.rate, let since = request.earlier?.leftAt,
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

    /// Stops waiting to continue a take; ends a segment that has begun already.
    private mutating func letGo() {
        // Every frame captured so far belongs to the take.
        goOn(atLeast: 0)
        isHeld = false
        guard coming != nil || take == nil else {
            drain()
            passAll()
            take?.end(.stopped)
            closeIfEnded()
            return
        }
        coming = nil
        outbox.post(.abandoned)
    }

    /// Time at which an extended JACK frame came, in nanoseconds on the clock of `Telemetry.wallTime`; 0 without a client.
    func wallTime(of frame: Int64) -> UInt64 {
        guard let client else { return 0 }
        return unsafe Telemetry(client.link.pointee.clockPage).wallTime(of: frame, rate: client.rate)
    }

    /// Starts the waveform; nil when it cannot be drawn now, and is drawn when it is first shown.
    func drawing(_ format: AudioFormat) -> PeakWriter? {
        do throws(StorageError) { return try PeakWriter(library, format) } catch { return nil }
    }

    /// Newest frames that the writer leaves unread, so that a take can still be stopped at a frame already captured: one
    /// period, and 50 ms for a key press to arrive.
    package static func heldBack(_ client: JackClient) -> Int { client.bufferSize + client.rate / 20 }

    /// Tells a freewheeling callback, which may wait for room in the ring.
    func tellProgress() { unsafe client?.link.pointee.writerProgress.tell() }

    /// Milliseconds until something is due.
    private var sleepTime: Int {
        if isBehind { return 0 }
        // A column is a thirtieth of a second.
        let usual = gate == nil && !loudness.isWatched ? TakeWriter.sleep : TakeWriter.voiceSleep
        let sleep = wave.isWatched && client != nil ? 25 : usual
        guard let take, let frame = stream?.frame, let rate = stream?.rate else { return sleep }
        // With a gate the take lags behind the stream, and only a stop is due before the next look at the sound.
        guard let frames = gate == nil ? take.framesToNextEdge(from: frame) : take.stopFrame.map({ $0 - frame }) else {
            return sleep
        }
        // Waking too early once costs less than a late stop.
        let soon = max(0, min(frames, Int64(rate)))
        return max(2, min(sleep, Int(soon) * 1000 / rate))
    }
}
