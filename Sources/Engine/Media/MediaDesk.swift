// Media keys and applets of the desktop (C9). Control loop only.
internal import Control
internal import Desktop
internal import Dictation
internal import Glibc
internal import Stretch

/// Answers media keys over the session's D-Bus, and does what they ask for.
final class MediaDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let mixer: MixerDesk
    private let settings: SettingsDesk
    private let engine: String
    /// Nil where there is no session bus, which is nothing to complain of.
    private var bus: MediaBus?

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ mixer: MixerDesk,
        _ settings: SettingsDesk, engine: String
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.mixer = mixer
        self.settings = settings
        self.engine = engine
    }

    /// Looks for the session bus.
    func start() {
        if settings.current.text(.mpris) == "on" { bus = MediaBus(engine: engine) }
    }

    var descriptors: [pollfd] { bus.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? [] }

    func turn(_ now: Moment) {
        guard let bus else { return }
        guard let calls = bus.process(state) else {
            EngineLog.say("the session's D-Bus is gone: no media keys until the next start")
            self.bus = nil
            return
        }
        for call in calls { obey(call) }
    }

    private var state: MediaState {
        var media = MediaState()
        media.canQuit = settings.permissions.allows(.quit, to: .surface)
        guard let loaded = playing.loaded else { return media }
        let second = 1_000_000 / Double(loaded.rate)
        media.status =
            switch playing.state {
            case .playing: "Playing"
            case .paused: "Paused"
            case .stopped: "Stopped"
            }
        media.track = loaded.path
        media.title = loaded.title.isEmpty ? loaded.name : loaded.title
        media.artist = loaded.artist
        media.length = Int64(nearest: Double(loaded.frames) * second)
        media.position = Int64(nearest: Double(jack.time.map(playing.heardPosition) ?? playing.position(nil)) * second)
        media.rate = playing.settings.stretch.rate
        media.volume = mixer.mixer.master
        media.hasLoop = playing.settings.loop != nil
        return media
    }

    private func obey(_ call: MediaCall) {
        switch call {
        case .play, .pause, .playPause, .stop: if recording.state == .idle { obeyForPlayback(call) } else { obeyUnderTake(call) }
        case .next: run(.playing(.next))
        case .previous: run(.playing(.previous))
        case .quit: run(.engine(.quit))
        case .seek(let offset): run(.playing(.nudge), .by, .double(Double(offset) / 1_000_000))
        case .setPosition(let place): run(.playing(.locate), .to, .double(Double(place) / 1_000_000))
        case .open(let path): run(.playing(.play), .name, .text(path))
        case .setRate(let rate): run(.playing(.rate), .factor, .double(min(2, max(0.5, rate))))
        case .setVolume(let volume): run(.monitoring(.gain), .master, .double(min(2, max(0, volume))))
        }
    }

    private func obeyForPlayback(_ call: MediaCall) {
        let isPlaying = playing.intended == .playing
        switch call {
        case .pause: if isPlaying { run(.recording(.pause), .what, .text("play")) }
        case .playPause where isPlaying: run(.recording(.pause), .what, .text("play"))
        case .stop: run(.recording(.stop), .what, .text("play"))
        default: run(.playing(.play))
        }
    }

    /// A key that a browser or a headset sends must not cost a take: it is for that only where it was asked to be.
    private func obeyUnderTake(_ call: MediaCall) {
        guard settings.current.text(.mprisTakes) == "on" else {
            // A playback beside the take is theirs, and goes on after a pause.
            if playing.intended == .playing || playing.state == .paused { return obeyForPlayback(call) }
            EngineLog.say(
                "media key: a take runs and is left alone; 'dicta set mpris-takes on' lets media keys pause and stop it")
            return
        }
        let isRecording = recording.state == .recording
        switch call {
        case .pause: if isRecording { run(.recording(.pause)) }
        case .playPause where isRecording: run(.recording(.pause))
        case .stop: run(.recording(.stop))
        default: run(recording.state == .paused ? .recording(.resume) : .playing(.play))
        }
    }

    private func run(_ verb: Verb, _ key: ParameterKey? = nil, _ value: Value = .flag(true)) {
        do throws(CommandError) {
            let request = try CommandTable.request(verb, key.map { [$0: value] } ?? [:])
            // The bus has been answered already: a failure goes to the log.
            board.perform(request, by: .surface) { if case .failure(let error) = $0 { EngineLog.say("media key: \(error)") } }
        } catch {
            EngineLog.say("media key: \(error)")
        }
    }
}
