// Takes, from the record command to the closed file. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Realtime
internal import Recorder
internal import Storage
internal import Synchronization
internal import System
internal import Threads

/// Turns the recording verbs into takes and edges for the writer thread, and keeps the callers that wait for an answer.
final class RecordingDesk: Desk {
    /// A change of the take's state, with the fields of its event.
    private struct Change {
        let before: State
        let after: State
        /// True if the take had a file already.
        let wasOpen: Bool
        let fields: Fields
    }

    /// State of recording; `closing` lasts from the stop until the file is closed.
    enum State: String {
        case idle, recording, paused, closing
        /// A count-in is heard; the take begins after it.
        case counting
        /// The take begins, or goes on, by itself at the next sound.
        case armed
        /// No JACK server runs; the take continues when one is available.
        case waiting
    }

    let board: Switchboard
    let jack: JackDesk
    let playing: PlayingDesk
    let settings: SettingsDesk
    let cues: CueDesk
    let libraryDesk: LibraryDesk
    let library: Library
    let writer: Worker<TakeWriter>
    private let events: Mailbox<WriterEvent>
    /// Reason for which the input of the take with voice activation has no silence; nil if it has.
    var noisy: Message?
    /// Loss of the name of the file that the running take goes into; nil if it has it.
    var loss: EngineError?
    /// Armed take without a file that waits for a server.
    var rearming: TakeRequest?
    /// The take as it was armed, for its next recording; nil for a take that was not armed.
    var armed: TakeRequest?
    /// Longest pre-roll that a take can have, in seconds.
    let preRollSeconds: Double
    /// The user's name and the first day of their weeks, for titles; asked once, since accounts and locales lie on disks.
    let titleWords = (name: ThisProcess.accountName ?? "", firstWeekday: LocaleWeek.firstWeekday() ?? 0)

    /// State of the take now. A scheduled pause or resume changes it when its frame is reached.
    var state = State.idle {
        didSet {
            guard state != oldValue else { return }
            let fields: Fields = ["name": .text(current?.name ?? "")] + (current?.files ?? [:])
            changes.append(Change(before: oldValue, after: state, wasOpen: isOpen, fields: fields))
        }
    }
    /// Changes of `state` that are not announced yet, in their order. Several can come in one turn.
    private var changes: [Change] = []
    /// The take in progress; nil when idle.
    var current: TakeRequest?
    /// Number of takes so far, which is that of the running one: it stays the same over splits and lost servers.
    private(set) var takes: UInt64 = 0
    /// Extended JACK frame at which the open take begins, until its beginning is told; nil from then on.
    var comingStart: Int64?
    /// True once the file of `current` exists under its final name.
    var isOpen = false
    /// Result of the last take; its errors stay in the status until the next take starts.
    var last: TakeSummary?
    /// True from the refusal of a take to the start of the next one.
    var hasRefused = false
    /// Time at which the last take ended.
    var endedAt = Moment.now
    /// True if the disk had room for a take after a time. Set once by the engine.
    var hasRoom: (Moment) -> Bool = { _ in false }
    /// True if the disk was there after a time. Set once by the engine.
    var isDiskThere: (Moment) -> Bool = { _ in false }
    /// True if one of the `movedFiles` was found at its path again. Set once by the engine.
    var isBack: (String) -> Bool = { _ in false }
    /// A take that ended by itself and that nobody waited for; the next `stop` tells it.
    var untold: UntoldTake?
    /// Number of the take whose end somebody reads; 0 before the first.
    var readTake: UInt64 = 0
    /// True once somebody has read how the last take ended.
    var isLastRead = false
    /// Warnings about the running take, for the answer to its command.
    var warnings: [String] = []
    /// Bytes of names and paths of parts in an answer: it has to fit into a packet.
    static let mostPartBytes = 24_000
    /// Closed parts of the running or the last take, which splits have ended, oldest first; the newest ones only.
    var parts: [TakePartFiles] = []
    /// Number of all closed parts of the running or the last take.
    var partCount: Int64 = 0
    /// Length of all closed parts of the running or the last take.
    var partSeconds = 0.0
    /// Errors of the closed parts of the running take.
    var partTroubles: [EngineError] = []
    /// The part that was closed last; nil before the first split, and once its recording was deleted.
    var lastPart: TakeSummary?
    /// Callers who wait for a split, by the number of the split.
    var splitAnswers: [UInt64: Answer] = [:]
    /// Number of the next split.
    var nextSplit: UInt64 = 1
    /// Extended JACK frames of splits that wait for their frame, in their order.
    var comingSplits: [Int64] = []
    /// Sizes of earlier takes, for the size of takes to come.
    var rates = RateMemory()
    /// Progress of the open file, written by the writer thread.
    let progress = TakeProgress()

