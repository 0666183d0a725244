// NSM session manager: its requests and the news for it (J6). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Recorder
internal import Session
internal import System
internal import Threads

extension SessionDesk {
    /// Seconds that a project waits for a JACK server before it counts as open without one. nsmd waits 60 s for the whole
    /// opening.
    private static let serverPatience = 10.0

    /// Carries out the manager's requests and reports changes to it.
    func serveManager() {
        // Messages after the request to end are ignored.
        guard let seat, !board.isQuitting else { return }
        for effect in seat.connection.serve() { obey(effect) }
        guard !board.isQuitting, seat.connection.client.phase == .joined else { return }
        if let terminal = seat.terminal, terminal.hasEnded() { seat.endTerminal() }
        finishOpening()
        guard seat.folder != nil, seat.openingSince == nil else { return }
        follow(seat.connection.tellLabel(label))
        follow(seat.connection.tellDirty(recording.state != .idle || state.differs(from: seat.saved)))
    }

    /// Carries out effects in order.
    private func follow(_ effects: [NsmClient.Effect]) {
        for effect in effects { obey(effect) }
    }

    /// Carries out one effect of the protocol.
    private func obey(_ effect: NsmClient.Effect) {
        guard let seat else { return }
        switch effect {
        case .send: break  // sent by the connection already
        case .open(let project):
            EngineLog.say(.info, .session, "session manager: open '\(project.displayName)' in \(project.path)")
            // Another engine opens the project after this one has closed its takes completely and left the graph.
            seat.next = project
            board.quit()
        case .save: save(seat)
        case .loaded: board.tell(.sessionLoaded)
        case .show(let isWanted): show(isWanted)
        case .joined(let server): EngineLog.say(.info, .session, "in a session of '\(plain: server)'")
        case .alone(let words): EngineLog.say(.warning, .session, "\(plain: words); working without a session")
        case .note(let words): EngineLog.say(.info, .session, "note of the session: \(words)")
        }
    }

    // MARK: Opening

    /// Answers `open` once client, ports and state are there, or the patience for a server has ended.
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
        let words =
            jack.client.map { client in tr("open as JACK client '\(client.name)'") } ?? tr("open; waiting for a JACK server")
        if let (failure, kept) = seat.refusal {
            seat.refusal = nil
            follow(seat.connection.finish(.failure(failure), kept: kept))
        } else {
            follow(seat.connection.finish(.success(words)))
        }
        if jack.client == nil { tell(tr("no JACK server runs: dicta records once there is one"), priority: 3) }
        for trouble in seat.troubles { tell(trouble.description, priority: 2) }
        seat.troubles = []
        if restoredState?.isShown == true { show(true) }
    }

    /// Notes that the saved state is restored.
    func restored() {
        seat?.isRestored = true
        // The restored state may differ from the saved one: a recording may be gone.
        seat?.saved = state
    }

    // MARK: Saving

    /// Saves the state of the project and answers the manager.
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
                follow(seat.connection.finish(.success(tr("saved"))))
            case .failure(let error):
                EngineLog.say(.error, .session, "not saved: \(error)")
                follow(seat.connection.finish(.failure(NsmFailure(.general, error.description))))
            }
        }
    }

    // MARK: Messages to the manager

    /// Shows a message at the manager. `priority` from 0 to 3; 3 is the most urgent.
    func tell(_ words: String, priority: Int32) {
        guard let seat else { return }
        follow(seat.connection.tell(words, priority: priority))
    }

    /// Reports an event to the manager if a person there should know of it.
    func tell(of event: HookEvent, _ fields: Fields) {
        func text(_ key: String) -> String { fields[key]?.description ?? "" }
        let (name, pedal, why) = (text("name"), text("pedal"), text("why"))
        switch event {
        case .error: tell(text("message"), priority: 2)
        case .jackGone: tell(tr("the JACK server is gone; waiting for it"), priority: 3)
        case .jackBack:
            let (client, rate) = (text("client"), text("rate"))
            tell(tr("JACK client '\(client)' at \(rate) Hz"), priority: 0)
        case .diskLow:
            let left =
                if case .double(let seconds)? = fields["disk_seconds_left"] { TimeSpan.length(seconds) } else {
                    TimeSpan.length(0)
                }
            tell(tr("the disk is almost full: \(left) can still be recorded"), priority: 3)
        case .xrun:
            let rate = jack.client?.rate ?? SettingsTable.frameRate
            let length = { (key: String) in
                if case .int(let frames)? = fields[key] { TimeSpan.length(frames, rate: rate) } else { TimeSpan.length(0) }
            }
            let (xruns, missed, lost) = (text("xruns"), length("missed_frames"), length("lost_frames"))
            tell(tr("xruns: \(xruns), missed: \(missed), lost: \(lost)"), priority: 1)
        case .clip: tell(tr("the input clips: turn it down"), priority: 2)
        case .sourceLost:
            let sources = text("sources").replacing("\n", with: ", ")
            tell(
                why == "silent" ? tr("the source \(sources) sends exact silence") : tr("the source \(sources) is gone"),
                priority: 3)
        case .voiceNoisy: tell(tr("the voice activation finds no silence: \(why)"), priority: 2)
        case .pedalGone: tell(tr("the pedal '\(pedal)' is gone"), priority: 2)
        case .pedalBack: tell(tr("the pedal '\(pedal)' is back"), priority: 0)
        case .scheduleLate: tell(tr("the scheduled take \(name) is late: \(why)"), priority: 1)
        case .scheduleMissed: tell(tr("the scheduled take \(name) was missed: \(why)"), priority: 3)
        case .hookFailed: tell(text("message"), priority: 2)
        case .sourceBack: tell(tr("the inputs have their sources again"), priority: 0)
        case .promptShown, .promptUsed, .promptFavourite, .answerKept, .sheetEnded: break
        case .recordStarted, .recordPaused, .recordResumed, .recordWaiting, .recordWarning, .recordStopped, .playStarted,
            .playStopped, .marker,
            .loop, .completed, .operationEnded, .libraryChanged, .timerStarted, .timerPaused, .timerResumed, .timerInterval,
            .timerCompleted, .timerStopped:
            break
        }
    }

    /// Short text for the manager's list of clients: the take or the loaded file.
    private var label: String {
        let name = recording.current?.name ?? ""
        return switch recording.state {
        case .recording, .closing: tr("recording \(name)")
        case .armed: tr("armed \(name)")
        case .paused: tr("paused \(name)")
        case .waiting: tr("waiting with \(name)")
        case .counting: tr("counting in")
        case .idle: playing.loaded?.name ?? ""
        }
    }

    // MARK: Terminal

    /// Opens or closes the terminal.
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
                tell(tr("no terminal could be opened: \(error)"), priority: 2)
            }
        }
        follow(seat.connection.tellShown(seat.terminal != nil))
    }

    /// The command that shows the screen: `dicta tui`, beside this program or in PATH.
    private var remoteCommand: [String] {
        let beside = (OwnFolder.path ?? "") + "/dicta"
        let program = File.isExecutable(beside) ? beside : "dicta"
        return [program, "--engine", engine, "--socket", socket, "--no-start", "tui", "--window"]
    }
}
