// The engine: its desks and the control loop, which runs them. Only the thread that makes the engine may run it.
internal import Control
internal import Dictation
internal import Messages
internal import Recorder
internal import Settings
internal import Storage
internal import System
public import Threads

/// The composition root and the control loop.
///
/// Desks own all state of the engine, and each desk has one capability. The loop gives each desk its turn, then sleeps until a
/// desk has something to do. Nothing in the loop blocks: a desk gives work that may take long to a thread of its own.
public final class Engine {
    /// The desks of this engine.
    let desks: Desks
    private let options: EngineOptions
    private let board: Switchboard
    private let wake: WakeDescriptor
    private let signals: SignalDescriptor
    /// Posted by process callbacks while a client lives, which can be longer than planned: libjack may never release a client.
    private let semaphores = WakeSemaphores()
    /// Passes wake-ups of the JACK thread on to the control loop.
    private let controlWake: Worker<ControlWake>
    private let seat: SessionSeat?
    /// Tells the next start how this engine ended; nil where there is no place for it.
    private let runFile: RunFile?
    /// Signs of life of the control loop, and the thread that watches them.
    private let pulse: LoopPulse
    private let watch: Worker<LoopWatch>
    /// Askers of `quit`, answered at the very end.
    private var quitAnswers: [WholeAnswer] = []
    /// Words that refuse a request once everything is closed; nil before.
    private(set) var closedWords: String?
    /// True once the engine was told to quit.
    private(set) var isQuitting = false

    /// Makes everything except the JACK client; the loop waits for a server without a time limit. Blocks on the disk.
    public convenience init(_ options: EngineOptions) throws(EngineError) { try self.init(options, session: nil) }

    /// Makes an engine. Blocks on the disk.
    ///
    /// - Parameter session: the engine's seat in a session; nil without a session manager.
    init(_ options: EngineOptions, session seat: SessionSeat?) throws(EngineError) {
        guard options.preRollSeconds <= 600 else {
            throw .usage(tr("a pre-roll of more than 10 minutes is not kept: ask for less"))
        }
        self.options = options
        self.seat = seat
        signals = try SignalDescriptor.ends()
        try EngineLog.start()
        EngineLog.show(options.settings.current.text(.logLevel).flatMap(LogLevel.init) ?? .info)
        wake = try WakeDescriptor()
        board = Switchboard()
        var runFile: RunFile?
        desks = try Desks(board, options, seat: seat, semaphores: semaphores, wake: wake) {
            runFile = RunFile(engine: options.name) { ThisProcess.variable($0) }
            return runFile?.before
        }
        self.runFile = runFile
        let pulse = LoopPulse(names: desks.all.map { "\(type(of: $0))" })
        self.pulse = pulse
        desks.life.pulse = pulse
        desks.requests.pulse = pulse
        let service = options.service
        watch = try Worker(name: "dicta-watch", wake: WakeSemaphore()) { LoopWatch(pulse, service) }
        let wake = wake
        controlWake = try Worker(name: "dicta-wake", wake: semaphores.control) { ControlWake(wake) }
        board.engine = self
    }

    /// Problems found while the engine was made, as sentences for the user.
    var troubles: [StoredText] { desks.sessions.troubles }

    /// Runs the control loop until the engine is told to quit. True if every take was closed without trouble.
    public func run() -> Bool {
        EngineLog.say(
            .info, .engine,
            "engine '\(plain: options.name)' \(plain: Version.text) listens at \(desks.requests.urls.joined(separator: ", ")), records to \(desks.library.library.folder)"
        )
        desks.settings.start()
        desks.sessions.start()
        desks.media.start()
        desks.jack.start()
        desks.life.start()
        while !isQuitting {
            sleep()
            takeSignal()
            let now = Moment.now
            for (number, desk) in desks.all.enumerated() {
                pulse.enter(number)
                desk.turn(now)
            }
            pulse.beat()
        }
        pulse.enter(LoopPulse.Place.closing)
        desks.life.quit()
        let isClean = close()
        watch.post(.quit)
        watch.join()
        runFile?.end()
        return isClean
    }

    /// Ends the loop after this round if a signal has come that asks for it.
    private func takeSignal() {
        guard let signal = signals.take() else { return }
        EngineLog.say(.info, .engine, "signal \(signal): closing")
        isQuitting = true
    }

    /// Sleeps until a desk has something to do, for one second at most.
    private func sleep() {
        var descriptors = desks.all.flatMap(\.descriptors)
        for own in [wake.descriptor, signals.descriptor] {
            descriptors.append(PollEntry(own))
        }
        let longest: Int32 = board.takeFreshness() ? 0 : 1000
        let pause = desks.all.map(\.timeout).filter { $0 >= 0 }.reduce(longest, min)
        // An interrupted poll(2) costs one needless round.
        if let ready = try? Poll.wait(descriptors, milliseconds: pause), ready > 0 { board.tell(.woken) }
        wake.clear()
    }

    // MARK: Quit

    /// True once the engine was told to quit, be it by a signal that has come just now: who asks if it runs must not rely on it.
    var isEnding: Bool {
        takeSignal()
        return isQuitting
    }

    /// Ends the loop after this round.
    func quit() { isQuitting = true }

    /// Ends the loop after this round and calls `answer` once everything is closed.
    func quit(_ answer: @escaping WholeAnswer) {
        quitAnswers.append(answer)
        isQuitting = true
    }

    /// Closes everything in order, beginning with the take. Blocks until the take is on the disk. True if every take was closed
    /// without trouble.
    private func close() -> Bool {
        let (recording, playing) = (desks.recording, desks.playing)
        let wasOpen = recording.state != .idle && recording.state != .counting
        desks.hookQueue.beginQuit()
        desks.sessions.quit()
        playing.quit()
        recording.quit()
        desks.monitor.quit()
        desks.cues.quit()
        recording.join()
        desks.notifications.quit()
        playing.join()
        desks.monitor.join()
        desks.questions.quit()
        desks.prompts.quit()
        desks.timer.quit()
        desks.schedule.quit()
        desks.cues.join()
        desks.connections.keep()
        desks.library.quit()
        desks.settings.quit()
        desks.disk.quit()
        let hint = tr("the engine was told to quit")
        let unfinished = EngineError.wrongState(tr("The engine was told to quit before this was done"))
        desks.midi.lessons.endLesson(.failure(unfinished))
        desks.pedals.quit(unfinished)
        desks.sources.giveUp(unfinished)
        desks.monitor.giveUp(unfinished)
        desks.cues.giveUp(unfinished)
        recording.giveUp(unfinished)
        desks.markers.giveUp(unfinished)
        playing.giveUp(unfinished)
        // A user who is told that the engine has ended may stop the JACK server next, so the client leaves the server first.
        desks.jack.quit(patience: seat == nil ? 3 : 1)
        let result = wasOpen ? recording.last.map(TakeReport.result) ?? .success([:]) : .success([:])
        desks.requests.giveUpSchedule()
        for answer in quitAnswers { answer(result.map { _ in Reply() }) }
        closedWords = seat?.next == nil ? hint : tr("the engine opens another project: ask again")
        desks.requests.quit(keepsPath: seat?.next != nil)
        desks.media.quit()
        // Hooks that were told of the end of the take get a little time to finish.
        desks.hookQueue.runLast()
        desks.hooks.quit(isInSession: seat != nil)
        desks.hookQueue.endQuit()
        controlWake.post(.quit)
        controlWake.join()
        return recording.last?.troubles.isEmpty ?? true
    }
}
