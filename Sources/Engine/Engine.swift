// Room: Engine. The control loop: one thread owns all state; the others are told and tell.
internal import CLinux
internal import Control
internal import Desktop
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Session
internal import Storage

/// The composition root: makes the threads, ties them to the graph, and runs the one loop that everything else answers to.
public final class Engine {
    let options: EngineOptions
    var settings: SettingsStore
    let library: Library
    var server: ControlServer
    let recorder: Recorder
    let player: Player

    let monitor: Monitor
    var mixer = Mixer()
    /// What the outputs' clip counters stood at when they were last reset.
    /// Bad samples that the log has been told of, and when.
    var badSamples = BadSamples()
    var badSamplesSaid: Moment?
    var clipsBefore = (left: Int64(0), right: Int64(0))

    let writer: WriterThread
    let reader: ReaderThread
    let monitorThread: MonitorThread
    let hooks = HookThread()
    let librarian: LibraryWorker
    let settingsThread: SettingsThread
    let jack: JackWorker
    let wake: WakeDescriptor
    private let signals: SignalDescriptor
    let writerEvents: Mailbox<WriterEvent>
    let readerEvents: Mailbox<ReaderEvent>
    let jackEvents: Mailbox<JackWorker.Event>
    let monitorEvents: Mailbox<MonitorThread.Event>
    let libraryEvents: Mailbox<LibraryEvent>
    private let settingsEvents: Mailbox<SettingsThread.Event>
    /// Who waits for a change to be kept.
    var settingsAnswers: [UInt64: (Result<Void, EngineError>) -> Void] = [:]
    /// Who is sent what is new.
    var subscriptions = Subscriptions()
    /// What bundles want done at a time to come.
    var schedule = Schedule()
    var libraryNews = LibraryNews()
    /// What the disk said when it was last asked for a subscriber.
    var diskSeen: (moment: Moment, fields: Fields)?
    var markers = MarkerDesk()
    /// What hooks were told of last.
    var seen = HookWatch()
    var xrunTold = Moment.now
    var isDiskLow = false
    /// What the JACK thread knows of following the transport.
    var transportTold: TransportTold?
    var midi = MidiDesk()
    /// Media keys; nil where there is no session bus.
    var media: MediaBus?
    /// Where there is a session manager; set before `run`.
    var session: SessionDesk?
    /// What a session had saved, and whether that is still to come back.
    let restoredState: SessionState?
    var wantsRestore: Bool
    /// Troubles found while it was made: told to log, session and `status`.
    let troubles: [String]
    /// Who waits for all to be on the disk, in the order in which they asked.
    var syncAnswers: [(Result<Void, EngineError>) -> Void] = []
    /// Frame of a roll that waits for the take before it to be closed.
    var rollWaiting: Roll?
    /// The library's operation at work, as it was told last.
    var working: Working?
    /// Who waits for the librarian.
    var libraryAnswers: [UInt64: (Result<Reply, EngineError>) -> Void] = [:]
    /// Takes to come whose recording the librarian looks up.
    var recalls: [UInt64: (verb: String, answer: (Result<Recording, EngineError>) -> Void)] = [:]
    var nextLibraryAnswer: UInt64 = 1 << 32
    private var threads: (writer: WorkerThread, reader: WorkerThread, monitor: WorkerThread, librarian: WorkerThread)
    private var jackThread: WorkerThread
    private let hookThread: WorkerThread
    private let settingsWorker: WorkerThread
    private let controlWake: ControlWake
    private let wakeThread: WorkerThread

    /// No period has come for longer than there is patience for.
    var isStalled = false
    /// Of a server that stood still.
    var catchUp = CatchUp()
    /// What was said of it.
    var isFrozenTold = false
    /// Connections that were let go.
    var held = HeldPorts()
    /// Why there is no graph, in words.
    var jackTrouble: String?
    /// Last refusal of a running server, or ours of it; nil once there is a client, or no server.
    var jackRefusal: JackError?
    /// When the client came, on the clock of `Telemetry.wallTime`.
    var attached: UInt64 = 0
    /// The running client; nil while no server runs.
    var client: JackClient?
    /// A client that goes away: closed once writer and reader have let go of it.
    var leaving: (client: JackClient, holders: Int)?
    var isClosing = false
    var lockRefused: String?
    var isWaitingSaid = false
    /// The first try to reach a JACK server has come to an end, whichever.
    var hasTried = false
    var portChangesSeen = 0
    /// Since when ports have come that no pattern has looked at.
    var portsDue: Moment?
    /// What our ports are to be connected to.
    var patches: PatchMemory
    /// Ports that came a moment ago.
    var recentPorts: [(name: String, since: Moment)] = []
    var patchChangesSeen = 0
    /// Since when the look at them is to be taken once more.
    var patchAgain: Moment?
    /// Set while connections are missing and it is not known yet whether somebody removed them.
    var patchDoubt: PatchDoubt?
    /// Since when it is different from what is kept.
    var patchesDue: Moment?
    /// A second rec --wait or stop may still wait when the engine quits.
    var quitAnswers: [Answer] = []
    var isQuitting = false

