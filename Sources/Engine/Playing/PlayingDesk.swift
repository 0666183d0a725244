// Playback: the playhead, and the commands that wait for their frame. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Playback
internal import Player
internal import Realtime
internal import Recorder
internal import Rings
internal import Storage
internal import Stretch
internal import System
internal import Threads

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
    /// True while playback waits for a lost server, to go on there.
    var awaitsServer = false
    /// Value of the setting `play-resume`: playback goes on when a lost server is back.
    private(set) var goesOn = true
    /// Timeline frame of the playhead while no server runs.
    var parkedPosition: Int64 = 0

    /// Settings of playback: rate, pitch, loop and scan.
    var settings = PlaySettings()
    /// True while playback has caught up with a take being recorded, and is limited to rate 1.
    var isHeldBack = false
    /// Engine with which the reader makes rate and pitch: not the one that was asked for where the machine is too slow for it.
    var rendering = StretchSettings.Engine.finer
    /// Time that playback steps back when it continues after a pause.
    var backstep = TimeSpan.seconds(0)
    /// Points of the A-B loop.
    var points = LoopPoints()
    /// True when each recording keeps its own loop, rate, pitch and gains: the setting `keep-per-recording`.
    private(set) var keepsPerRecording = false
    /// The recording or file that loop, rate, pitch and gains now belong to; nil when recordings keep none.
    var listener: Listener?
    /// Gives the gains in force. Set once by the engine: the mixer is made after playing.
    var gains: () -> Mixer = { Mixer() }
    /// Takes new gains. Set once by the engine.
    var setGains: (Listening) -> Void = { _ in }
    /// The place that was last remembered while the loaded recording plays; nil while nothing plays.
    var kept: KeptPlace?
    /// The held cue or review; nil otherwise.
    var scan: Scan?
    /// The rate that the shuttle has set for a while; nil at the user's own.
    var shuttle: Shuttle?
    /// Time of the last key while typing pauses playback; nil otherwise.
    var typing: Moment?
    /// Values of the settings of typing.
    var typingSettings = TypingSettings()

    let board: Switchboard
    let jack: JackDesk
    let library: LibraryDesk
    let reader: Worker<PlaybackReader>
    private let events: Mailbox<ReaderEvent>
    /// Gives the take being recorded. Set once by the engine: recording is made after playing, and itself reads the playhead.
    var take: () -> ChaseTake? = { nil }
    /// Gives the markers of the take being recorded, in timeline frames from its start. Set once by the engine.
    var takeMarkers: () -> [Marker] = { [] }
    /// Takes that were closed while a load or a command was under way, which may lead into them; by path.
    var closed: [String: ClosedTake] = [:]
    /// The recording that is being loaded; nil otherwise.
    var opening: Opening?
    /// Number of a reload that waits for the library: the timeline of the loaded recording has changed.
    var reloading: UInt64?
    /// The new timeline of the loaded recording, which waits for the reader.
    var reloaded: Loaded?
    /// The edit that made the timeline change; nil for a take.
    var reloadVerb: LibraryVerb?
    /// True when the loaded recording has a new timeline that could not be opened without a server.
    var isOutdated = false
    /// Value of the setting `load-take`: a take that has ended is loaded.
    private(set) var loadsTakes = true
    /// True when playback follows JACK's transport, which plays what is loaded.
    private(set) var isFollowing = false
    /// The take that ended last, behind which the playhead goes; nil once the playhead has left that place.
    var recorded: RecordedTake?
    /// Recordings renamed while a command was under way, which may lead into them.
    var renamed: [(name: String, newName: String, paths: [String: String])] = []
    /// Path of the latest take that was loaded while it was being recorded.
    var heardTake: String?
    /// Requests about the loaded recording that wait until the take that just ended is there.
    var delayed: [DelayedRequest] = []
    /// Number of recordings that leave the player with the next period.
    var leaving = 0
    /// Answers that wait until these recordings have left.
    var left: [() -> Void] = []
    /// Number of the next load.
    var nextLoad: UInt64 = 1
    /// Gives the item of the queue with this name; nil for none. Set once by the engine: the queue is made after playing.
    var itemOf: (String) -> Int? = { _ in nil }
    /// Gives the item of the queue that follows this one, past those of a set; nil at the end. Set once by the engine.
    var itemAfter: (Int, Set<Int>) -> PlayQueue.Item? = { _, _ in nil }
    /// True for an item that the queue still has. Set once by the engine.
    var hasItem: (Int) -> Bool = { _ in false }
    /// True while the lead of a take is heard: the frame of the punch counts every frame before it.
    private(set) var isLeading = false
    /// The silences that are skipped.
    var silences = KnownSilences()
    /// The recordings that follow the one that plays.
    var following = Following()
    /// Commands sent to the JACK thread that have neither taken effect nor been cancelled.
    var sent = SentCommands()
    /// Locates that have not taken effect.
    var locates = Locates()
    /// Generation of the locate with which the playhead came into the loaded recording.
    private(set) var firstGeneration: UInt32 = 0
    /// The latest move that the reader has prepared; nil for none.
    var jump: Jump?
    /// Callers that wait for a nudge, by its number.
    var nudges: [UInt32: Answer] = [:]
    /// True when the player leads JACK's transport; see `PlayingDesk+Transport`.
    private(set) var isLed = false
    /// Callers that wait for the transport to roll.
    var rollAnswers: [Answer] = []
    /// Number of the next nudge.
    private var nextNudge: UInt32 = 1
    /// Turns and loop last announced as events.
    private var told: (turns: Int, points: LoopPoints) = (0, LoopPoints())

    /// Starts the reader thread. Throws when the thread cannot start.
    init(
        _ board: Switchboard, _ jack: JackDesk, _ library: LibraryDesk, _ options: EngineOptions, semaphores: WakeSemaphores,
        wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.jack = jack
        self.library = library
        (reader, events) = try Worker.reporting(to: wake, name: "dicta-reader", wake: semaphores.reader) {
            PlaybackReader(outbox: $0, quality: options.resampling)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        if let time = jack.time { tick(time) }
        prepareFollowing()
        findSilences()
        if opening == nil, !isBusy {
            closed = [:]
            renamed = []
        }
        performDelayed()
        endTyping(now)
        tellTurns()
        keepListening(now)
        keepPlace(jack.time, now)
    }

    /// Milliseconds until the next look at the JACK thread's events, which cannot wake the loop; -1 for none.
    var timeout: Int32 { isBusy || isNearJoint ? 5 : intended == .playing ? 100 : typingTimeout ?? -1 }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            reader.post(.attach(time.client))
            restore(time)
        case .detaching(let time):
            park(time)
            reader.post(.detach)
        case .realtime(let event, let time): handle(event, time)
        case .stalled:
            performLeft()
            refuseDelayed(jack.standstill ?? .noServer)
        case .takeClosed(let summary): hear(closed: summary)
        case .takeDropped(let part):
            end(part.path, part.name, ClosedTake(frames: 0, summary: nil))
        case .takeEnded(let summary):
            // The take goes on behind a split.
            if summary.segment.endReason != .split { follow(summary) }
        case .timelineChanged(let name, let verb):
            if recorded?.name == name { recorded = nil }
            reload(name, by: verb)
            forgetFollowing(name)
        case .library(let event): hear(event)
        case .settings(let keys, let now): apply(keys, now)
        default: break
        }
    }

    /// Applies changed settings that hold at once.
    private func apply(_ keys: Set<ParameterKey>, _ now: Request) {
        if keys.contains(.keepPerRecording) {
            keepsPerRecording = now.text(.keepPerRecording) == "on"
            if !keepsPerRecording { listener = nil }
        }
        applySilence(keys, now)
        if keys.contains(.loadTake) { loadsTakes = now.text(.loadTake) != "off" }
        if keys.contains(.playResume) { goesOn = now.text(.playResume) != "off" }
        if keys.contains(.backstep) { backstep = now.time(.backstep) ?? .seconds(0) }
        applyTyping(keys, now)
        guard !keys.isDisjoint(with: [.dpcQuality, .dpcFormants]) else { return }
        settings.stretch.engine = now.text(.dpcQuality) == "faster" ? .faster : .finer
        settings.stretch.preservesFormants = now.text(.dpcFormants) == "keep"
        tellSettings()
    }

    /// Makes the player lead JACK's transport from now on, or not.
    func setLed(_ isLed: Bool) {
        guard self.isLed != isLed else { return }
        self.isLed = isLed
        if silences.isSkipped { tellSettings() }
    }

    /// Makes playback follow JACK's transport from now on, or not.
    func setFollowing(_ isFollowing: Bool) {
        guard self.isFollowing != isFollowing else { return }
        self.isFollowing = isFollowing
        if silences.isSkipped { tellSettings() }
    }

    /// Notes that the lead of a take begins or ends.
    func setLeading(_ isLeading: Bool) {
        guard self.isLeading != isLeading else { return }
        self.isLeading = isLeading
        if silences.isSkipped { tellSettings() }
    }

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

    /// Has the reader play with the current settings, from the frame heard now on.
    func tellSettings() {
        var now = settings
        now.gaps = gaps(in: destination)
        reader.post(.settings(now, load: destination?.id))
    }

    /// Number for a new nudge, whose caller waits.
    func newNudge(_ answer: @escaping Answer) -> UInt32 {
        defer { nextNudge &+= 1 }
        nudges[nextNudge] = answer
        return nextNudge
    }

    // MARK: News

    /// Handles an event of the JACK thread.
    func handle(_ event: RealtimeEvent, _ time: GraphTime) {
        enterFollowing(time)
        switch event.kind {
        case .done: finish(event.id, at: event.frame, time)
        case .cancelled: forget(event.id)
        case .ended:
            state = .stopped
            endShuttle()
            isAtEnd = settings.scan.map { $0.step > 0 } ?? true
            remember(0)
            playNext()
        case .rolled, .rolledInStep, .halted, .located: break  // events of the transport: see `TransportDesk`
        case .cueStarted, .cueEnded: break  // events of the cue player: see `CueDesk`
        }
    }

    /// Takes a state that the JACK thread reached without a command.
    func takeState(_ next: State) {
        state = next
        if next == .playing { recorded = nil }
    }

    /// Notes that the playhead is no longer at the end.
    func leaveEnd() { isAtEnd = false }

    /// Makes `target` the loaded recording; `generation` is that of the locate that led there.
    func enter(_ target: Loaded, _ generation: UInt32) {
        let target = renamed.reduce(target) { $0.renamed($1.name, to: $1.newName, $1.paths) }
        if loaded?.path != target.path { firstGeneration = generation }
        loaded = target
        lastError = nil
    }

    /// Keeps the position of the playhead when the client goes away; all waiting callers get an error.
    func park(_ time: GraphTime) {
        parkedPosition = position(time)
        jump = nil
        awaitsServer = goesOn && loaded != nil && !isFollowing && state == .playing && intended == .playing
        if state == .playing { state = .paused }
        typing = nil
        endShuttle()
        rememberPosition(time)
        saveListening()
        scan = nil
        settings.scan = nil
        following = Following()
        giveUp(.noServer)
    }

    /// Tells the reader thread to end. Returns at once.
    func quit() {
        rememberPosition(jack.time)
        saveListening()
        reader.post(.quit)
    }

    /// Waits for the reader thread to end and handles its last events. Blocks.
    func join() {
        reader.join()
        turn(Moment.now)
    }

    /// Timeline frame that goes to the outputs next, as it is told: the place to which a locate or a nudge leads counts from
    /// the command's answer on, a period or two before the callback is there.
    func position(_ time: GraphTime?) -> Int64 {
        guard let time, let loaded else { return parkedPosition }
        let bound = locates.bound.flatMap { $0.target.id == loaded.id ? $0.position : nil }
        let (base, shift) = (bound ?? time.telemetry.position, pendingShift(time))
        return shift == 0 ? base : min(max(0, base.boundedSum(shift)), loaded.frames)
    }

    /// Timeline frames that the callback has still to move by a nudge that was answered.
    func pendingShift(_ time: GraphTime) -> Int64 {
        jump?.pending(time.telemetry, latest: locates.bound?.generation ?? time.telemetry.generation) ?? 0
    }
}
