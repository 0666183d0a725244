// All desks of an engine, made and connected. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

/// The desks, in an order in which each depends on earlier ones only. A new capability is one more desk here, and a line in
/// `all`.
final class Desks {
    /// Name of the engine.
    let name: String
    /// Settings, read, changed and stored.
    let settings: SettingsDesk
    /// The JACK client.
    let jack: JackDesk
    /// Questions to the library and operations on it.
    let library: LibraryDesk
    /// Connections of the engine's ports.
    let connections: ConnectionDesk
    /// Sources of the inputs.
    let sources: SourceDesk
    /// Playback.
    let playing: PlayingDesk
    /// Recordings that play one after another.
    let queue: QueueDesk
    /// Recording.
    let recording: RecordingDesk
    /// Scheduled takes.
    let schedule: ScheduleDesk
    /// Free space on the disk.
    let disk: DiskDesk
    /// Monitoring of the inputs.
    let monitor: MonitorDesk
    /// Level meters.
    let meters: MeterDesk
    /// The moving waveform.
    let wave: WaveDesk
    /// Loudness while recording.
    let loudness: LoudnessDesk
    /// Gains of the outputs.
    let mixer: MixerDesk
    /// Sounds beside the playback.
    let cues: CueDesk
    /// The timer.
    let timer: TimerDesk
    /// Prompts.
    let prompts: PromptDesk
    /// Question sheets.
    let questions: AskDesk
    /// The gongs before and after a guided recording.
    let gongs: GongDesk
    /// Markers.
    let markers: MarkerDesk
    /// Words at the playhead.
    let transcripts: TranscriptDesk
    /// The lock of the transport.
    let lock: LockDesk
    /// One key with several meanings.
    let toggles: ToggleDesk
    /// Commands from the MIDI port.
    let midi: MidiDesk
    /// Commands from USB pedals.
    let pedals: PedalDesk
    /// JACK transport.
    let transport: TransportDesk
    /// Media keys of the desktop.
    let media: MediaDesk
    /// The notification of the desktop while a take runs.
    let notifications: NotificationDesk
    /// Programs of the user that run at events.
    let hooks: HookDesk
    /// Hooks that must not be lost.
    let hookQueue: HookQueueDesk
    /// Session managers and JACK sessions.
    let sessions: SessionDesk
    /// Signs of life for the service manager and for people.
    let life: LifeDesk
    /// State sent to subscribers.
    let subscriptions: SubscriptionDesk
    /// Requests from the control socket and the network.
    let requests: RequestDesk

    /// The desks in the order of their turns: news of the graph and of threads first, then requests, then everything that
    /// follows from these.
    let all: [any Desk]

