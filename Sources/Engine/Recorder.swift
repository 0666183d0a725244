// Room: Engine. Control loop only: the recording side's state and its verbs.
internal import Control
internal import Deck
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

/// Turns the recording verbs into takes and edges for the writer thread, and keeps who waits for an answer.
final class Recorder {
    enum State: String {
        case idle, recording, paused, closing
        /// The server is gone; the take goes on when there is one.
        case waiting
    }

    var state = State.idle
    var current: TakeRequest?
    /// What became of the last take; its troubles stay shown until the next one starts.
    var last: TakeSummary?
    let progress: TakeProgress

    /// Whether a take waits for a server that is gone. Set by the engine.
    var goesOn = true
    /// For takes to come, by the settings.
    var inputLatency = TimeSpan.seconds(0)
    var watchesDropouts = false
    /// What a take that waits has, and whether it was paused.
    var interrupted: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// The same of the take that has gone on: its part may come to nothing.
    var resumed: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// The part that is to come; the writer begins it with the first sound.
    var coming: TakeRequest?

    let writer: WriterThread
    let library: Library
    private let reserve: Int64
    private let preRollSeconds: Double
    /// How much of what was captured can still be written, whatever the pre-roll.
    static let leastHistory = 2.0
    var nextID: UInt64 = 1
    /// Frame of the latest start, pause or resume: the next one cannot come before it.
    var lastEdge = Int64.min
    /// Pauses and resumes whose frame has not come, in the order of frames; see `Recorder+Edges`.
    var comingEdges: [ComingEdge] = []
    private var openAnswers: [Answer] = []
    private var closeAnswers: [Answer] = []

    init(writer: WriterThread, library: Library, reserve: Int64, preRollSeconds: Double) {
        self.writer = writer
        self.library = library
        self.reserve = reserve
        self.preRollSeconds = preRollSeconds
        progress = writer.progress
    }

    /// The running take, for who wants to hear it.
    var chase: ChaseTake? {
        guard let current, state != .idle, state != .waiting else { return nil }
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
        let preRoll = try preRollFrames(request.time("preroll"), rate)
        let start = try time.frame(named: request.atFrame, lateness: history(rate) - preRoll)
        var take = try makeRequest(request, target, rate: rate, start: start, preRoll: preRoll)
        take.transportTail = roll?.tail
        take.transportFrame = roll.map { Int64($0.place) }
        try checkSpace()
        lastEdge = start - preRoll
        current = take
        state = .recording
        if request.flag("wait") { closeAnswers.append(answer) } else { openAnswers.append(answer) }
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
            let frame = try time.frame(named: request.atFrame, lateness: Int64(Recorder.heldBack(time.client)))
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

    private func history(_ rate: Int) -> Int64 { Int64(max(preRollSeconds, Recorder.leastHistory) * Double(rate)) }

    // MARK: News from the writer

    func handle(_ event: WriterEvent) {
        switch event {
        case .opened(let id, let name, let path):
            if id == coming?.id { wentOn() }
            guard id == current?.id else { return }
            current?.name = name
            current?.path = path
            last = nil
            answer(&openAnswers, .success(openFields))
        case .refused(let id, let error):
            if id == coming?.id, let summary = interrupted?.summary { finish(summary.with(trouble: error)) }
            guard id == current?.id else { return }
            current = nil
            state = .idle
            answer(&openAnswers, .failure(error))
            answer(&closeAnswers, .failure(error))
        case .closed(let summary):
            guard !wait(after: summary) else { return }
            // What came after it is held.
            if summary.segment.endReason == .serverGone { writer.post(.letGo) }
            finish(summary)
        case .dropped(let part, let reason, let troubles): dropped(part, reason, troubles)
        case .abandoned:
            if let summary = interrupted?.summary { finish(summary) }
        case .detached:
            // Had anything come of what was to come, it would have been told before this.
            coming = nil
        case .marked, .synced:
            break
        }
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

    /// Nothing more can come: whoever waits is told.
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

    private func makeRequest(
        _ request: Request, _ target: TakeTarget?, rate: Int, start: Int64, preRoll: Int64
    ) throws(EngineError) -> TakeRequest {
        let format = try RecordFormat.format(request, like: target?.recording.segments.last, rate: rate)
        let limit = request.time("for")?.frames(rate: rate)
        let delivery = (isWanted: request.text("deliver") != nil, isDiscarding: request.flag("discard"))
        guard delivery.isWanted || !delivery.isDiscarding else { throw EngineError.usage("--discard goes with --deliver") }
        guard limit != 0 else { throw EngineError.usage("a take of no frames is none: give --for a longer time") }
        do throws(StorageError) {
            let name = if let target { target.recording.name } else { try library.freshName(request.text("name")) }
            let path =
                if let target {
                    try library.freshSegmentPath(
                        of: target.recording, fileExtension: format.container.fileExtension)
                } else {
                    try library.path(name: name, container: format.container)
                }
            defer { nextID += 1 }
            var take = TakeRequest(
                id: nextID, name: name, path: path, format: format, created: Timestamp.now.iso8601, startFrame: start,
                preRollFrames: preRoll, limitFrames: limit)
            take.wantedName = request.text("name")
            take.delivery = delivery
            take.inputLatency = inputLatency
            take.watchesDropouts = watchesDropouts
            if delivery.isWanted { try Library.needFFmpeg(for: path) }
            take.recordingState = request.flag("draft") ? .draft : .completed
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

    private func checkSpace() throws(EngineError) {
        let available: Int64
        do throws(StorageError) {
            available = try DiskSpace.at(library.folder).available
        } catch {
            throw EngineError.storage(error)
        }
        guard available > reserve else { throw EngineError.noSpace(available: available, reserve: reserve) }
    }
}
