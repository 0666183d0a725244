// Commands to the JACK thread, and their ends. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Threads

extension PlayingDesk {
    /// True while a sent command has not taken effect, or a locate waits for its frame: the loop then looks more often.
    var isBusy: Bool { !sent.isEmpty || locates.isWaiting }

    /// State once all sent commands have taken effect. A scheduled pause or stop does not count, since it can still be
    /// cancelled.
    var intended: State {
        sent.coming.last { $0.frame == RealtimeCommand.atOnce || $0.state == .playing }?.state ?? state
    }

    /// Scheduled plays, pauses and stops whose frame has not come, ordered by frame.
    func held(_ time: GraphTime) -> [SentCommands.Command] {
        let next = time.telemetry.frame
        return sent.coming.filter { $0.frame != RealtimeCommand.atOnce && $0.frame >= next }.sorted { $0.frame < $1.frame }
    }

    /// Sends a command to the JACK thread; `effect` and `answer` are called when it has taken effect. `state` is the state, and
    /// `target` the number of the load, that it leads to. Throws when too many commands wait.
    func send(
        _ command: RealtimeCommand, _ time: GraphTime, state: State? = nil, to target: UInt64? = nil,
        effect: @escaping () -> Void = {}, _ answer: Answer? = nil
    ) throws(EngineError) {
        var command = command
        command.id = sent.newID()
        try time.client.send(command)
        sent.add(
            SentCommands.Command(
                id: command.id, frame: command.frame, state: state, target: target, effect: effect, answer: answer))
    }

    /// Handles the report that command `id` has taken effect at extended JACK frame `frame`.
    func finish(_ id: UInt32, at frame: Int64, _ time: GraphTime) {
        guard let command = sent.remove(id) else { return }
        if let state = command.state { takeState(state) }
        command.effect()
        command.answer?(.success(["at_frame": .int(Int64(time.telemetry.jackFrame(of: frame)))]))
        if let target = command.target { release(target) }
    }

    /// Handles the report that command `id` has no effect: it was withdrawn, or a later locate overtook it.
    func forget(_ id: UInt32) {
        guard let command = sent.remove(id) else { return }
        let overtaken = EngineError.wrongState(tr("A later locate replaced this command"))
        command.answer?(.failure(command.refusal ?? overtaken))
        if let target = command.target { release(target) }
    }

    /// Cancels every command that waits for a future frame, and every load, nudge and roll of the transport; their callers get
    /// `error`. Commands that hold at once are kept, as the JACK thread keeps them: they are answered when they have taken
    /// effect.
    func cancel(_ time: GraphTime, because error: EngineError) throws(EngineError) {
        try withdrawHeld(time, because: error)
        giveUpRequests(error, keepsTake: true)
    }

    /// Cancels every play, pause, stop and locate that waits for its frame; commands that hold at once are kept.
    func takeBack(_ time: GraphTime) throws(EngineError) {
        let isAhead = try withdrawHeld(time, because: .wrongState(tr("A later command cancelled this one before its frame")))
        if isAhead, let destination { try locate(in: destination, to: headed(time), at: RealtimeCommand.atOnce, time) }
    }

    /// Has the JACK thread forget all commands for future frames. Their callers are answered when the JACK thread has reported
    /// them: with `error`, or with success for a command that took effect before. True when the reader may have gone ahead to a
    /// locate that is cancelled.
    @discardableResult
    private func withdrawHeld(_ time: GraphTime, because error: EngineError) throws(EngineError) -> Bool {
        if sent.hasHeld {
            try time.client.send(RealtimeCommand(.cancel))
            sent.withdrawHeld(error)
        }
        return locates.withdrawHeld()
    }

    /// Fails all waiting callers with `error`: no answer can come any more.
    func giveUp(_ error: EngineError) {
        let commands = sent.removeAll()
        locates.removeAll()
        for command in commands { command.answer?(.failure(error)) }
        for target in Set(commands.compactMap(\.target)) { release(target) }
        giveUpRequests(error)
    }

    /// Fails the callers of loads, of nudges and of rolls of the transport with `error`. With `keepsTake` a
    /// recording that no command asked for goes on being loaded.
    private func giveUpRequests(_ error: EngineError, keepsTake: Bool = false) {
        let answers = rollAnswers + nudges.values
        rollAnswers = []
        nudges = [:]
        for answer in answers { answer(.failure(error)) }
        if !keepsTake || opening?.isQuiet == false { cancelOpening(error) }
        if !keepsTake { refuseDelayed(error) }
    }
}
