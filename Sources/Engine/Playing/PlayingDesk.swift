// Playback: the playhead, and the commands that wait for their frame. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Playback
internal import Realtime
internal import Rings
internal import Storage
internal import Stretch
internal import System

/// Turns the playing verbs into commands for the JACK thread and messages for the reader, and keeps the callers that wait for
/// an answer.
///
/// The state follows the JACK thread's report that a command took effect, not the sending of the command: a play at a future
/// frame changes nothing until that frame. A locate goes to both threads: the JACK thread learns which generation to play, and
/// the reader renders it. For a locate at a future frame the reader is told shortly before, so that it feeds the current sound
/// until then.
final class PlayingDesk: Desk {
    /// State of playback.
    enum State: String { case stopped, playing, paused }

    /// State that the JACK thread last reported.
    private(set) var state = State.stopped {
        didSet { if (oldValue == .playing) != (state == .playing) { turns += 1 } }
    }
    /// Number of times that playback began or ended.
    private(set) var turns = 0
    /// The recording that the playhead is in; nil when nothing is loaded.
    var loaded: Loaded?
    /// Latest error of playback, for status; nil once another recording is loaded.
    var lastError: EngineError?
    /// True after playback has reached the end of the recording.
    private(set) var isAtEnd = false
    /// Timeline frame of the playhead while no server runs.
    var parkedPosition: Int64 = 0

    /// Settings of playback: rate, pitch, loop and scan.
    var settings = PlaySettings()
    /// True while playback has caught up with a take being recorded, and is limited to rate 1.
    var isHeldBack = false
    /// Time that playback steps back when it continues after a pause.
    var backstep = TimeSpan.seconds(0)
    /// Points of the A-B loop.
    var points = Points()
    /// The held cue or review; nil otherwise.
    var scan: Scan?

    let board: Switchboard
    let jack: JackDesk
    let library: LibraryDesk
    let reader: Worker<PlaybackReader>
    private let events: Mailbox<ReaderEvent>
    /// Gives the take being recorded. Set once by the engine: recording is made after playing, and itself reads the playhead.
    var take: () -> ChaseTake? = { nil }
    /// Gives the markers of the take being recorded, in its frames. Set once by the engine.
    var takeMarkers: () -> [Marker] = { [] }
    /// Takes that were closed while a load or a command was under way, which may lead into them; by path.
    var closed: [String: ClosedTake] = [:]
    /// The recording that is being loaded; nil otherwise.
    var opening: Opening?
    /// Number of a reload that waits for the library: the timeline of the loaded recording has changed.
    var reloading: UInt64?
    /// The new timeline of the loaded recording, which waits for the reader.
    var reloaded: Loaded?
    /// Number of the next load.
    var nextLoad: UInt64 = 1
    /// Number of the latest locate.
    private var generation: UInt32 = 0
    /// Number of the next command to the JACK thread; never 0.
    private var nextID: UInt32 = 1
    /// Commands sent to the JACK thread that have not taken effect, by number.
    private var waiting: [UInt32: Waiter] = [:]
    /// States to which commands on their way lead, in the order of sending.
    private(set) var coming: [Coming] = []
    /// States to which cancelled commands lead: one may have taken effect just before.
    private var withdrawn: [UInt32: State] = [:]
    /// Generation of the locate with which the playhead came into the loaded recording.
    private(set) var firstGeneration: UInt32 = 0
    /// Locates at future frames that the reader has not been told yet.
    private var deferred: [Due] = []
    /// Callers that wait for a nudge, by its number.
    var nudges: [UInt32: Answer] = [:]
    /// Timeline frame of the last locate until it has taken effect; nil otherwise.
    private(set) var heading: Int64?
    /// The last locate that holds at once, until it has taken effect; nil otherwise.
    private var bound: (target: Loaded, position: Int64, generation: UInt32)?
    /// Generation of a locate at a future frame for which the reader has gone ahead; nil otherwise.
    private var aheadGeneration: UInt32?
    /// True when the player leads JACK's transport; see `PlayingDesk+Transport`.
    private(set) var isLed = false
    /// Callers that wait for the transport to roll.
    var rollAnswers: [Answer] = []
    /// Number of the next nudge.
    private var nextNudge: UInt32 = 1
    /// Turns and loop last announced as events.
    private var told: (turns: Int, points: Points) = (0, Points())

    /// A locate at a future frame.
    private struct Due {
        /// Extended JACK frame at which the reader is told: 0.3 s before the locate.
        let frame: Int64
        /// Recording to play there.
        let target: Loaded
        /// Timeline frame to play there.
        let position: Int64
        /// Number of the locate.
        let generation: UInt32
    }

    /// A command on its way that changes the state.
    struct Coming {
        /// Number of the command.
        let id: UInt32
        /// State once the command has taken effect.
        let state: State
        /// Extended JACK frame; `RealtimeCommand.atOnce` for the next period.
        let frame: Int64
    }

