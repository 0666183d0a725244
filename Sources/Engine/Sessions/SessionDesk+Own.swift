// State of an engine outside sessions, kept in a file of its own and restored (P13). Control loop only.
internal import Dictation
internal import JackClient
internal import Storage
internal import System

extension SessionDesk {
    // MARK: Keeping

    /// The state to keep. The recording of the earlier run counts until it is loaded, or was replaced by a command.
    private var own: SessionState {
        var state = present
        // These are settings, or parts of a session.
        (state.quality, state.formants, state.monitor, state.isShown) = ("finer", "shift", "off", false)
        state.library = library.library.folder
        if let restoredState, wantsRestore || playing.opening?.isRestored == true {
            (state.recording, state.position, state.loop) = (restoredState.recording, restoredState.position, restoredState.loop)
            state.library = restoredState.library
            state.keepQueue(of: restoredState)
        }
        return state
    }

    /// Keeps the state if it has changed: at most once a second, and every ten seconds if only the playhead moves.
    func keepState(_ now: Moment) {
        guard let keeper, !keeper.isWriting, now.seconds(since: keeper.looked) >= StateKeeper.pause else { return }
        self.keeper?.looked = now
        let state = own
        guard state != keeper.kept else { return }
        let isMove = keeper.kept.map { !state.differs(from: $0) } ?? false
        if isMove, playing.state == .playing, now.seconds(since: keeper.keptAt) < StateKeeper.pace { return }
        write(state, now)
    }

    /// Keeps the state once more when the engine ends. Call before playing ends, and before the library does.
    func quit() {
        guard let keeper else { return }
        let state = own
        if state != keeper.kept { write(state, Moment.now) }
    }

    /// Has the library's thread write the file. A failure is told once.
    private func write(_ state: SessionState, _ now: Moment) {
        guard let path = keeper?.path, settings.current.text(.restore) != "off" else { return }
        keeper?.kept = state
        keeper?.keptAt = now
        keeper?.isWriting = true
        library.ask { [unowned self] result in
            keeper?.isWriting = false
            let wasTold = keeper?.isTold ?? true
            guard case .failure(let error) = result else {
                keeper?.isTold = false
                return
            }
            if !wasTold { EngineLog.say(.warning, .session, "the loaded recording and its sound are not kept: \(error)") }
            keeper?.isTold = true
        } _: {
            .keep(id: $0, path: path, text: String(decoding: state.text, as: UTF8.self))
        }
    }

    // MARK: Restoring

    /// Sets rate, pitch, gains, and level and pitch of the monitoring as they were, before any command comes.
    func restoreOwnSound() {
        guard let restoredState else {
            // Nothing is written before something changes.
            keeper?.kept = own
            return
        }
        if isOfThisLibrary(restoredState) { queue?.restore(restoredState) }
        restoreSound(restoredState)
        order(.monitoring(.gain), [.channels: .text(restoredState.channels)])
        monitor.restore(level: restoredState.monitorLevel, cents: restoredState.monitorPitch)
    }

    /// True for a state whose names are those of this library.
    private func isOfThisLibrary(_ state: SessionState) -> Bool { state.library.map { $0 == library.library.folder } ?? true }

    /// Loads the recording that was loaded, at its place, unless a command has loaded one. A recording that is gone is told in
    /// the log.
    func restoreOwnRecording() {
        wantsRestore = false
        guard let state = restoredState, let name = state.recording, !playing.isBusyOrLoaded else { return }
        guard name.hasSlash || isOfThisLibrary(state) else {
            return EngineLog.say(.warning, .session, "'\(name)' is of another library (\(state.library ?? "")) and is not loaded")
        }
        playing.cueUp(name, at: state.position) { result in
            if case .failure(let error) = result { EngineLog.say(.warning, .session, "'\(name)' is not loaded again: \(error)") }
        }
        playing.opening?.isRestored = true
        playing.opening?.entered = { [unowned self] in
            // A recording of the library that keeps its own loop, rate, pitch and gains has brought them. Any other began as
            // recorded.
            if playing.keepsPerRecording, playing.ownLoaded != nil { return }
            if playing.keepsPerRecording { restoreSound(state) }
            restoreLoop(state.loop, at: state.position)
        }
    }
}
