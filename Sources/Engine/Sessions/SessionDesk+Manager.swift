// A session manager: its requests, and what it is told (J6). Control loop only.
internal import Control
internal import Dictation
internal import Glibc
internal import JackClient
internal import Session

extension SessionDesk {
    /// How long a project waits for a JACK server before it is open without one, seconds. nsmd waits 60 s for all of it.
    private static let serverPatience = 10.0

    /// Does what the manager asks for, and tells it what has changed.
    func serveManager() {
        // What comes after the word to end is for nobody.
        guard let seat, !board.isQuitting else { return }
        for effect in seat.connection.serve() { obey(effect) }
        guard !board.isQuitting, seat.connection.client.phase == .joined else { return }
        if let terminal = seat.terminal, terminal.hasEnded() { seat.endTerminal() }
        finishOpening()
        guard seat.folder != nil, seat.openingSince == nil else { return }
        follow(seat.connection.tellLabel(label))
        follow(seat.connection.tellDirty(recording.state != .idle || state.differs(from: seat.saved)))
    }

    private func follow(_ effects: [NsmClient.Effect]) {
        for effect in effects { obey(effect) }
    }

    private func obey(_ effect: NsmClient.Effect) {
        guard let seat else { return }
        switch effect {
        case .send: break  // the connection has
        case .open(let project):
            EngineLog.say("session manager: open '\(project.displayName)' in \(project.path)")
            // Another engine opens it, once this one has closed its takes whole and left the graph.
            seat.next = project
            board.quit()
        case .save: save(seat)
        case .loaded: board.tell(.sessionLoaded)
        case .show(let isWanted): show(isWanted)
        case .joined(let server): EngineLog.say("in a session of '\(server)'")
        case .alone(let words): EngineLog.say("\(words); working without a session")
        case .note(let words): EngineLog.say(words)
        }
    }

    // MARK: Opening

    /// The answer is due once client, ports and state are there.
    private func finishOpening() {
        guard let seat, let since = seat.openingSince else { return }
        let waited = Moment.now.seconds(since: since)
        if jack.client == nil, waited < SessionDesk.serverPatience {
            follow(seat.connection.tellProgress(0.3 + 0.3 * waited / SessionDesk.serverPatience))
            return
        }
        if jack.client != nil, !seat.isRestored {
            follow(seat.connection.tellProgress(0.7))
            return
        }
        seat.openingSince = nil
        seat.saved = state
        follow(seat.connection.tellProgress(1))
        let words = jack.client.map { "open as JACK client '\($0.name)'" } ?? "open; waiting for a JACK server"
        follow(seat.connection.finish(.success(words)))
        if jack.client == nil { tell("no JACK server runs: dicta records once there is one", priority: 3) }
        for trouble in seat.troubles { tell(trouble, priority: 2) }
        seat.troubles = []
        if restoredState?.isShown == true { show(true) }
    }

    /// State and library are as they were saved.
    func restored() {
        seat?.isRestored = true
        // Not what was saved but what became of it: a recording may be gone.
        seat?.saved = state
    }

    // MARK: Saving

    private func save(_ seat: SessionSeat) {
        guard let folder = seat.folder else { return }
        let state = state
        follow(seat.connection.tellProgress(0.1))
        save(state, to: folder.state) { [unowned self] result in
            switch result {
            case .success:
                seat.saved = state
                follow(seat.connection.tellProgress(1))
                if recording.state == .idle { follow(seat.connection.tellDirty(self.state.differs(from: state))) }
                follow(seat.connection.finish(.success("saved")))
            case .failure(let error):
                EngineLog.say("not saved: \(error)")
                follow(seat.connection.finish(.failure(NsmFailure(.general, error.description))))
            }
        }
    }

    // MARK: What the manager is told

    func tell(_ words: String, priority: Int32) {
        guard let seat else { return }
        follow(seat.connection.tell(words, priority: priority))
    }

    /// What programs of the user are told of, as far as a person at the session manager wants to know.
    func tell(of event: HookEvent, _ fields: Fields) {
        func text(_ key: String) -> String { fields[key]?.description ?? "" }
        switch event {
        case .error: tell(text("message"), priority: 2)
        case .jackGone: tell("the JACK server is gone; waiting for it", priority: 3)
        case .jackBack: tell("JACK client '\(text("client"))' at \(text("rate")) Hz", priority: 0)
        case .diskLow: tell("the disk is almost full: \(text("disk_seconds_left")) s can still be recorded", priority: 3)
        case .xrun:
            tell(
                "xruns: \(text("xruns")), missed frames: \(text("missed_frames")), lost: \(text("lost_frames"))", priority: 1)
        case .recordStarted, .recordPaused, .recordResumed, .recordWaiting, .recordStopped, .playStarted, .playStopped, .marker,
            .loop, .completed, .libraryChanged:
            break
        }
    }

    private var label: String {
        switch recording.state {
        case .recording, .closing: "recording \(recording.current?.name ?? "")"
        case .paused: "paused \(recording.current?.name ?? "")"
        case .waiting: "waiting with \(recording.current?.name ?? "")"
        case .idle: playing.loaded?.name ?? ""
        }
    }

    // MARK: The terminal

    private func show(_ isWanted: Bool) {
        guard let seat, let choice = seat.terminalChoice else { return }
        guard isWanted else {
            seat.endTerminal()
            return
        }
        if seat.terminal == nil {
            do throws(EngineError) {
                seat.terminal = try SessionTerminal(choice, running: remoteCommand)
            } catch {
                tell("no terminal could be opened: \(error)", priority: 2)
            }
        }
        follow(seat.connection.tellShown(seat.terminal != nil))
    }

    /// What shows the engine at work; beside this program, else in PATH.
    private var remoteCommand: [String] {
        let beside = (OwnFolder.path ?? "") + "/dicta"
        let program = unsafe access(beside, X_OK) == 0 ? beside : "dicta"
        return [program, "--engine", engine, "--socket", socket, "watch"]
    }
}
