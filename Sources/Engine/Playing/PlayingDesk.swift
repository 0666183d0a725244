// Playing: the playhead, and what is on its way to be heard. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Storage
internal import Stretch

/// Turns the playing verbs into commands for the JACK thread and messages for the reader, and keeps who waits for an answer.
///
/// What it reports follows the JACK thread's word that a command took effect, not the sending of it: a play for a frame to
/// come leaves everything as it is until then. A locate goes to both: the JACK thread learns which generation is wanted, the
/// reader feeds it. Where it is for a frame to come, the reader is told shortly before, so that what plays goes on being fed.
final class PlayingDesk: Desk {
    enum State: String { case stopped, playing, paused }

    /// As the JACK thread last said.
    private(set) var state = State.stopped {
        didSet { if (oldValue == .playing) != (state == .playing) { turns += 1 } }
    }
    /// How often it began or ended to play.
    private(set) var turns = 0
    /// What the playhead is in.
    var loaded: Loaded?
    /// Why playing ended, when it was not the end of the file.
    var lastError: EngineError?
    private(set) var isAtEnd = false
    /// Where the playhead is while no server runs.
    var parkedPosition: Int64 = 0

    var settings = PlaySettings()
    /// A take that is being recorded was caught up: rate 1 until it is over.
    var isHeldBack = false
    /// Seconds that playback steps back when it goes on.
    var backstep = TimeSpan.seconds(0)
    var points = Points()
    /// A held cue or review.
    var scan: Scan?

    let board: Switchboard
    let jack: JackDesk
    let library: LibraryDesk
    let reader: Worker<PlaybackReader>
    private let events: Mailbox<ReaderEvent>
    /// The take that is being recorded now, and its markers. Set once by the engine: recording is made after playing, and reads where
    /// the playhead is.
    var take: () -> ChaseTake? = { nil }
    var takeMarkers: () -> [Marker] = { [] }
    var opening: Opening?
    /// Asked of the library for what plays already: its timeline has changed.
    var reloading: UInt64?
    /// Asked of the reader for the same.
    var reloaded: Loaded?
    var nextLoad: UInt64 = 1
    private var generation: UInt32 = 0
    private var nextID: UInt32 = 1
    private var waiting: [UInt32: Waiter] = [:]
    /// States that commands on their way lead to, in the order in which they were sent.
    private(set) var coming: [Coming] = []
    /// States of commands that were taken back: one may have taken effect just before.
    private var withdrawn: [UInt32: State] = [:]
    /// The locate with which the playhead came into what is loaded.
    private(set) var firstGeneration: UInt32 = 0
    private var deferred: [Due] = []
    var nudges: [UInt32: Answer] = [:]
    /// Where the last locate goes, until it has arrived.
    private(set) var heading: Int64?
    /// The locate for a frame to come that the reader has gone ahead to.
    private var aheadGeneration: UInt32?
    /// JACK's transport is led; see `PlayingDesk+Transport`.
    private(set) var isLed = false
    /// Who waits for the transport to roll.
    var rollAnswers: [Answer] = []
    private var nextNudge: UInt32 = 1
    /// Turns and loop that were told as events last.
    private var told: (turns: Int, points: Points) = (0, Points())

    /// A locate for a frame to come.
    private struct Due {
        let frame: Int64
        let target: Loaded
        let position: Int64
        let generation: UInt32
    }

    struct Coming {
        let id: UInt32
        let state: State
        /// Extended frame; `RealtimeCommand.atOnce` for the next period.
        let frame: Int64
    }

    private struct Waiter {
        let frame: Int64
        let effect: () -> Void
        let answer: Answer?
    }

    /// Starts the reader thread.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ library: LibraryDesk, _ options: EngineOptions, semaphores: WakeSemaphores,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.library = library
        let events = Mailbox<ReaderEvent> { wake.wake() }
        self.events = events
        reader = try Worker(name: "dicta-reader", wake: semaphores.reader) {
            PlaybackReader(progressWake: semaphores.progress, outbox: events, quality: options.resampling)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        if let time = jack.time { tick(time) }
        tellTurns()
    }

