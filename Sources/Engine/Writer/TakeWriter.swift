// State of the writer thread: the captured stream and the open take. Its worker alone runs it.
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

/// Disk side of recording: takes the capture stream, cuts the take out of it, and writes a few times a second.
///
/// A wake-up costs more than the work, so it sleeps a third of a second at a time (the ring holds ten and more) and then writes all
/// there is at once; only an edge that comes sooner, a message, or a freewheeling callback wakes it before.
struct TakeWriter: ThreadState, ~Copyable {
    typealias Wake = WakeSemaphore

    /// Milliseconds to the next look where nothing is due.
    private static let sleep = 350
    /// Seconds of sound with which a take goes on at a server that is back: a server that goes again before has given nothing
    /// that is worth a file. The ring holds them meanwhile.
    private static let leastPart = 0.25
    /// Seconds of work after which messages are looked at, where a long pre-roll is being encoded.
    private static let patience = 0.35

    let library: Library
    /// Bytes that stay free on the disk.
    let reserve: Int64
    private let preRollSeconds: Double
    let progress: TakeProgress
    let progressWake: WakeSemaphore
    let outbox: Mailbox<WriterEvent>

    var stream: CaptureStream?
    var client: JackClient?
    var take: Take?
    var journal: TakeJournal?
    /// Troubles of the open take.
    var troubles: [EngineError] = []
    /// Counted by the client before the take.
    var xrunsBefore = 0
    var lastSync = Moment.now
    var lastProgress = Moment.now
    /// Nothing that is captured is passed over: a take is about to go on with it.
    var isHeld = false
    /// A take that goes on with the next sound.
    private var coming: TakeRequest?
    private var isQuitting = false
    /// More has been captured than there was time to write.
    var isBehind = false

    init(
        library: Library, reserve: Int64, preRollSeconds: Double, progress: TakeProgress, progressWake: WakeSemaphore,
        outbox: Mailbox<WriterEvent>
    ) {
        self.library = library
        self.reserve = reserve
        self.preRollSeconds = preRollSeconds
        self.progress = progress
        self.progressWake = progressWake
        self.outbox = outbox
    }

    mutating func turn() -> Int? {
        drain(atMost: TakeWriter.patience, isLast: false)
        return isQuitting ? nil : sleepTime
    }

    mutating func obey(_ message: WriterMessage) {
        switch message {
        case .attach(let client):
            self.client = client
            stream = unsafe CaptureStream(
                link: client.link, rate: client.rate,
                historyFrames: Int(max(preRollSeconds, RecordingDesk.leastHistory) * Double(client.rate)))
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
    private mutating func begin(_ asked: TakeRequest) -> Bool {
        var request = asked
        do throws(EngineError) {
            try request.check(in: library, reserve: reserve)
            let opened: (journal: TakeJournal, segment: SegmentWriter)
            do throws(StorageError) { opened = try request.open(in: library) } catch { throw .storage(error) }
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
            outbox.post(.refused(id: request.id, error))
            return false
        }
    }

    /// Begins the part of a take that goes on, once there is sound again: only then it is known how long there was none.
    mutating func goOn(atLeast seconds: Double = TakeWriter.leastPart) {
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

    private mutating func letGo() {
        // All frames until now belong to the take.
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

    /// Time at which a frame came, on the clock of `Telemetry.wallTime`.
    func wallTime(of frame: Int64) -> UInt64 {
        guard let client else { return 0 }
        return unsafe Telemetry(client.link.pointee.clockPage).wallTime(of: frame, rate: client.rate)
    }

    /// A waveform that cannot be drawn now is drawn when somebody wants to see it.
    private func drawing(_ format: AudioFormat) -> PeakWriter? {
        do throws(StorageError) { return try PeakWriter(library, format) } catch { return nil }
    }

    /// Milliseconds until something is due.
    private var sleepTime: Int {
        if isBehind { return 0 }
        guard let take, let frame = stream?.frame, let rate = client?.rate else { return TakeWriter.sleep }
        guard let frames = take.framesToNextEdge(from: frame) else { return TakeWriter.sleep }
        // One look too early costs less than a stop that comes late.
        let soon = max(0, min(frames, Int64(rate)))
        return max(2, min(TakeWriter.sleep, Int(soon) * 1000 / rate))
    }
}
