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
        guard let loaded = player.loaded else { return state }
        let second = 1_000_000 / Double(loaded.rate)
        state.status =
            switch player.state {
            case .playing: "Playing"
            case .paused: "Paused"
            case .stopped: "Stopped"
            }
        state.track = loaded.path
        state.title = loaded.name
        state.length = Int64(nearest: Double(loaded.frames) * second)
        state.position = Int64(nearest: Double(time.map(player.heardPosition) ?? player.position(nil)) * second)
        state.rate = player.settings.stretch.rate
        state.volume = mixer.master
        state.hasLoop = player.settings.loop != nil
        return state
    }

    private func obey(_ call: MediaCall) {
        let isTaking = recorder.state == .recording || player.intended == .playing && recorder.state == .idle
        switch call {
        case .play: run(recorder.state == .paused ? "resume" : "play")
        case .pause: if isTaking { run("pause") }
        case .playPause: run(isTaking ? "pause" : recorder.state == .paused ? "resume" : "play")
        case .stop: run("stop")
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

    private func run(_ verb: String, _ name: String? = nil, _ value: Value = .flag(true)) {
        do throws(CommandError) {
            let arguments = name.map { [CommandArgument($0, value)] } ?? []
            let request = try CommandTable.command(named: verb).check(named: arguments)
            // The bus has been answered: who pressed a key hears what became of it.
            perform(request) { if case .failure(let error) = $0 { EngineLog.say("media key: \(error)") } }
        } catch {
            EngineLog.say("media key: \(error)")
        }
    }
}
