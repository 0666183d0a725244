// Takes: from record to a closed file. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Playback
internal import Realtime
internal import Storage
internal import Synchronization

/// Turns the recording verbs into takes and edges for the writer thread, and keeps those who wait for an answer.
final class RecordingDesk: Desk {
    enum State: String {
        case idle, recording, paused, closing
        /// The server is gone; the take goes on when there is one.
        case waiting
    }

    let board: Switchboard
    let jack: JackDesk
    let playing: PlayingDesk
    let settings: SettingsDesk
    let libraryDesk: LibraryDesk
    let library: Library
    let writer: Worker<TakeWriter>
    private let events: Mailbox<WriterEvent>
    let preRollSeconds: Double

    var state = State.idle
    /// State of the take that was told as an event last.
    private var told = State.idle
    var current: TakeRequest?
    /// The file of `current` is there, and has its name for good.
    private var isOpen = false
    /// What became of the last take; its troubles stay shown until the next one starts.
    private(set) var last: TakeSummary?
    let progress = TakeProgress()

    /// A take waits for a server that is gone, by the setting `rec-resume`.
    private(set) var goesOn = true
    /// Values of settings for takes to come.
    private var inputLatency = TimeSpan.seconds(0)
    private var watchesDropouts = false
    /// The part of a take that waits for its server, and whether it was paused.
    var interrupted: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// The same of the take that has gone on: its new part may come to nothing.
    var resumed: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// The part that is to come; the writer begins it with the first sound.
    var coming: TakeRequest?

    /// How much of what was captured can still be written, whatever the pre-roll. Seconds.
    static let leastHistory = 2.0
    var nextID: UInt64 = 1
    /// Frame of the latest start, pause or resume: the next one cannot come before it.
    var lastEdge = Int64.min
    /// Pauses and resumes whose frame has not come, in the order of frames; see `RecordingDesk+Edges`.
    var comingEdges: [ComingEdge] = []
    private var openAnswers: [Answer] = []
    private var closeAnswers: [Answer] = []
    /// Takes to come whose recording the library looks up, by the number of the question.
    var recalls: [UInt64: Recall] = [:]
    /// Stops for a frame to come that wait for such a take.
    var stopsToCome: [(request: Request, answer: Answer)] = []
    /// Those who wait until all is on the disk, in the order in which they asked.
    private var syncAnswers: [(Result<Void, EngineError>) -> Void] = []

    /// Starts the writer thread.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ playing: PlayingDesk, _ settings: SettingsDesk, _ library: LibraryDesk,
        _ options: EngineOptions, semaphores: WakeSemaphores, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.playing = playing
        self.settings = settings
        libraryDesk = library
        self.library = library.library
        preRollSeconds = options.preRollSeconds
        let events = Mailbox<WriterEvent> { wake.wake() }
        self.events = events
        let folder = library.library
        writer = try Worker(name: "dicta-writer", wake: semaphores.writer) { [progress] in
            TakeWriter(
                library: folder, reserve: options.reserve, preRollSeconds: options.preRollSeconds, progress: progress,
                progressWake: semaphores.progress, outbox: events)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        if let time = jack.time { tick(time) }
        tellState()
    }