    /// Makes everything but the JACK client, for which the loop waits patiently.
    public init(_ options: EngineOptions) throws(EngineError) {
        guard options.preRollSeconds <= 600 else { throw .usage("a pre-roll of more than 10 minutes is not kept: ask for less") }
        self.options = options
        settings = options.settings
        restoredState = options.state
        wantsRestore = options.state != nil
        signals = try SignalDescriptor()
        do throws(StorageError) { library = try Library(folder: options.library) } catch { throw .storage(error) }
        let kept = Engine.keptPatches(options, library)
        patches = kept.memory
        troubles = options.troubles + [kept.trouble].compactMap(\.self)
        do throws(ControlError) {
            let standard = try ControlPath.standard(engine: options.name, runtimeFolder: Engine.runtimeFolder)
            let network = try NetworkOptions(udp: options.oscUDP, tcp: options.oscTCP, allow: options.oscAllowed)
            server = try ControlServer(engine: options.name, path: options.socket ?? standard)
            try server.open(network)
        } catch {
            if case .alreadyRuns = error { throw .taken(error.description) }
            throw .usage(error.description)
        }
        let wake = try WakeDescriptor()
        self.wake = wake
        writerEvents = Mailbox { wake.wake() }
        readerEvents = Mailbox { wake.wake() }
        jackEvents = Mailbox { wake.wake() }
        monitorEvents = Mailbox { wake.wake() }
        libraryEvents = Mailbox { wake.wake() }
        settingsEvents = Mailbox { wake.wake() }
        let settingsThread = SettingsThread(outbox: settingsEvents)
        self.settingsThread = settingsThread
        let semaphores = WakeSemaphores()
        let writer = WriterThread(
            library: library, reserve: options.reserve, preRollSeconds: options.preRollSeconds, wake: semaphores.writer,
            progressWake: semaphores.progress, outbox: writerEvents)
        let reader = ReaderThread(
            wake: semaphores.reader, progressWake: semaphores.progress, outbox: readerEvents, quality: options.resampling)
        let monitorThread = MonitorThread(
            wake: semaphores.monitor, progressWake: semaphores.progress, outbox: monitorEvents)
        let librarian = try LibraryWorker(
            library: library, cache: DecodeCache(reserve: options.reserve), reserve: options.reserve, outbox: libraryEvents)
        let jack = JackWorker(
            name: options.clientName, sessionID: options.sessionID, preRollSeconds: options.preRollSeconds,
            semaphores: semaphores, wakeDescriptor: wake, outbox: jackEvents)
        self.writer = writer
        self.reader = reader
        self.jack = jack
        self.monitorThread = monitorThread
        self.librarian = librarian
        recorder = Recorder(
            writer: writer, library: library, reserve: options.reserve, preRollSeconds: options.preRollSeconds)
        player = Player(reader: reader, library: librarian)
        monitor = Monitor(thread: monitorThread, jack: jack)
        threads = (
            try WorkerThread(name: "dicta-writer") { writer.run() }, try WorkerThread(name: "dicta-reader") { reader.run() },
            try WorkerThread(name: "dicta-monitor") { monitorThread.run() },
            try WorkerThread(name: "dicta-library") { librarian.run() }
        )
        jackThread = try WorkerThread(name: "dicta-jack") { jack.run() }
        let hooks = hooks
        hookThread = try WorkerThread(name: "dicta-hooks") { hooks.run() }
        settingsWorker = try WorkerThread(name: "dicta-settings") { settingsThread.run() }
        let controlWake = ControlWake(semaphores.control, wake)
        self.controlWake = controlWake
        wakeThread = try WorkerThread(name: "dicta-wake") { controlWake.run() }
        player.lead = { [unowned self] (order) throws(EngineError) in try self.lead(order) }
        player.take = { [unowned recorder] in recorder.chase }
        player.takeMarkers = { [unowned self] in markers.take }
    }

