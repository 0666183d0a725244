// Media keys and applets of the desktop (C9). Control loop only.
internal import Control
internal import Desktop
internal import Dictation
internal import Player
internal import Stretch
internal import System

/// Answers media keys over the session's D-Bus and carries out their commands.
final class MediaDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let queue: QueueDesk
    private let mixer: MixerDesk
    private let settings: SettingsDesk
    /// Name of the engine.
    private let engine: String
    /// The bus; nil if there is none, which is not an error.
    private var bus: MediaBus?

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ queue: QueueDesk,
        _ mixer: MixerDesk,
        _ settings: SettingsDesk, engine: String
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.queue = queue
        self.mixer = mixer
        self.settings = settings
        self.engine = engine
    }

    /// Connects to the session bus, if the settings allow it.
    func start() {
        if settings.current.text(.mpris) == "on" { bus = MediaBus(engine: engine) }
    }

    /// Leaves the bus, so that another engine can have the name there.
    func quit() { bus = nil }

    var descriptors: [PollEntry] { bus.map { [PollEntry($0.descriptor, events: $0.events)] } ?? [] }

    var timeout: Int32 { bus?.hasMore == true ? 0 : -1 }

    func turn(_ now: Moment) {
        guard let bus else { return }
        guard let calls = bus.process(state, at: Double(now.nanoseconds) / 1_000_000_000) else {
            EngineLog.say(.warning, .keys, "the session's D-Bus is gone: no media keys until the next start")
            self.bus = nil
            return
        }
        for call in calls { obey(call) }
    }

    /// State shown to applets.
    private var state: MediaState {
        var media = MediaState()
        media.canQuit = settings.permissions.allows(.quit, to: .surface)
        let isQueued = !queue.queue.items.isEmpty
        (media.hasNext, media.hasPrevious) = (!isQueued || queue.hasNext, !isQueued || queue.hasPrevious)
        (media.repeats, media.isShuffled) = (queue.queue.repeats, queue.queue.isShuffled)
        guard let loaded = playing.loaded else { return media }
        let second = 1_000_000 / Double(loaded.rate)
        media.status =
            switch playing.state {
            case .playing: "Playing"
            case .paused: "Paused"
            case .stopped: "Stopped"
            }
        media.track = loaded.path
        media.file = loaded.whole ?? ""
        media.title = loaded.title.isEmpty ? loaded.name : loaded.title
        media.artist = loaded.artist
        media.length = Int64(nearest: Double(loaded.frames) * second)
        media.position = Int64(nearest: Double(jack.time.map(playing.here) ?? playing.position(nil)) * second)
        media.rate = playing.settings.stretch.rate
        media.volume = mixer.mixer.master
        media.hasLoop = playing.settings.loop != nil
        return media
    }

    /// Carries out a call.
    private func obey(_ call: MediaCall) {
        switch call {
        case .play, .pause, .playPause, .stop: if recording.state == .idle { obeyForPlayback(call) } else { obeyUnderTake(call) }
        case .next: step(isForward: true)
        case .previous: step(isForward: false)
        case .quit: run(.engine(.quit))
        case .seek(let offset): run(.playing(.nudge), .by, .double(Double(offset) / 1_000_000))
        case .setPosition(let place): run(.playing(.locate), .at, .double(Double(place) / 1_000_000))
        case .open(let path): run(.playing(.play), .name, .text(path))
        case .setRate(let rate): run(.playing(.rate), .factor, .double(min(2, max(0.5, rate))))
        case .setVolume(let volume): run(.monitoring(.gain), .master, .double(min(2, max(0, volume))))
        }
    }

    /// Goes to the next or previous recording of the queue; to the next or previous marker without a queue.
    private func step(isForward: Bool) {
        guard !queue.queue.items.isEmpty else { return run(.playing(isForward ? .next : .previous)) }
        run(.queue(.queue), .do, .text(isForward ? "next" : "previous"))
    }

    /// Carries out play, pause and stop on the playback.
    private func obeyForPlayback(_ call: MediaCall) {
        let isPlaying = playing.isUnderWay
        switch call {
        case .pause: if isPlaying { run(.recording(.pause), .what, .text("play")) }
        case .playPause where isPlaying: run(.recording(.pause), .what, .text("play"))
        case .stop: run(.recording(.stop), .what, .text("play"))
        default: run(.playing(.play))
        }
    }

    /// Carries out play, pause and stop while a take runs. A browser or headset may send these keys, and they must not end a
    /// take: they act on it only if the setting `mpris-takes` says so.
    private func obeyUnderTake(_ call: MediaCall) {
        guard settings.current.text(.mprisTakes) == "on" else {
            // Media keys always control a playback beside the take, and resume it after a pause.
            if playing.intended == .playing || playing.state == .paused { return obeyForPlayback(call) }
            EngineLog.say(
                .info, .keys,
                "media key: a take runs and is left alone; 'dicta set mpris-takes on' lets media keys pause and stop it")
            return
        }
        let isRecording = recording.state == .recording || recording.state == .armed
        switch call {
        case .pause: if isRecording { run(.recording(.pause)) }
        case .playPause where isRecording: run(.recording(.pause))
        case .stop: run(.recording(.stop))
        default: run(recording.state == .paused ? .recording(.resume) : .playing(.play))
        }
    }

    /// Sends a request with a surface's authority, and logs its failure.
    private func run(_ verb: Verb, _ key: ParameterKey? = nil, _ value: Value = .flag(true)) {
        do throws(CommandError) {
            let request = try CommandTable.request(verb, key.map { [$0: value] } ?? [:])
            // The call on the bus is answered already, so a failure goes to the log.
            board.perform(request, by: .surface) {
                if case .failure(let error) = $0 { EngineLog.say(.warning, .keys, "media key: \(error)") }
            }
        } catch {
            EngineLog.say(.warning, .keys, "media key: \(error)")
        }
    }
}