    var timeout: Int32 { pauseToEdge(jack.time) }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            writer.post(.attach(time.client))
            goOn(time.client)
        case .detaching:
            goesOn = settings.current.text(.recResume) != "off"
            writer.post(.detach(.serverGone))
        case .stalled:
            goesOn = settings.current.text(.recResume) != "off"
            writer.post(.interrupt(.serverGone))
        case .moves(let time): goOn(time.client)
        case .library(let event): hear(event)
        case .settings(let keys, let now):
            guard !keys.isDisjoint(with: [.recDropouts, .inputLatency]) else { break }
            watchesDropouts = now.text(.recDropouts) == "on"
            inputLatency = now.time(.inputLatency) ?? .seconds(0)
        default: break
        }
    }

    /// The running take as the player reads it; nil while none is written.
    var chase: ChaseTake? {
        guard let current, isOpen, state != .idle, state != .waiting else { return nil }
        // In frames of what comes before it.
        let rates = current.before.first?.rate.map { Double($0) / Double(current.format.rate) } ?? 1
        return ChaseTake(
            name: current.name, path: current.path, before: current.before,
            frames: Int64((Double(progress.readableFrames.load(ordering: .relaxed)) * rates).rounded(.down)))
    }

    // MARK: Verbs

    /// How many of the newest frames the writer leaves for later, so that a take can be halted at a frame that was captured
    /// already: a period, and the time that a key takes to get here.
    static func heldBack(_ client: JackClient) -> Int { client.bufferSize + client.rate / 20 }

    /// - Parameters:
    ///   - target: the recording that the take is for, and what it does there; nil begins one.
    ///   - roll: made by JACK's transport: ends `tail` frames after that has halted, and began at its frame `place`.
    func record(
        _ request: Request, into target: TakeTarget? = nil, roll: (tail: Int64, place: UInt32)? = nil, _ time: GraphTime,
        _ answer: @escaping Answer
    ) throws(EngineError) {
        try checkIdle(request.name)
        let rate = time.client.rate
        let preRoll = try preRollFrames(request.time(.preroll), rate)
        let start = try time.frame(named: request.atFrame, lateness: history(rate) - preRoll)
        var take = try makeRequest(request, target, rate: rate, start: start, preRoll: preRoll)
        take.transportTail = roll?.tail
        take.transportFrame = roll.map { Int64($0.place) }
        lastEdge = start - preRoll
        current = take
        isOpen = false
        state = .recording
        if request.flag(.wait) { closeAnswers.append(answer) } else { openAnswers.append(answer) }
        writer.post(.begin(take))
    }

    func checkIdle(_ verb: String) throws(EngineError) {
        guard state == .idle else {
            throw EngineError.forbidden(verb: verb, state: state.rawValue, hint: "stop the take first (dicta stop)")
        }
    }

    /// Answers once the file is closed and synced.
    func stop(_ request: Request, _ time: GraphTime?, _ answer: @escaping Answer) throws(EngineError) {
        guard state != .idle else {
            throw EngineError.forbidden(verb: "stop", state: state.rawValue, hint: "nothing is being recorded")
        }
        guard state != .waiting else {
            closeAnswers.append(answer)
            stopWaiting()
            return
        }
        comingEdges = []
        // Also while a stop for a later frame waits: the earlier one wins.
        if let time {
            let frame = try time.frame(named: request.atFrame, lateness: Int64(RecordingDesk.heldBack(time.client)))
            writer.post(.edge(Take.Edge(frame: frame, kind: .stop(.stopped))))
            state = .closing
        }
        closeAnswers.append(answer)
    }

    /// The writer ends a take that goes with the transport by itself, to the frame; what has come to its end is not paused.
    func transportHalted(at frame: Int64) {
        guard let tail = current?.transportTail, state == .recording || state == .paused else { return }
        state = .closing
        writer.post(.edge(Take.Edge(frame: frame + tail, kind: .stop(.stopped))))
    }

    private func history(_ rate: Int) -> Int64 { Int64(max(preRollSeconds, RecordingDesk.leastHistory) * Double(rate)) }

    // MARK: News from the writer

    private func handle(_ event: WriterEvent) {
        switch event {
        case .opened(let id, let name, let path):
            if id == coming?.id { wentOn() }
            guard id == current?.id else { return }
            isOpen = true
            current?.name = name
            current?.path = path
            last = nil
            answer(&openAnswers, .success(openFields))
            if current?.earlier == nil { board.tell(.recordStarted, takeFields) }
        case .refused(let id, let error):
            if id == coming?.id, let summary = interrupted?.summary { finish(summary.with(trouble: error)) }
            if id == current?.id {
                current = nil
                state = .idle
                answer(&openAnswers, .failure(error))
                answer(&closeAnswers, .failure(error))
            }
            EngineLog.say(error.description)
        case .closed(let summary): closed(summary)
        case .dropped(let part, let reason, let troubles):
            dropped(part, reason, troubles)
            board.tell(.takeDropped(part))
            takeEnded(part.name, last)
        case .abandoned:
            if let summary = interrupted?.summary { finish(summary) }
            if let last { tellEnd(of: last) }
        case .detached:
            // Had anything come of what was to come, it would have been told before this.
            coming = nil
            jack.released()
        case .marked(let id, let result): board.tell(.takeMarked(id: id, result))
        case .synced(let result): if !syncAnswers.isEmpty { syncAnswers.removeFirst()(result) }
        }
    }

    private func closed(_ summary: TakeSummary) {
        if !wait(after: summary) {
            // What came after it is held.
            if summary.segment.endReason == .serverGone { writer.post(.letGo) }
            finish(summary)
        }
        board.tell(.takeClosed(summary))
        for trouble in summary.troubles { board.report("\(summary.path): \(trouble)", of: "record") }
        EngineLog.say("closed \(summary.path): \(summary.segment.frames) frames")
        takeEnded(summary.name, summary)
    }

    /// The take waits for a server, or it is over and `summary` says what became of it.
    private func takeEnded(_ name: String, _ summary: TakeSummary?) {
        if state == .waiting {
            EngineLog.say("\(name) goes on when there is a JACK server")
            // The server moves again already.
            if let client = jack.client, !jack.isStalled { goOn(client) }
        } else if let summary {
            tellEnd(of: summary)
        }
    }

    private func tellEnd(of summary: TakeSummary) {
        board.tell(.recordStopped, TakeReport.fields(summary))
        board.tell(.takeEnded(summary))
    }

    /// Tells of a change of the take's state since the last round.
    private func tellState() {
        let before = told
        told = state
        guard state != before else { return }
        let fields: Fields = ["name": .text(current?.name ?? ""), "path": .text(current?.path ?? "")]
        if before == .recording, state == .paused { board.tell(.recordPaused, fields) }
        if before == .paused || before == .waiting, state == .recording { board.tell(.recordResumed, fields) }
        if state == .waiting { board.tell(.recordWaiting, fields) }
    }

    /// Sets, changes or removes a marker of the running take; the answer is the news `takeMarked`.
    func mark(_ mark: TakeMark) { writer.post(.mark(mark)) }

    /// Brings all of the take until now to the disk; the take goes on. `done` is called once.
    func sync(_ done: @escaping (Result<Void, EngineError>) -> Void) {
        syncAnswers.append(done)
        writer.post(.sync)
    }

    /// The take is over, whatever it was that came last.
    func finish(_ summary: TakeSummary) {
        last = summary
        current = nil
        coming = nil
        comingEdges = []
        interrupted = nil
        resumed = nil
        state = .idle
        answer(&openAnswers, .success(TakeReport.fields(summary)))
        answer(&closeAnswers, TakeReport.result(summary))
    }

    // MARK: The end

    /// Tells the writer thread to close the take and end.
    func quit() { writer.post(.quit) }

    /// Waits for the writer thread and takes its last events. Blocks on the disk.
    func join() {
        writer.join()
        turn(Moment.now)
        stopForGood()
    }

    /// Tells all who wait that nothing more can come.
    func giveUp(_ error: EngineError) {
        answer(&openAnswers, .failure(error))
        answer(&closeAnswers, .failure(error))
    }

    // MARK: Parts

    private func answer(_ answers: inout [Answer], _ result: Result<Fields, EngineError>) {
        let waiting = answers
        answers = []
        for answer in waiting { answer(result) }
    }

    private var openFields: Fields {
        guard let current else { return [:] }
        return [
            "name": .text(current.name), "path": .text(current.path),
            "start_frame": .int(Int64(UInt32(truncatingIfNeeded: current.startFrame))),
        ]
    }

    private func preRollFrames(_ span: TimeSpan?, _ rate: Int) throws(EngineError) -> Int64 {
        guard let span else { return 0 }
        guard span.seconds(rate: rate) <= preRollSeconds else {
            throw EngineError.preRollTooLong(asked: span.seconds(rate: rate), kept: preRollSeconds)
        }
        return span.frames(rate: rate)
    }

    /// The take as it is asked for. The writer gives it the name and the file that are free: to look for them takes the disk.
    private func makeRequest(
        _ request: Request, _ target: TakeTarget?, rate: Int, start: Int64, preRoll: Int64
    ) throws(EngineError) -> TakeRequest {
        let format = try RecordFormat.format(request, like: target?.recording.segments.last, rate: rate)
        let limit = request.time(.for)?.frames(rate: rate)
        let delivery = (isWanted: request.text(.deliver) != nil, isDiscarding: request.flag(.discard))
        guard delivery.isWanted || !delivery.isDiscarding else { throw EngineError.usage("--discard goes with --deliver") }
        guard limit != 0 else { throw EngineError.usage("a take of no frames is none: give --for a longer time") }
        do throws(StorageError) {
            let name = target?.recording.name ?? request.text(.name) ?? Timestamp.now.name
            let path = try library.path(name: name, container: format.container)
            defer { nextID += 1 }
            var take = TakeRequest(
                id: nextID, name: name, path: path, format: format, created: Timestamp.now.iso8601, startFrame: start,
                preRollFrames: preRoll, limitFrames: limit)
            take.delivery = delivery
            take.inputLatency = inputLatency
            take.watchesDropouts = watchesDropouts
            take.recordingState = request.flag(.draft) ? .draft : .completed
            if let target {
                take.edit = target.edit
                take.isPart = true
                take.before = target.before(in: library)
            }
            return take
        } catch {
            throw EngineError.storage(error)
        }
    }
}