    private static var runtimeFolder: String? {
        unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) }
    }

    /// Runs until told to quit. True when every take was closed without trouble.
    public func run() -> Bool {
        EngineLog.say("engine '\(options.name)' listens at \(server.urls.joined(separator: ", ")), records to \(library.folder)")
        for problem in settings.told { EngineLog.say(problem) }
        for trouble in troubles { EngineLog.say(trouble) }
        apply(Set(SettingsTable.all.map(\.key)))
        openMedia()
        jack.post(.open)
        awaitFirstAnswer()
        while !isQuitting {
            waitForNews()
            if let signal = signals.take() {
                EngineLog.say("signal \(signal): closing")
                isQuitting = true
            }
            handleNews()
            receive()
            keepTime()
            serveMedia()
            serveSession()
            serveJackSession()
            watchTransport()
            watchForHooks()
            keepPatches()
            publish()
        }
        return close()
    }

    /// Who starts an engine and records at once must not be told that it still looks for its server: nobody is answered
    /// before the first try has come to an end, for two seconds at most.
    private func awaitFirstAnswer() {
        let start = Moment.now
        while !hasTried, Moment.now.seconds(since: start) < 2 {
            wake.clear()
            _ = usleep(5000)
            handleNews()
        }
    }

    private func waitForNews() {
        var descriptors = server.descriptors
        for own in [wake.descriptor, signals.descriptor] {
            descriptors.append(pollfd(fd: own, events: Int16(POLLIN), revents: 0))
        }
        if let media { descriptors.append(pollfd(fd: media.descriptor, events: media.events, revents: 0)) }
        if let session { descriptors.append(pollfd(fd: session.connection.descriptor, events: Int16(POLLIN), revents: 0)) }
        let pauses = [
            pause, server.retryTimeout, schedulePause, feedbackPause, pulsePause, patchPause, held.timeout,
            recorder.pauseToEdge(time),
            session?.timeout ?? -1,
        ]
        // An interrupted wait is only an early look.
        let count = unsafe poll(&descriptors, nfds_t(descriptors.count), pauses.filter { $0 >= 0 }.min() ?? pause)
        if count > 0 { subscriptions.noteNews() }
        wake.clear()
    }

    /// Milliseconds to the next look at what the JACK thread has to say, which cannot wake us.
    private var pause: Int32 {
        if player.isBusy || !markers.due.isEmpty { return 5 }
        guard player.intended == .playing else { return 1000 }
        return subscriptions.wants(.transport) ? 20 : 100
    }

    func handleNews() {
        for event in writerEvents.take() { handle(event) }
        for event in readerEvents.take() { handle(event) }
        for event in jackEvents.take() { handle(event) }
        for event in monitorEvents.take() { handle(event) }
        for event in libraryEvents.take() { handle(event) }
        for event in settingsEvents.take() { handle(event) }
        watchClient()
    }

    /// Closes all in order: the take first.
    private func close() -> Bool {
        let wasOpen = recorder.state != .idle
        player.rememberPosition(time)
        writer.post(.quit)
        reader.post(.quit)
        monitorThread.post(.quit)
        threads.writer.join()
        threads.reader.join()
        threads.monitor.join()
        handleNews()
        keepPatches(isLast: true)
        librarian.post(.quit)
        threads.librarian.join()
        settingsThread.post(.quit)
        settingsWorker.join()
        for event in settingsEvents.take() { handle(event) }
        endLesson(.failure(.forbidden(verb: "learn", state: "quitting", hint: "the engine was told to quit")))
        monitor.giveUp(.forbidden(verb: "monitor", state: "quitting", hint: "the engine was told to quit"))
        recorder.stopForGood()
        recorder.giveUp(.forbidden(verb: "wait", state: "quitting", hint: "the engine was told to quit"))
        giveUpMarks(.forbidden(verb: "mark", state: "quitting", hint: "the engine was told to quit"))
        player.giveUp(.forbidden(verb: "play", state: "quitting", hint: "the engine was told to quit"))
        // Whoever hears that we ended may end the server: then we have to be out of it.
        closeClient()
        let result = wasOpen ? recorder.last.map(TakeReport.result) ?? .success([:]) : .success([:])
        giveUpSchedule()
        for answer in quitAnswers { answer(result.map { _ in [:] }) }
        // What came meanwhile: at the same place another engine may listen soon, and whoever asked this one would wait in vain.
        let words = session?.next == nil ? "the engine was told to quit" : "the engine opens another project: ask again"
        attempt { (server) throws(ControlError) in
            try server.serve { _, _ in .failure(Failure(.wrongState, words)) }
            try server.flush()
        }
        attempt { (server) throws(ControlError) in try server.close() }
        // Whoever was told of the end of a take has a little time yet.
        hooks.post(.quit)
        if session == nil { hookThread.join() } else { leaveHooks() }
        controlWake.end()
        wakeThread.join()
        return recorder.last?.troubles.isEmpty ?? true
    }

    /// A session manager wants us gone, or at the next project, at once: hooks have a second, and then go on by themselves.
    private func leaveHooks() {
        for _ in 0..<50 where !hooks.hasEnded { _ = usleep(20_000) }
        if hooks.hasEnded { hookThread.join() }
    }

    /// A frozen server must not keep us: after three seconds (one in a session) the process goes without its leave.
    private func closeClient() {
        if let client { jack.post(.close(client)) }
        jack.post(.quit)
        let start = Moment.now
        var hasEnded = false
        while !hasEnded, Moment.now.seconds(since: start) < (session == nil ? 3 : 1) {
            var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            // An interrupted wait is only an early look.
            _ = unsafe poll(&descriptor, 1, 100)
            wake.clear()
            for event in jackEvents.take() { if case .ended = event { hasEnded = true } }
        }
        if hasEnded { jackThread.join() }
    }
}