    /// Value of the setting `rec-resume`: true to have a take wait for a lost server, false to end the take.
    var goesOn: Bool { settings.current.text(.recResume) != "off" }
    /// Delay of the inputs, for future takes.
    var inputLatency = TimeSpan.seconds(0)
    /// True when future takes look for dropouts.
    var watchesDropouts = false
    /// Latest part of a take that waits for a server, and whether the take was paused.
    var interrupted: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// The part before the current one of a continued take; needed when the current part ends without a frame.
    var resumed: (summary: TakeSummary, request: TakeRequest, isPaused: Bool)?
    /// Next part of a waiting take; the writer begins it with the first sound.
    var coming: TakeRequest?

    /// The take that waits for the end of its count-in; nil without one.
    var counting: Counting? { didSet { playing.setLeading(counting?.isLead == true) } }
    /// The countdown before the take ends by itself; nil without one.
    var countdown: Countdown?
    /// Number of the count-in; nil without one.
    var countingNumber: UInt64?
    /// Number of the next take.
    var nextID: UInt64 = 1
    /// Extended frame of the latest start, pause or resume; the next edge cannot come before it.
    var lastEdge = Int64.min
    /// Scheduled pauses and resumes, ordered by frame; see `RecordingDesk+Edges`.
    var comingEdges: [ComingEdge] = []
    /// Callers that wait for the file to be opened.
    var openAnswers: [Answer] = []
    /// Callers that wait for the file to be closed.
    var closeAnswers: [Answer] = []
    /// Takes that wait for the library to find their recording, by the number of the library's question.
    var recalls: [UInt64: Recall] = [:]
    /// Stops at a given frame that wait for such a take to begin.
    var stopsToCome: [(request: Request, answer: Answer)] = []
    /// Callers that wait for the disk, in the order in which they asked.
    var syncAnswers: [(Result<Void, EngineError>) -> Void] = []
    /// Callers that wait for the waveform of the open take, in the order in which they asked.
    var drawAnswers: [(Result<OpenTake?, EngineError>) -> Void] = []
    /// The newest columns of the take or the inputs, which the writer measures.
    let wave = WaveBoard()
    /// The newest loudness of the topic `loudness`, written by the writer thread.
    let loudness = LoudnessBoard()

    /// The number of the running take in the schedule if it is a scheduled one. Set once.
    var scheduledNumber: () -> Int64? = { nil }

    /// The text of a question by its sheet and id; empty when unknown. Set once.
    var questionText: (AskedQuestion) -> String = { _ in "" }

    /// Starts the writer thread. Throws when the thread cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ playing: PlayingDesk, _ settings: SettingsDesk, _ cues: CueDesk,
        _ library: LibraryDesk, _ options: EngineOptions, semaphores: WakeSemaphores, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.playing = playing
        self.settings = settings
        self.cues = cues
        libraryDesk = library
        self.library = library.library
        preRollSeconds = options.preRollSeconds
        let folder = library.library
        (writer, events) = try Worker.reporting(to: wake, name: "dicta-writer", wake: semaphores.writer) {
            [progress, wave, loudness] in
            TakeWriter(
                library: folder, reserve: options.reserve, preRollSeconds: options.preRollSeconds, progress: progress,
                outbox: $0, wave: wave, loudness: loudness)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        if let time = jack.time {
            followCountIn(time)
            followCountdown(time)
            tick(time)
        }
        tellState()
    }

