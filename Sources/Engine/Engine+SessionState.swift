// Room: Engine. Control loop only: what is kept for the next time, brought to the disk and brought back (J6, J7).
internal import Control
internal import Dictation
internal import JackClient
internal import Storage
internal import Stretch

extension Engine {
    /// As it is now.
    var state: SessionState {
        // Before it is back it is what was saved.
        if wantsRestore, let restoredState { return restoredState }
        var state = SessionState()
        if let loaded = player.loaded, !loaded.isGrowing {
            state.recording = library.owns(loaded.path) ? loaded.name : loaded.path
            state.position = player.position(time)
            state.loop = [player.points.a, player.points.b]
        }
        let sound = player.settings.stretch
        (state.rate, state.pitch) = (sound.rate, sound.pitchCents)
        state.quality = sound.engine == .faster ? "faster" : "finer"
        state.formants = sound.preservesFormants ? "keep" : "shift"
        (state.master, state.left, state.right) = (mixer.master, mixer.sides.left, mixer.sides.right)
        state.channels = mixer.channels.rawValue
        (state.monitor, state.monitorPitch, state.monitorLevel) = (monitor.mode.rawValue, monitor.cents, monitor.level)
        state.isShown = session?.terminal != nil
        return state
    }

    /// Done once all that there is now is on the disk: the running take until now, positions, what waits for the library,
    /// and the state in a file of its own. A take goes on.
    func save(_ state: SessionState, to path: String, _ done: @escaping (Result<Void, EngineError>) -> Void) {
        player.rememberPosition(time)
        keepPatches(isLast: true)
        let text = String(decoding: state.text, as: UTF8.self)
        record(state)
        ask(.keep(id: nextLibraryAnswer, path: path, text: text)) { [unowned self] result in
            if case .failure(let error) = result { return done(.failure(error)) }
            syncAnswers.append(done)
            writer.post(.sync)
        }
    }

    /// Records the part that only this user may bring back.
    private func record(_ state: SessionState) {
        guard let part = state.ownersPart else { return }
        guard let records = options.records else {
            return EngineLog.say("there is no place to record the session for its user: set HOME or XDG_STATE_HOME")
        }
        ask(.keep(id: nextLibraryAnswer, path: records.path(of: part), text: part)) { [unowned self] result in
            if case .failure(let error) = result { report("the session is not recorded for its user: \(error)", of: "session") }
        }
    }

    func synced(_ result: Result<Void, EngineError>) {
        guard !syncAnswers.isEmpty else { return }
        syncAnswers.removeFirst()(result)
    }

    // MARK: Back

    /// Once there is a client: in the order in which each needs the one before.
    func restoreState() {
        wantsRestore = false
        guard let state = restoredState else { return sessionRestored() }
        order("rate", ["factor": .double(state.rate)])
        order("pitch", ["cents": .double(state.pitch)])
        order("dpc", ["quality": .text(state.quality), "formants": .text(state.formants)])
        order(
            "gain",
            [
                "left": .double(state.left), "right": .double(state.right), "master": .double(state.master),
                "channels": .text(state.channels),
            ])
        if state.monitor != "off" {
            order(
                "monitor",
                [
                    "mode": .text(state.monitor), "pitch": .double(state.monitorPitch), "level": .double(state.monitorLevel),
                ])
        }
        guard let recording = state.recording else { return sessionRestored() }
        player.cueUp(recording, at: state.position) { [unowned self] result in
            switch result {
            case .success: restoreLoop(state.loop)
            case .failure(let error): report("'\(recording)' of the session is not loaded: \(error)", of: "session")
            }
            sessionRestored()
        }
    }

    private func restoreLoop(_ loop: [Int64?]) {
        var values: [String: Value] = [:]
        for (name, frame) in zip(["a", "b"], loop) { values[name] = frame.map { .text("\($0)f") } }
        if !values.isEmpty { order("loop", values) }
    }

    private func order(_ verb: String, _ values: [String: Value]) {
        do throws(CommandError) {
            let arguments = values.map { CommandArgument($0.key, $0.value) }
            let request = try CommandTable.command(named: verb).check(named: arguments)
            perform(request, by: .project) { [unowned self] result in
                if case .failure(let error) = result { report("\(verb) of the session: \(error)", of: "session") }
            }
        } catch {
            report("\(verb) of the session: \(error)", of: "session")
        }
    }
}