    /// Work to do when a command has taken effect.
    private struct Waiter {
        /// Extended JACK frame of the command.
        let frame: Int64
        /// Called first, when the command has taken effect.
        let effect: () -> Void
        /// The caller, answered after `effect`; nil when nobody waits.
        let answer: Answer?
    }

    /// Starts the reader thread. Throws when the thread cannot start.
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
        if opening == nil, !isBusy { closed = [:] }
        tellTurns()
    }

    /// Milliseconds until the next look at the JACK thread's events, which cannot wake the loop; -1 for none.
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
            end(part.path, part.name, ClosedTake(frames: 0, summary: nil))
        case .timelineChanged(let name): reload(name)
        case .library(let event): hear(event)
        case .settings(let keys, let now): apply(keys, now)
        default: break
        }
    }

    /// Applies changed settings that hold at once.
    private func apply(_ keys: Set<ParameterKey>, _ now: Request) {
        if keys.contains(.backstep) { backstep = now.time(.backstep) ?? .seconds(0) }
        guard !keys.isDisjoint(with: [.dpcQuality, .dpcFormants]) else { return }
        settings.stretch.engine = now.text(.dpcQuality) == "faster" ? .faster : .finer
        settings.stretch.preservesFormants = now.text(.dpcFormants) == "keep"
        tellSettings()
    }

    /// Makes the player lead JACK's transport from now on, or not.
    func setLed(_ isLed: Bool) { self.isLed = isLed }

    /// Announces each start and end of playback, and changes of the loop, since the last turn.
    private func tellTurns() {
        let before = told
        told = (turns, points)
        for turn in before.turns..<turns {
            let isPlaying = (turns - 1 - turn).isMultiple(of: 2) == (state == .playing)
            board.tell(isPlaying ? .playStarted : .playStopped, report(jack.time))
        }
        if [before.points.a, before.points.b] != [points.a, points.b] { board.tell(.loop, loopFields) }
    }

    /// True while a sent command has not taken effect, or a locate waits for its frame: the loop then looks more often.
    var isBusy: Bool { !waiting.isEmpty || !deferred.isEmpty }

    /// State once all sent commands have taken effect. A scheduled pause or stop does not count, since it can still be
    /// cancelled.
    var intended: State {
        coming.last { $0.frame == RealtimeCommand.atOnce || $0.state == .playing }?.state ?? state
    }

    // MARK: To the JACK thread

    /// Sends a command to the JACK thread; `effect` and `answer` are called when it has taken effect. `state` is the state it
    /// leads to. Throws when too many commands wait.
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

    /// Moves the playhead to timeline frame `position` of `target`, at extended JACK frame `frame` or at once. `answer` is
    /// called once. Throws when too many commands wait.
    func locate(
        in target: Loaded, to position: Int64, at frame: Int64, _ time: GraphTime, _ answer: Answer? = nil
    ) throws(EngineError) {
        let next = generation &+ 1
        let command = RealtimeCommand(.locate, at: frame, generation: next, position: position)
        let effect = { [self] in
            if generation == next { heading = nil }
            // The recording may have changed on the way.
            let target = bound.flatMap { $0.target.id == target.id ? $0.target : nil } ?? target
            if bound?.generation == next { bound = nil }
            if aheadGeneration == next { aheadGeneration = nil }
            if frame != RealtimeCommand.atOnce, loaded?.path != target.path { leaveLoop() }
            arrive(in: target, next)
        }
        try send(command, time, effect: effect, answer)
        // Commands behind a locate that holds at once are for its recording.
        if frame == RealtimeCommand.atOnce, destination?.path != target.path { leaveLoop() }
        heading = position
        generation = next
        if frame == RealtimeCommand.atOnce { bound = (target, position, next) }
        let due = Due(frame: frame - Int64(time.client.rate) * 3 / 10, target: target, position: position, generation: next)
        // Locates at an earlier frame still take effect; later ones are replaced.
        deferred.removeAll { $0.frame >= due.frame }
        if due.frame > time.now {
            deferred.append(due)
        } else {
            tell(due)
            if frame != RealtimeCommand.atOnce { aheadGeneration = next }
        }
    }

    /// Has the reader render a locate.
    private func tell(_ due: Due) {
        var settings = settings
        if due.target.path != destination?.path {
            // The loop belongs to the recording that is left.
            settings.loop = nil
            settings.scan = nil
        }
        reader.post(.locate(load: due.target.id, frame: due.position, generation: due.generation, settings))
    }

    /// Makes `target` the loaded recording, after a locate has taken effect.
    private func arrive(in target: Loaded, _ generation: UInt32) {
        isAtEnd = false
        guard loaded?.id != target.id else { return }
        // A later locate, which is under way, may lead back to the recording that is left.
        if let loaded, loaded.id != bound?.target.id { reader.post(.unload(id: loaded.id)) }
        let isSame = loaded?.path == target.path
        loaded = target
        lastError = nil
        if let end = completeTake(), end.isPart { reload(target.name) }
        guard !isSame else { return }
        firstGeneration = generation
    }

    /// Clears the loop and ends a cue or review: they belong to a recording that is left.
    private func leaveLoop() {
        points = Points()
        settings.loop = nil
        endScan()
        tellSettings()
    }

    /// Takes the markers of recording `name` of this library, when that is loaded or the destination.
    func mark(_ markers: [Marker], in name: String) {
        func isMeant(_ recording: Loaded) -> Bool { recording.name == name && library.library.owns(recording.path) }
        if let loaded, isMeant(loaded) { self.loaded?.markers = markers }
        if let bound, isMeant(bound.target) { self.bound?.target.markers = markers }
    }

    /// Cancels every command that waits for a future frame, and every load, nudge and roll of the transport; their callers get
    /// `error`. Commands that hold at once are kept, as the JACK thread keeps them: they are answered when they have taken
    /// effect.
    func cancel(_ time: GraphTime, because error: EngineError) throws(EngineError) {
        try withdrawHeld(time, because: error)
        deferred = []
        aheadGeneration = nil
        heading = bound?.position
        giveUpRequests(error)
    }

    /// Has the JACK thread forget all commands for future frames; their callers get `error`.
    private func withdrawHeld(_ time: GraphTime, because error: EngineError) throws(EngineError) {
        try time.client.send(RealtimeCommand(.cancel))
        let held = waiting.filter { $0.value.frame != RealtimeCommand.atOnce }
        withdrawn = Dictionary(coming.filter { held[$0.id] != nil }.map { ($0.id, $0.state) }) { $1 }
        coming.removeAll { held[$0.id] != nil }
        for id in held.keys { waiting[id] = nil }
        for waiter in held.values { waiter.answer?(.failure(error)) }
    }

    /// Cancels every play, pause, stop and locate that waits for its frame; commands that hold at once are kept.
    func takeBack(_ time: GraphTime) throws(EngineError) {
        try withdrawHeld(
            time, because: .forbidden(verb: "wait", state: state.rawValue, hint: "a later command cancelled it"))
        // The reader may have gone ahead to a cancelled locate.
        let isAhead = aheadGeneration != nil
        heading = bound?.position
        aheadGeneration = nil
        deferred = []
        if isAhead, let destination { try locate(in: destination, to: headed(time), at: RealtimeCommand.atOnce, time) }
    }

    /// Scheduled plays, pauses and stops whose frame has not come, ordered by frame.
    func held(_ time: GraphTime) -> [Coming] {
        let next = time.telemetry.frame
        return coming.filter { $0.frame != RealtimeCommand.atOnce && $0.frame >= next }.sorted { $0.frame < $1.frame }
    }

    /// Tells the reader of locates that are due, and of a take that has grown.
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

    /// Has the reader play with the current settings, from the frame heard now on.
    func tellSettings() { reader.post(.settings(settings)) }

    /// Number for a new nudge, whose caller waits.
    func newNudge(_ answer: @escaping Answer) -> UInt32 {
        defer { nextNudge &+= 1 }
        nudges[nextNudge] = answer
        return nextNudge
    }

    // MARK: News

    /// Handles an event of the JACK thread.
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
        case .rolled, .rolledInStep, .halted, .located: break  // events of the transport: see `TransportDesk`
        }
    }

    /// Takes a state that the JACK thread reached without a command.
    func takeState(_ next: State) { state = next }

    /// Notes that the playhead is no longer at the end.
    func leaveEnd() { isAtEnd = false }

    /// The recording that the playhead will be in once the locate under way has taken effect; otherwise the loaded one.
    var destination: Loaded? { bound?.target ?? loaded }

    /// Timeline frame of the destination to which the locate under way leads; nil when none is under way.
    var underWay: Int64? { bound?.position }

    /// Keeps the position of the playhead when the client goes away; all waiting callers get an error.
    func park(_ time: GraphTime) {
        parkedPosition = position(time)
        if state == .playing { state = .paused }
        rememberPosition(time)
        deferred = []
        scan = nil
        settings.scan = nil
        giveUp(.noServer)
    }

    /// Tells the reader thread to end. Returns at once.
    func quit() {
        rememberPosition(jack.time)
        reader.post(.quit)
    }

    /// Waits for the reader thread to end and handles its last events. Blocks.
    func join() {
        reader.join()
        turn(Moment.now)
    }

    /// Fails all waiting callers with `error`: no answer can come any more.
    func giveUp(_ error: EngineError) {
        let answers = waiting.values.compactMap(\.answer)
        waiting = [:]
        aheadGeneration = nil
        heading = nil
        bound = nil
        coming = []
        withdrawn = [:]
        for answer in answers { answer(.failure(error)) }
        giveUpRequests(error)
    }

    /// Fails the callers of loads, of nudges and of rolls of the transport with `error`.
    private func giveUpRequests(_ error: EngineError) {
        let answers = rollAnswers + nudges.values + (opening.map { [$0.answer] } ?? [])
        rollAnswers = []
        nudges = [:]
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