    /// Opens the library and the control socket, and starts all threads. Blocks on the disk. Throws `EngineError`, as `.taken`
    /// if another engine has the socket.
    init(
        _ board: Switchboard, _ options: EngineOptions, seat: SessionSeat?, semaphores: WakeSemaphores, wake: WakeDescriptor,
        before: () -> Message?
    ) throws(EngineError) {
        name = options.name
        LibraryAccess.current = options.libraryAccess
        let folder: Library
        do throws(StorageError) {
            try LibraryDisk.check(options.library, mayWrite: true)
            folder = try Library(folder: options.library)
            try LibraryDisk.check(options.library, mayWrite: true)
        } catch {
            throw .storage(error)
        }
        let server = try Desks.listen(options)
        let socket = server.path
        settings = try SettingsDesk(board, options.settings, wake: wake)
        jack = try JackDesk(board, settings, options, semaphores: semaphores, wake: wake)
        library = try LibraryDesk(board, folder, options, wake: wake)
        connections = ConnectionDesk(board, jack, library, settings, options, isInSession: seat != nil)
        sources = SourceDesk(board, jack, connections, settings)
        playing = try PlayingDesk(board, jack, library, options, semaphores: semaphores, wake: wake)
        cues = try CueDesk(board, jack, settings, semaphores: semaphores, wake: wake)
        queue = QueueDesk(board, jack, playing)
        recording = try RecordingDesk(
            board, jack, playing, settings, cues, library, options, semaphores: semaphores, wake: wake)
        schedule = try ScheduleDesk(board, jack, recording, settings, engine: options.name, wake: wake)
        disk = try DiskDesk(board, jack, recording, settings, options, isInSession: seat != nil, wake: wake)
        monitor = try MonitorDesk(jack, semaphores: semaphores, wake: wake)
        meters = MeterDesk(board, jack, recording)
        wave = WaveDesk(jack, recording, playing, library)
        loudness = LoudnessDesk(jack, recording)
        mixer = MixerDesk(jack, meters)
        timer = try TimerDesk(board, jack, cues, playing, settings, wake: wake)
        prompts = try PromptDesk(board, jack, cues, recording, settings, wake: wake)
        questions = AskDesk(board, jack, cues, playing, recording, library, settings, prompts)
        gongs = GongDesk(jack, playing, cues, timer, settings)
        markers = MarkerDesk(board, jack, recording, playing, library)
        transcripts = TranscriptDesk(board, jack, recording, playing, library, settings)
        lock = LockDesk(board)
        toggles = ToggleDesk(board, recording, playing, lock)
        midi = MidiDesk(board, jack, recording, playing, settings, toggles)
        pedals = try PedalDesk(board, settings, wake: wake)
        transport = TransportDesk(board, jack, recording, playing, settings)
        media = MediaDesk(board, jack, recording, playing, queue, mixer, settings, engine: options.name)
        notifications = NotificationDesk(board, recording, note: NotificationNote(socket: socket))
        hooks = try HookDesk(board, settings, library, recording, options, socket: socket, wake: wake)
        hookQueue = try HookQueueDesk(board, settings, library, hooks, engine: options.name, wake: wake)
        sessions = SessionDesk(
            board, jack, connections, recording, playing, mixer, monitor, library, settings, options, seat: seat, socket: socket)
        // The control socket is this engine's now, and so is the file that tells how the last engine of this name ended.
        life = LifeDesk(board, jack, recording, playing, options, before: before())
        subscriptions = SubscriptionDesk(board, jack, recording, playing, hooks, lock, settings)
        requests = RequestDesk(board, jack, subscriptions, settings, server)
        all = [
            settings, jack, recording, schedule, playing, queue, monitor, library, disk, lock, toggles, midi, pedals, meters,
            wave, loudness, mixer,
            cues, timer, gongs, prompts, questions, markers, transcripts,
            connections, sources, requests, media, notifications, sessions, transport, hooks, hookQueue, life,
            subscriptions,
        ]
        // Links from a desk to one that is made after it.
        subscriptions.requests = requests
        requests.isOfTake = { [unowned markers] in markers.isOfTake($0) }
        recording.hasRoom = { [unowned disk] in disk.hasRoom(since: $0) }
        recording.isDiskThere = { [unowned disk] in disk.isThere(since: $0) }
        recording.isBack = { [unowned disk] in disk.isBack($0) }
        hooks.queue = hookQueue
        transcripts.keep = { [unowned hookQueue] (request, recording) throws(EngineError) in
            try hookQueue.add(request, of: recording)
        }
        loudness.isWanted = { [unowned subscriptions] in subscriptions.wants(.loudness) }
        wave.isWanted = { [unowned subscriptions] in subscriptions.wants(.wave) }
        prompts.isWanted = { [unowned subscriptions] in subscriptions.wants(.prompts) }
        recording.questionText = { [unowned questions] in questions.text(of: $0) }
        transcripts.isWanted = { [unowned subscriptions] in subscriptions.wants(.words) }
        recording.scheduledNumber = { [unowned schedule] in schedule.running?.number }
        playing.take = { [unowned recording] in recording.chase }
        playing.gains = { [unowned mixer] in mixer.mixer }
        playing.setGains = { [unowned mixer] in mixer.set($0) }
        playing.takeMarkers = { [unowned recording, unowned markers] in recording.chased(markers.takeMarkers) }
        subscriptions.isTicking = { [unowned cues, unowned timer] in $0 == .timer ? timer.run?.origin != nil : cues.isTicking }
        timer.isGuided = { [unowned gongs] in gongs.isSounding }
        cues.outputSource = { [unowned timer] in timer.outputSource }
        playing.itemOf = { [unowned queue] in queue.queue.item(named: $0)?.id }
        playing.itemAfter = { [unowned queue] in queue.item(after: $0, passing: $1) }
        playing.hasItem = { [unowned queue] in queue.queue.item($0) != nil }
        sessions.queue = queue
        library.loaded = { [unowned playing] in playing.ownLoaded.map { ($0.name, $0.recordingID, playing.points) } }
        library.whenLeft = { [unowned playing] in playing.whenLeft($0) }
        library.awaited = { [unowned recording] in recording.awaited }
        library.heard = { [unowned playing, unowned library] in
            playing.loaded.map { library.library.owns($0.path) ? $0.name : $0.path }
        }
    }