    var timeout: Int32 {
        let (edge, counted) = (pauseToEdge(jack.time), pauseToCounted(jack.time))
        return edge < 0 ? counted : counted < 0 ? edge : min(edge, counted)
    }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            writer.post(.attach(time.client))
            goOn(time.client)
        case .detaching:
            endCountIn(.noServer)
            writer.post(.detach(.serverGone, goesOn: outlivesServer))
        case .stalled:
            endCountIn(jack.standstill ?? .noServer)
            writer.post(.interrupt(.serverGone, goesOn: outlivesServer))
        case .moves(let time): goOn(time.client)
        case .library(let event): hear(event)
        case .settings(let keys, let now):
            guard !keys.isDisjoint(with: [.recDropouts, .inputLatency]) else { break }
            watchesDropouts = now.text(.recDropouts) == "on"
            inputLatency = now.time(.inputLatency) ?? .seconds(0)
        default: break
        }
    }

    /// The running take, for playing it while it is recorded; nil when no take is being written.
    var chase: ChaseTake? {
        // The writer may be a part further already: nothing is known of the part then, until the desk is told.
        guard let current, isOpen, state != .idle, state != .waiting, let frames = readableFrames(of: current) else { return nil }
        // Frames are counted at the rate of the spans before the take.
        let before = current.lead?.spans ?? []
        let rates = before.first?.rate.map { Double($0) / Double(current.format.rate) } ?? 1
        return ChaseTake(
            name: current.name, path: current.path, home: current.lead?.home ?? current.path,
            markers: current.lead?.markers ?? [], before: before,
            frames: Int64((Double(frames) * rates).rounded(.down)), recordingID: current.recordingID)
    }

    /// Markers of the running take, given in its frames, in timeline frames from the start of the take.
    func chased(_ markers: [Marker]) -> [Marker] {
        guard let current, let rate = current.lead?.spans.first?.rate else { return markers }
        return markers.map { $0.converted(from: current.format.rate, to: rate) }
    }

    // MARK: Verbs

    /// Starts a take. `answer` is called once: when the file is open, or with `--wait` when it is closed. Throws when a take is
    /// in progress, when the start is too long ago, or when the request is invalid.
    ///
    /// - Parameters:
    ///   - target: the existing recording and the edit to make; nil begins a new recording.
    ///   - roll: for a take started by JACK's transport: the take begins `delay` frames after the roll, and ends `tail` frames
    ///     after the transport halts, and the delay; `place` is the transport's frame at the start of the roll, `end` the
    ///     extended JACK frame of the halt if that has come already.
    ///   - isCounted: true for a take whose count-in has been heard.
    ///   - due: the time at which a scheduled take begins, in seconds since 1970; nil for others, and for one that is late.
    func record(
        _ request: Request, into target: TakeTarget? = nil, roll: (delay: Int64, tail: Int64, place: UInt32, end: Int64?)? = nil,
        isCounted: Bool = false, due: Int? = nil, _ time: GraphTime, _ answer: @escaping Answer
    ) throws(EngineError) {
        try checkIdle()
        if roll == nil, !isCounted, let countIn = try countIn(of: request) {
            return try count(countIn, request, into: target, answer)
        }
        let rate = time.client.rate
        let preRoll = preRollFrames(request.time(.preroll), rate)
        let start = try time.frame(named: request.atFrame, lateness: history(rate) - preRoll)
        let begins = due.map { Timestamp(seconds: $0) } ?? self.time(of: start, now: time.now, rate: rate)
        var take = try makeRequest(request, target, rate: rate, start: start, preRoll: preRoll, begins: begins)
        take.due = due.map { (frame: start, seconds: $0) }
        take.delayFrames = roll?.delay ?? 0
        take.transportTail = roll.map { $0.tail + $0.delay }
        take.transportFrame = roll.map { Int64($0.place) }
        take.stopFrame = roll.flatMap { roll in roll.end.map { $0 + roll.tail + roll.delay } }
        take.voice = try roll == nil ? voiceOrder(request) : nil
        let heard = max(0, start - time.telemetry.firstFrame)
        warnings = []
        (parts, partCount, partSeconds, lastPart, partTroubles) = ([], 0, 0, nil, [])
        (comingEdges, comingSplits) = ([], [])
        noisy = nil
        if take.voice?.isArmed != true,
            let warning = preRollWarning(request.time(.preroll), taken: min(preRoll, heard), rate: rate)
        {
            warnings.append(warning)
        }
        let isArmed = take.voice?.isArmed == true
        lastEdge = isArmed ? start : start - preRoll
        current = take
        takes += 1
        armed = isArmed ? take : nil
        untold = nil
        isOpen = false
        state = isArmed ? .armed : take.stopFrame == nil ? .recording : .closing
        if request.flag(.wait) {
            readTake = takes
            closeAnswers.append { [self] result in answer(result.map { warnings.reduce($0) { $0.warning(of: $1) } }) }
        } else {
            openAnswers.append(answer)
        }
        writer.post(isArmed ? .arm(take) : .begin(take))
    }

    /// Throws `.refused` while a take is in progress.
    func checkIdle() throws(EngineError) {
        guard state == .idle else { throw beginRefusal }
    }

    /// Ends the take. `answer` is called once the file is closed and synced; `isRead` is false if nobody reads it. Throws when no
    /// take is in progress.
    func stop(
        _ request: Request, _ time: GraphTime?, isRead: Bool = true, _ answer: @escaping Answer
    ) throws(EngineError) {
        guard state != .idle else { throw stopRefusal }
        if endCountIn(.wrongState(tr("The count-in was stopped: no take was made"))) { return answer(.success([:])) }
        guard state != .waiting else {
            closeAnswers.append(answer)
            if isRead { readTake = takes }
            stopWaiting()
            return
        }
        // A stop for a later frame may be scheduled already: the earlier frame wins.
        if let time {
            let frame = try time.frame(named: request.atFrame, lateness: Int64(TakeWriter.heldBack(time.client)))
            writer.post(.edge(Take.Edge(frame: frame, kind: .stop(.stopped))))
        }
        // Without a server the writer is closing the take already, which must not wait for the next one.
        comingEdges = []
        state = .closing
        closeAnswers.append(answer)
        if isRead { readTake = takes }
    }

    /// Ends a take that follows JACK's transport, which halted at extended frame `frame`. The writer ends it by itself too,
    /// exact to the frame. The state `closing` prevents a pause from now on.
    func transportHalted(at frame: Int64) {
        guard let tail = current?.transportTail, state == .recording || state == .paused else { return }
        state = .closing
        writer.post(.edge(Take.Edge(frame: frame + tail, kind: .stop(.stopped))))
    }

    /// Frames of captured sound that can still be written. `rate` in Hz.
    private func history(_ rate: Int) -> Int64 { Int64(max(preRollSeconds, TakeWriter.leastHistory) * Double(rate)) }

    /// Announces all changes of the take's state since the last turn.
    private func tellState() {
        let all = changes
        changes = []
        for change in all {
            switch (change.before, change.after) {
            case (.recording, .paused): board.tell(.recordPaused, change.fields)
            case (.recording, .armed) where change.wasOpen: board.tell(.recordPaused, change.fields)
            case (.paused, .recording), (.waiting, .recording): board.tell(.recordResumed, change.fields)
            case (.armed, .recording) where change.wasOpen: board.tell(.recordResumed, change.fields)
            case (_, .waiting): board.tell(.recordWaiting, change.fields)
            default: break
            }
        }
    }

    /// Has the writer set, change or remove a marker of the running take. The result arrives as the news `takeMarked`.
    func mark(_ mark: TakeMark) { writer.post(.mark(mark)) }

    /// Brings the take up to now to the disk; recording continues. `done` is called once.
    func sync(_ done: @escaping (Result<Void, EngineError>) -> Void) {
        syncAnswers.append(done)
        writer.post(.sync)
    }

    // MARK: Quit

    /// Tells the writer thread to close the take and end. Returns at once.
    func quit() {
        endCountIn(.wrongState(tr("The engine was told to quit: no take was made")))
        writer.post(.quit)
    }

    /// Waits for the writer thread to end and handles its last events. Blocks on the disk.
    func join() {
        writer.join()
        turn(Moment.now)
        stopForGood()
    }

    /// Fails all waiting callers with `error`: no answer can come any more.
    func giveUp(_ error: EngineError) {
        giveUpDrawing(error)
        giveUpSplits(error)
        answer(.failure(error), closed: .failure(error))
    }
}
