// Room: Engine. Control loop only: media keys and applets (C9).
internal import Control
internal import Desktop
internal import Dictation
internal import Glibc
internal import Stretch

extension Engine {
    /// Where there is no session bus there are no media keys; that is nothing to complain of.
    func openMedia() {
        if settings.current.text("mpris") == "on" { media = MediaBus(engine: options.name) }
    }

    /// Answers what has come over the bus, and does what it asks for.
    func serveMedia() {
        guard let media else { return }
        guard let calls = media.process(mediaState) else {
            EngineLog.say("the session's D-Bus is gone: no media keys until the next start")
            self.media = nil
            return
        }
        for call in calls { obey(call) }
    }

    private var mediaState: MediaState {
        var state = MediaState()
        state.canQuit = permissions.allows(.quit, to: .surface)
        guard let loaded = player.loaded else { return state }
        let second = 1_000_000 / Double(loaded.rate)
        state.status =
            switch player.state {
            case .playing: "Playing"
            case .paused: "Paused"
            case .stopped: "Stopped"
            }
        state.track = loaded.path
        state.title = loaded.title.isEmpty ? loaded.name : loaded.title
        state.artist = loaded.artist
        state.length = Int64(nearest: Double(loaded.frames) * second)
        state.position = Int64(nearest: Double(time.map(player.heardPosition) ?? player.position(nil)) * second)
        state.rate = player.settings.stretch.rate
        state.volume = mixer.master
        state.hasLoop = player.settings.loop != nil
        return state
    }

    private func obey(_ call: MediaCall) {
        switch call {
        case .play, .pause, .playPause, .stop: if recorder.state == .idle { obeyForPlayback(call) } else { obeyUnderTake(call) }
        case .next: run("next")
        case .previous: run("previous")
        case .quit: run("quit")
        case .seek(let offset): run("nudge", "by", .double(Double(offset) / 1_000_000))
        case .setPosition(let place): run("locate", "to", .double(Double(place) / 1_000_000))
        case .open(let path): run("play", "name", .text(path))
        case .setRate(let rate): run("rate", "factor", .double(min(2, max(0.5, rate))))
        case .setVolume(let volume): run("gain", "master", .double(min(2, max(0, volume))))
        }
    }

    private func obeyForPlayback(_ call: MediaCall) {
        let isPlaying = player.intended == .playing
        switch call {
        case .pause: if isPlaying { run("pause", "what", .text("play")) }
        case .playPause where isPlaying: run("pause", "what", .text("play"))
        case .stop: run("stop", "what", .text("play"))
        default: run("play")
        }
    }

    /// A key that a browser or a headset sends must not cost a take: it is for that only where it was asked to be.
    private func obeyUnderTake(_ call: MediaCall) {
        guard settings.current.text("mpris-takes") == "on" else {
            // A playback beside the take is theirs, and goes on after a pause.
            if player.intended == .playing || player.state == .paused { return obeyForPlayback(call) }
            EngineLog.say(
                "media key: a take runs and is left alone; 'dicta set mpris-takes on' lets media keys pause and stop it")
            return
        }
        let isRecording = recorder.state == .recording
        switch call {
        case .pause: if isRecording { run("pause") }
        case .playPause where isRecording: run("pause")
        case .stop: run("stop")
        default: run(recorder.state == .paused ? "resume" : "play")
        }
    }

    private func run(_ verb: String, _ name: String? = nil, _ value: Value = .flag(true)) {
        do throws(CommandError) {
            let arguments = name.map { [CommandArgument($0, value)] } ?? []
            let request = try CommandTable.command(named: verb).check(named: arguments)
            // The bus has been answered: who pressed a key hears what became of it.
            perform(request, by: .surface) { if case .failure(let error) = $0 { EngineLog.say("media key: \(error)") } }
        } catch {
            EngineLog.say("media key: \(error)")
        }
    }
}
