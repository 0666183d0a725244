// State of a session, saved and restored (J6, J7). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Playback
internal import Player
internal import Realtime
internal import Storage
internal import Stretch
internal import Threads

extension SessionDesk {
    /// The present state of the session.
    var state: SessionState {
        // Before the restore, the saved state still counts.
        if wantsRestore, let restoredState { return restoredState }
        return present
    }

    /// The state as it is now.
    var present: SessionState {
        var state = SessionState()
        if let loaded = playing.loaded, !loaded.isGrowing {
            state.recording = library.library.owns(loaded.path) ? loaded.name : loaded.path
            state.position = playing.position(jack.time)
            state.loop = [playing.points.a, playing.points.b]
        }
        let sound = playing.settings.stretch
        (state.rate, state.pitch) = (playing.ownRate, sound.pitchCents)
        state.quality = sound.engine == .faster ? "faster" : "finer"
        state.formants = sound.preservesFormants ? "keep" : "shift"
        (state.master, state.left, state.right) = (mixer.mixer.master, mixer.mixer.sides.left, mixer.mixer.sides.right)
        state.channels = mixer.mixer.channels.rawValue
        (state.monitor, state.monitorPitch, state.monitorLevel) = (monitor.mode.rawValue, monitor.cents, monitor.level)
        state.isShown = seat?.terminal != nil
        queue?.save(to: &state)
        return state
    }

    /// Saves everything to the disk: the running take up to now, positions, pending work of the library, and the state in the
    /// file at `path`. Calls `done` at the end; a take goes on meanwhile.
    func save(_ state: SessionState, to path: String, _ done: @escaping (Result<Void, EngineError>) -> Void) {
        playing.rememberPosition(jack.time)
        connections.keep()
        let text = String(decoding: state.text, as: UTF8.self)
        record(state)
        library.ask { [unowned self] result in
            if case .failure(let error) = result { return done(.failure(error)) }
            recording.sync(done)
        } _: {
            .keep(id: $0, path: path, text: text)
        }
    }

    /// Records that this user has saved the part of the state that a foreign session may not set.
    private func record(_ state: SessionState) {
        guard let part = state.ownersPart else { return }
        guard let records = records else {
            return EngineLog.say(
                .warning, .session,
                "there is no place to record the session for its user: set HOME or XDG_STATE_HOME")
        }
        library.ask { [board] result in
            if case .failure(let error) = result {
                board.report("the session is not recorded for its user: \(error)", of: "session")
            }
        } _: {
            .keep(id: $0, path: records.path(of: part), text: part)
        }
    }

    // MARK: Restoring

    /// Restores the saved state, in an order in which each step can rely on the ones before. Call once there is a client.
    func restoreState() {
        wantsRestore = false
        guard let state = restoredState else { return restored() }
        restoreSound(state)
        order(.playing(.dpc), [.quality: .text(state.quality), .formants: .text(state.formants)])
        order(.monitoring(.gain), [.channels: .text(state.channels)])
        if state.monitor != "off" {
            order(
                .monitoring(.monitor),
                [
                    .mode: .text(state.monitor), .pitch: .double(state.monitorPitch), .level: .double(state.monitorLevel),
                ])
        }
        queue?.restore(state)
        guard let recording = state.recording else { return restored() }
        playing.cueUp(recording, at: state.position) { [unowned self] result in
            switch result {
            case .success:
                if playing.keepsPerRecording {
                    // A recording of the library has brought its own loop, rate, pitch and gains. Any other began as recorded.
                    guard playing.ownLoaded == nil else { break }
                    restoreSound(state)
                }
                restoreLoop(state.loop, at: state.position)
            case .failure(let error): board.report("'\(recording)' of the session is not loaded: \(error)", of: "session")
            }
            restored()
        }
    }

    /// Sets rate, pitch and gains.
    func restoreSound(_ state: SessionState) {
        order(.playing(.rate), [.factor: .double(state.rate)])
        order(.playing(.pitch), [.cents: .double(state.pitch)])
        order(
            .monitoring(.gain),
            [.left: .double(state.left), .right: .double(state.right), .master: .double(state.master)])
    }

    /// Sets the points of the loop, in frames, and leaves the playhead at `place`: a loop before it would take it to A.
    func restoreLoop(_ loop: [Int64?], at place: Int64) {
        var values: [ParameterKey: Value] = [:]
        for (key, frame) in zip([ParameterKey.a, .b], loop) { values[key] = frame.map { .text("\($0)f") } }
        if !values.isEmpty { order(.playing(.loop), values) }
        guard let loop = playing.points.loop, place >= loop.b, let target = playing.destination, let time = jack.time else {
            return
        }
        do throws(EngineError) {
            try playing.locate(in: target, to: min(place, target.frames), at: RealtimeCommand.atOnce, time)
        } catch {
            board.report("the place in '\(target.name)' is lost: \(error)", of: "session")
        }
    }

    /// Carries out a verb with a project's authority, and reports its failure as an event.
    func order(_ verb: Verb, _ values: [ParameterKey: Value]) {
        do throws(CommandError) {
            let request = try CommandTable.request(verb, values)
            board.perform(request, by: .project) { [unowned self] result in
                guard case .failure(let error) = result else { return }
                board.report("\(plain: verb.name) of the session: \(error)", of: "session")
            }
        } catch {
            board.report("\(plain: verb.name) of the session: \(error)", of: "session")
        }
    }
}