    /// Opens the control socket and the network ports. Throws `EngineError.taken` if another engine has the socket, `.usage`
    /// for bad options.
    private static func listen(_ options: EngineOptions) throws(EngineError) -> ControlServer {
        do throws(ControlError) {
            let runtime = ThisProcess.variable("XDG_RUNTIME_DIR")
            let standard = try ControlPath.standard(engine: options.name, runtimeFolder: runtime)
            let network = try NetworkOptions(udp: options.oscUDP, tcp: options.oscTCP, allow: options.oscAllowed)
            var server = try ControlServer(engine: options.name, path: options.socket ?? standard)
            try server.open(network)
            return server
        } catch {
            switch error {
            case .alreadyRuns, .ending: throw .taken(error.description)
            default: throw .usage(error.description)
            }
        }
    }

    /// The reply of the verb `status`, as far as this authority may see it.
    func status(for authority: Authority) -> Fields {
        let own: Fields = ["engine": .text(name), "version": .text(Version.text), "jack": .text(jack.state)]
        let order: [any Desk] = [
            requests, subscriptions, settings, sessions, jack, connections, sources, recording, schedule, playing, queue, mixer,
            monitor, transport, lock, pedals, cues, timer, prompts, questions, hookQueue,
            disk, meters, life,
        ]
        return order.reduce(own) { $0 + $1.status(for: authority) }
    }

    /// All fields of a topic, in the topic's order, in any state of the engine.
    func fields(of topic: Topic) -> Fields {
        let known = all.reduce([:]) { $0 + $1.fields(of: topic) }
        return Fields(topic.fields.map { Field($0, known[$0] ?? Desks.unknown($0)) })
    }

    /// The value of a field that no desk knows at the moment.
    private static func unknown(_ field: String) -> Value {
        switch field {
        case "name", "kind", "recording": .text("")
        case "source_ports", "pedals", "pedals_held", "pedal_trouble", "queue_next", "schedule_next", "schedule_name": .text("")
        case "loop_a_frames", "loop_b_frames", "disk_free_bytes", "silences": .int(-1)
        case "loop_a_seconds", "loop_b_seconds", "silence_seconds", "disk_seconds_left": .double(-1)
        case "prompt_id", "prompt_text", "prompt_category", "prompt_depth", "prompt_source", "question_state",
            "question_sheet", "question_id", "question_text", "question_hint", "question_recording":
            .text("")
        case "bed", "timer_preset", "timer_state", "output_source": .text("")
        case "remaining_seconds": .double(-1)
        case _ where field.hasSuffix("_db") || field.hasSuffix("_lufs"): .double(Decibel.floor)
        case _ where field.hasSuffix("seconds") || field == "percent": .double(0)
        default: .int(0)
        }
    }
}
