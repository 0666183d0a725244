// All actions of the screen. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// True if the action may be carried out while the transport is locked, or if it is not. The help can be read and closed in
    /// any case.
    func allows(_ action: ScreenAction) -> Bool {
        !isLocked || Self.allowedWhileLocked.contains(action) || isHelp && HelpPanel.actions.contains(action)
    }

    /// True if no open question keeps the screen from the action: a key that is no answer may not drop it, nor act behind it.
    func isFree(for action: ScreenAction) -> Bool {
        guard isAsked, !Self.allowedWhileAsked.contains(action) else { return true }
        // A dialog over a question, such as the help, can be closed.
        return action == .close && dialogs.last?.panel.isModal == false
    }

    /// Carries out an action that no panel has taken. False if it means nothing now.
    @discardableResult
    mutating func perform(_ action: ScreenAction, _ now: Double) -> Bool {
        guard allows(action), isFree(for: action) else { return false }
        if action != .nudgeBack, action != .nudgeForward, let line = scan.release() { send(line) }
        switch action {
        case .play, .rec, .stop, .mark, .loop, .skip, .clearA, .clearB, .normal, .stepBack, .stepForward, .previousMarker,
            .nextMarker,
            .goStart, .timerStop, .previousRecording, .nextRecording, .shuttleBack, .shuttleStop, .shuttleForward:
            sendLines(of: action)
        case .clearClips:
            view.inputs.clear()
            view.outputs.clear()
            sendLines(of: action)
        case .nudgeBack, .nudgeForward: nudge(action, now)
        case .rateDown: setRate(view.sound.rate - 0.1)
        case .rateUp: setRate(view.sound.rate + 0.1)
        case .pitchDown: setPitch(view.sound.cents - 100)
        case .pitchUp: setPitch(view.sound.cents + 100)
        case .softer: setVolume(view.gains.master - 0.1)
        case .louder: setVolume(view.gains.master + 0.1)
        case .goEnd: send("locate \(view.position.duration)f")
        case .lock: if isLocked { unlock(unlocking.press(now)) } else { send("lock on") }
        case .startEngine: if !view.isConnected { outbox.commands.append(.startEngine) }
        case .deck: show(.deck)
        case .library: show(tab == .library && dialogs.isEmpty ? .deck : .library)
        case .markers: show(.markers)
        case .operations: show(.operations)
        case .options: show(.options)
        case .timer: show(.timer)
        case .queue: show(.queue)
        case .schedule: show(.schedule)
        case .transcript: show(.transcript)
        case .ask: show(.ask)
        case .timerRun: runTimer()
        case .find: find(now)
        case .dpc: toggle(DPCPanel())
        case .help: toggle(HelpPanel())
        case .about: toggle(AboutPanel())
        case .close: close()
        case .suspend: outbox.commands.append(.suspend)
        case .redraw: outbox.commands.append(.redraw)
        case .quit: outbox.commands.append(.quit)
        default: return false
        }
        return true
    }

    /// Carries out an action that was chosen from the help, where it is listed whether or not it means anything now.
    mutating func choose(_ action: ScreenAction, _ now: Double) {
        let isPossible = isPossible(action)
        guard !dispatch(action, now) || !isPossible else { return }
        let name = action.rawValue
        let words = isLocked ? tr("The transport is locked") : tr("'\(name)' does nothing here")
        note = Note(text: words, role: .info, until: now + Self.noteSeconds)
    }

    /// Sends a command to the engine; only its failure is shown.
    mutating func send(_ line: String) {
        guard view.isConnected else { return }
        outbox.ask(line, for: .screen(.action))
    }

    /// Sends the commands of an action.
    private mutating func sendLines(of action: ScreenAction) {
        for line in KeyTable.rows(of: action).first?.lines ?? [] { send(line) }
    }

    /// Moves the playhead by the step of an arrow, or begins cue or review where the arrow is held.
    private mutating func nudge(_ action: ScreenAction, _ now: Double) {
        guard let step = KeyTable.rows(of: action).first?.lines.first else { return }
        for line in scan.press(action, step, at: view.position.frame, now) { send(line) }
    }

    /// Moves the playhead as an arrow does, and begins cue or review where the button stays down: the mouse tells its release.
    mutating func grab(_ action: ScreenAction, _ now: Double) {
        guard allows(action), let step = KeyTable.rows(of: action).first?.lines.first else { return }
        for line in scan.grab(action, step, now) { send(line) }
    }

    /// Ends cue or review by the mouse.
    mutating func letGo() { if let line = scan.letGo() { send(line) } }

    /// Sets the rate, rounded to a hundredth. What the engine will say is shown at once, so that quick presses add up.
    mutating func setRate(_ rate: Double) {
        guard view.isConnected else { return }
        view.sound.rate = max(0.5, min(2, (rate * 100).rounded() / 100))
        send("rate \(view.sound.rate.fixed(2))")
    }

    /// Sets the pitch in whole cents.
    mutating func setPitch(_ cents: Double) {
        guard view.isConnected else { return }
        view.sound.cents = max(-1200, min(1200, cents.rounded()))
        send("pitch \(view.sound.cents.fixed(0))")
    }

    /// Sets the volume, rounded to a tenth.
    private mutating func setVolume(_ factor: Double) {
        guard view.isConnected else { return }
        view.gains.master = max(0, min(2, (factor * 10).rounded() / 10))
        send("gain --master \(view.gains.master.fixed(1))")
    }

    /// Pauses the timer or lets it go on. A new run is started on the timer's page, where its times are seen.
    private mutating func runTimer() {
        if view.timer.isUnderWay { send(view.timer.state == .paused ? "timer resume" : "timer pause") } else { show(.timer) }
    }

    /// Shows the library and lets it search.
    private mutating func find(_ now: Double) {
        if tab != .library || !dialogs.isEmpty { show(.library) }
        with(.page(.library), now) { panel, context in _ = panel.take(.action(.find), &context) }
    }

    /// Opens a dialog of which there is one; closes it if it is open.
    private mutating func toggle<Dialog: Panel>(_ panel: Dialog) {
        if dialogs.contains(where: { $0.panel is Dialog }) {
            dialogs.removeAll { $0.panel is Dialog }
        } else {
            open(panel, from: focus)
        }
    }

    /// Closes the dialog on top; without one, goes back to the deck.
    private mutating func close() {
        if dialogs.isEmpty { tab = .deck } else { dialogs.removeLast() }
    }
}