    /// Milliseconds to the next look at the JACK thread's events, which cannot wake the loop.
    var timeout: Int32 { isBusy ? 5 : intended == .playing ? 100 : -1 }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            reader.post(.attach(time.client))
            restore(time)
        case .detaching(let time):
            park(time)
            reader.post(.detach)
        case .realtime(let event, let time): handle(event, time)
        case .takeClosed(let summary): hear(closed: summary)
        case .takeDropped(let part):
            takeClosed(path: part.path, frames: 0)
            reload(part.name)
        case .timelineChanged(let name): reload(name)
        case .library(let event): hear(event)
        case .settings(let keys, let now): apply(keys, now)
        default: break
        }
    }

    /// Takes the settings that hold at once.
    private func apply(_ keys: Set<ParameterKey>, _ now: Request) {
        if keys.contains(.backstep) { backstep = now.time(.backstep) ?? .seconds(0) }
        guard !keys.isDisjoint(with: [.dpcQuality, .dpcFormants]) else { return }
        settings.stretch.engine = now.text(.dpcQuality) == "faster" ? .faster : .finer
        settings.stretch.preservesFormants = now.text(.dpcFormants) == "keep"
        tellSettings()
    }

    /// Leads JACK's transport from now on, or does not.
    func setLed(_ isLed: Bool) { self.isLed = isLed }

    /// Tells of each begin and end of playing, and of the loop, since the last round.
    private func tellTurns() {
        let before = told
        told = (turns, points)
        for turn in before.turns..<turns {
            let isPlaying = (turns - 1 - turn).isMultiple(of: 2) == (state == .playing)
            board.tell(isPlaying ? .playStarted : .playStopped, report(jack.time))
        }
        if [before.points.a, before.points.b] != [points.a, points.b] { board.tell(.loop, loopFields) }
    }

    /// Whether somebody waits for the JACK thread, or something for its frame: then the loop looks more often.
    var isBusy: Bool { !waiting.isEmpty || !deferred.isEmpty }

    /// The state once all that was sent has taken effect; a pause or stop that waits for its frame can still be taken back.
    var intended: State {
        coming.last { $0.frame == RealtimeCommand.atOnce || $0.state == .playing }?.state ?? state
    }

    // MARK: To the JACK thread

    /// Sends a command; `effect` and `answer` are called when it took effect.
    func send(
        _ command: RealtimeCommand, _ time: GraphTime, state: State? = nil, effect: @escaping () -> Void = {},
        _ answer: Answer? = nil
    ) throws(EngineError) {
        var command = command
        command.id = nextID
        nextID = nextID == UInt32.max ? 1 : nextID + 1
        try time.client.send(command)
        waiting[command.id] = Waiter(frame: command.frame, effect: effect, answer: answer)
        if let state { coming.append(Coming(id: command.id, state: state, frame: command.frame)) }
    }

    /// Moves the playhead into `target` at extended frame `frame` (or at once).
    func locate(
        in target: Loaded, to position: Int64, at frame: Int64, _ time: GraphTime, _ answer: Answer? = nil
    ) throws(EngineError) {
        let next = generation &+ 1
        let command = RealtimeCommand(.locate, at: frame, generation: next, position: position)
        let effect = { [self] in
            if generation == next { heading = nil }
            if aheadGeneration == next { aheadGeneration = nil }
            arrive(in: target, next)
        }
        try send(command, time, effect: effect, answer)
        heading = position
        generation = next
        let due = Due(frame: frame - Int64(time.client.rate) * 3 / 10, target: target, position: position, generation: next)
        // Those that were to come before it still do.
        deferred.removeAll { $0.frame >= due.frame }
        if due.frame > time.now {
            deferred.append(due)
        } else {
            tell(due)
            if frame != RealtimeCommand.atOnce { aheadGeneration = next }
        }
    }

    private func tell(_ due: Due) {
        var settings = settings
        if due.target.path != loaded?.path {
            // The loop was one of the other recording.
            settings.loop = nil
            settings.scan = nil
        }
        reader.post(.locate(load: due.target.id, frame: due.position, generation: due.generation, settings))
    }

    /// The playhead is in `target` now.
    private func arrive(in target: Loaded, _ generation: UInt32) {
        isAtEnd = false
        guard loaded?.id != target.id else { return }
        if let loaded { reader.post(.unload(id: loaded.id)) }
        let isSame = loaded?.path == target.path
        loaded = target
        lastError = nil
        guard !isSame else { return }
        firstGeneration = generation
        points = Points()
        settings.loop = nil
        endScan()
        tellSettings()
    }

    /// Takes back what was to happen at a frame to come.
    func cancel(_ time: GraphTime, because error: EngineError) throws(EngineError) {
        try send(RealtimeCommand(.cancel), time)
        deferred = []
        giveUp(error)
    }

    /// Takes back what waits for its frame: a play, pause, stop or locate to come. What holds at once goes on.
    func takeBack(_ time: GraphTime) throws(EngineError) {
        try time.client.send(RealtimeCommand(.cancel))
        let held = waiting.filter { $0.value.frame != RealtimeCommand.atOnce }
        withdrawn = Dictionary(coming.filter { held[$0.id] != nil }.map { ($0.id, $0.state) }) { $1 }
        coming.removeAll { held[$0.id] != nil }
        for (id, waiter) in held {
            waiting[id] = nil
            waiter.answer?(.failure(.forbidden(verb: "wait", state: state.rawValue, hint: "a later command took it back")))
        }
        // The reader may have gone ahead to a locate that was taken back.
        let isAhead = aheadGeneration != nil
        if isAhead || !deferred.isEmpty { heading = nil }
        aheadGeneration = nil
        deferred = []
        if isAhead, let loaded { try locate(in: loaded, to: position(time), at: RealtimeCommand.atOnce, time) }
    }

    /// Plays, pauses and stops that wait for their frame, in the order of frames.
    func held(_ time: GraphTime) -> [Coming] {
        let next = time.telemetry.frame
        return coming.filter { $0.frame != RealtimeCommand.atOnce && $0.frame >= next }.sorted { $0.frame < $1.frame }
    }

    /// Tells the reader what has become due.
    func tick(_ time: GraphTime) {
        chase()
        guard !deferred.isEmpty else { return }
        let now = time.now
        for due in deferred where due.frame <= now {
            tell(due)
            aheadGeneration = due.generation
        }
        deferred.removeAll { $0.frame <= now }
    }

    /// From what is heard now on.
    func tellSettings() { reader.post(.settings(settings)) }

    func newNudge(_ answer: @escaping Answer) -> UInt32 {
        defer { nextNudge &+= 1 }
        nudges[nextNudge] = answer
        return nextNudge
    }

    // MARK: News

    func handle(_ event: RealtimeEvent, _ time: GraphTime) {
        switch event.kind {
        case .done:
            if let index = coming.firstIndex(where: { $0.id == event.id }) {
                state = coming[index].state
                coming.remove(at: index)
            } else if let next = withdrawn.removeValue(forKey: event.id) {
                state = next
            }
            guard let waiter = waiting.removeValue(forKey: event.id) else { return }
            waiter.effect()
            waiter.answer?(.success(["at_frame": .int(Int64(time.telemetry.jackFrame(of: event.frame)))]))
        case .ended:
            state = .stopped
            isAtEnd = settings.scan.map { $0.step > 0 } ?? true
            remember(0)
        case .rolled, .rolledInStep, .halted, .located: break  // the transport's: see `TransportDesk`
        }
    }

    /// What the JACK thread did without being sent a command.
    func takeState(_ next: State) { state = next }

    func leaveEnd() { isAtEnd = false }

    /// The client is going: the playhead stays where it is.
    func park(_ time: GraphTime) {
        parkedPosition = position(time)
        if state == .playing { state = .paused }
        rememberPosition(time)
        deferred = []
        scan = nil
        settings.scan = nil
        giveUp(.noServer)
    }

    /// Tells the reader thread to end.
    func quit() {
        rememberPosition(jack.time)
        reader.post(.quit)
    }

    /// Waits for the reader thread and takes its last events.
    func join() {
        reader.join()
        turn(Moment.now)
    }

    /// Tells all who wait that nothing more can come.
    func giveUp(_ error: EngineError) {
        let answers = waiting.values.compactMap(\.answer) + rollAnswers + nudges.values + (opening.map { [$0.answer] } ?? [])
        waiting = [:]
        aheadGeneration = nil
        rollAnswers = []
        heading = nil
        nudges = [:]
        coming = []
        withdrawn = [:]
        if let opening { reader.post(.unload(id: opening.id)) }
        opening = nil
        for answer in answers { answer(.failure(error)) }
    }

    /// Timeline frame that goes to the outputs next.
    func position(_ time: GraphTime?) -> Int64 {
        guard let time, loaded != nil else { return parkedPosition }
        return time.telemetry.position
    }
}
