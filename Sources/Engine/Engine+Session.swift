// Room: Engine. Control loop only: what a session manager asks for, and what it is told (J6).
internal import Control
internal import Dictation
internal import Glibc
internal import JackClient
internal import Session

extension Engine {
    /// How long a project waits for a JACK server before it is open without one, seconds. nsmd waits 60 s for all of it.
    private static let serverPatience = 10.0

    /// Once in each round of the loop.
    func serveSession() {
        if wantsRestore, client != nil { restoreState() }
        // What comes after the word to end is for nobody.
        guard let session, !isQuitting else { return }
        for effect in session.connection.serve() { obey(effect) }
        guard !isQuitting, session.connection.client.phase == .joined else { return }
        if let terminal = session.terminal, terminal.hasEnded() { session.endTerminal() }
        finishOpening()
        guard session.folder != nil, session.openingSince == nil else { return }
        follow(session.connection.tellLabel(sessionLabel))
        follow(session.connection.tellDirty(recorder.state != .idle || state.differs(from: session.saved)))
    }

    private func follow(_ effects: [NsmClient.Effect]) {
        for effect in effects { obey(effect) }
    }

    private func obey(_ effect: NsmClient.Effect) {
        guard let session else { return }
        switch effect {
        case .send: break  // the connection has
        case .open(let project):
            EngineLog.say("session manager: open '\(project.displayName)' in \(project.path)")
            // Another engine opens it, once this one has closed its takes whole and left the graph.
            session.next = project
            isQuitting = true
        case .save: saveSession(session)
        case .loaded: sessionIsLoaded()
        case .show(let isWanted): show(isWanted)
        case .joined(let server): EngineLog.say("in a session of '\(server)'")
        case .alone(let words): EngineLog.say("\(words); working without a session")
        case .note(let words): EngineLog.say(words)
        }
    }

    /// All clients of the session are there: what was waited for may be too.
    private func sessionIsLoaded() { portChangesSeen = -1 }

    // MARK: Opening

    /// The answer is due once client, ports and state are there.
    private func finishOpening() {
        guard let session, let since = session.openingSince else { return }
        let waited = Moment.now.seconds(since: since)
        if client == nil, waited < Engine.serverPatience {
            follow(session.connection.tellProgress(0.3 + 0.3 * waited / Engine.serverPatience))
            return
        }
        if client != nil, !session.isRestored {
            follow(session.connection.tellProgress(0.7))
            return
        }
        session.openingSince = nil
        session.saved = state
        follow(session.connection.tellProgress(1))
        let words = client.map { "open as JACK client '\($0.name)'" } ?? "open; waiting for a JACK server"
        follow(session.connection.finish(.success(words)))
        if client == nil { tellSession("no JACK server runs: dicta records once there is one", priority: 3) }
        for trouble in session.troubles { tellSession(trouble, priority: 2) }
        session.troubles = []
        if restoredState?.isShown == true { show(true) }
    }

    /// State and library are as they were saved.
    func sessionRestored() {
        session?.isRestored = true
        // Not what was saved but what became of it: a recording may be gone.
        session?.saved = state
    }

    // MARK: Saving

    private func saveSession(_ session: SessionDesk) {
        guard let folder = session.folder else { return }
        let state = state
        follow(session.connection.tellProgress(0.1))
        save(state, to: folder.state) { [unowned self] result in
            switch result {
            case .success:
                session.saved = state
                follow(session.connection.tellProgress(1))
                if recorder.state == .idle { follow(session.connection.tellDirty(self.state.differs(from: state))) }
                follow(session.connection.finish(.success("saved")))
            case .failure(let error):
                EngineLog.say("not saved: \(error)")
                follow(session.connection.finish(.failure(NsmFailure(.general, error.description))))
            }
        }
    }

    // MARK: What the manager is told

    func tellSession(_ words: String, priority: Int32) {
        guard let session else { return }
        follow(session.connection.tell(words, priority: priority))
    }

    /// What programs of the user are told of, as far as a person at the session manager wants to know.
    func tellSession(of event: HookEvent, _ fields: Fields) {
        func text(_ key: String) -> String { fields[key]?.description ?? "" }
        switch event {
        case .error: tellSession(text("message"), priority: 2)
        case .jackGone: tellSession("the JACK server is gone; waiting for it", priority: 3)
        case .jackBack: tellSession("JACK client '\(text("client"))' at \(text("rate")) Hz", priority: 0)
        case .diskLow: tellSession("the disk is almost full: \(text("disk_seconds_left")) s can still be recorded", priority: 3)
        case .xrun:
            tellSession(
                "xruns: \(text("xruns")), missed frames: \(text("missed_frames")), lost: \(text("lost_frames"))", priority: 1)
        case .recordStarted, .recordPaused, .recordResumed, .recordWaiting, .recordStopped, .playStarted, .playStopped, .marker,
            .loop, .completed, .libraryChanged:
            break
        }
    }

    private var sessionLabel: String {
        switch recorder.state {
        case .recording, .closing: "recording \(recorder.current?.name ?? "")"
        case .paused: "paused \(recorder.current?.name ?? "")"
        case .waiting: "waiting with \(recorder.current?.name ?? "")"
        case .idle: player.loaded?.name ?? ""
        }
    }

    // MARK: The terminal

    private func show(_ isWanted: Bool) {
        guard let session, let choice = session.terminalChoice else { return }
        guard isWanted else {
            session.endTerminal()
            return
        }
        if session.terminal == nil {
            do throws(EngineError) {
                session.terminal = try SessionTerminal(choice, running: remoteCommand)
            } catch {
                tellSession("no terminal could be opened: \(error)", priority: 2)
            }
        }
        follow(session.connection.tellShown(session.terminal != nil))
    }

    /// What shows the engine at work; beside this program, else in PATH.
    private var remoteCommand: [String] {
        let beside = (OwnFolder.path ?? "") + "/dicta"
        let program = unsafe access(beside, X_OK) == 0 ? beside : "dicta"
        return [program, "--engine", options.name, "--socket", server.path, "watch"]
    }
}
