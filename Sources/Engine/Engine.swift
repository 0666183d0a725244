// The engine: its desks, and the one loop that runs them. The thread that makes the engine runs it.
internal import CLinux
internal import Control
internal import Dictation
internal import Glibc
internal import Storage

/// The composition root, and the control loop.
///
/// All state of the engine is owned by desks, each of which has one capability; the loop gives each its turn and sleeps until
/// something is there for one of them. Nothing in the loop blocks: what may take long is done by a desk's thread.
public final class Engine {
    let desks: Desks
    private let options: EngineOptions
    private let board: Switchboard
    private let wake: WakeDescriptor
    private let signals: SignalDescriptor
    /// Posted by process callbacks for as long as a client lives, be it one that libjack never lets go of.
    private let semaphores = WakeSemaphores()
    /// Passes the JACK thread's word on.
    private let controlWake: Worker<ControlWake>
    private let seat: SessionSeat?
    /// Those who asked for the end.
    private var quitAnswers: [WholeAnswer] = []
    private(set) var isQuitting = false

    /// Makes everything but the JACK client, for which the loop waits patiently. Blocks on the disk.
    public convenience init(_ options: EngineOptions) throws(EngineError) { try self.init(options, session: nil) }

    /// - Parameter session: the place in a session that this engine takes; nil without a session manager.
    init(_ options: EngineOptions, session seat: SessionSeat?) throws(EngineError) {
        guard options.preRollSeconds <= 600 else { throw .usage("a pre-roll of more than 10 minutes is not kept: ask for less") }
        self.options = options
        self.seat = seat
        signals = try SignalDescriptor()
        try EngineLog.start()
        wake = try WakeDescriptor()
        board = Switchboard()
        desks = try Desks(board, options, seat: seat, semaphores: semaphores, wake: wake)
        let wake = wake
        controlWake = try Worker(name: "dicta-wake", wake: semaphores.control) { ControlWake(wake) }
        board.engine = self
    }

    /// Troubles found while it was made, in words.
    var troubles: [String] { desks.sessions.troubles }

    /// Runs until told to quit. True when every take was closed without trouble.
    public func run() -> Bool {
        EngineLog.say(
            "engine '\(options.name)' listens at \(desks.requests.urls.joined(separator: ", ")), records to "
                + desks.library.library.folder)
        desks.settings.start()
        desks.sessions.start()
        desks.media.start()
        desks.jack.start()
        while !isQuitting {
            sleep()
            if let signal = signals.take() {
                EngineLog.say("signal \(signal): closing")
                isQuitting = true
            }
            let now = Moment.now
            for desk in desks.all { desk.turn(now) }
        }
        return close()
    }

    /// Waits until something is there for a desk. Milliseconds.
    private func sleep() {
        var descriptors = desks.all.flatMap(\.descriptors)
        for own in [wake.descriptor, signals.descriptor] {
            descriptors.append(pollfd(fd: own, events: Int16(POLLIN), revents: 0))
        }
        let longest: Int32 = board.takeFreshness() ? 0 : 1000
        let pause = desks.all.map(\.timeout).filter { $0 >= 0 }.reduce(longest, min)
        // An interrupted wait is only an early look.
        if unsafe poll(&descriptors, nfds_t(descriptors.count), pause) > 0 { board.tell(.woken) }
        wake.clear()
    }

    // MARK: The end

    /// Ends the loop after this round.
    func quit() { isQuitting = true }

    /// The same, for somebody who waits for the end.
    func quit(_ answer: @escaping WholeAnswer) {
        quitAnswers.append(answer)
        isQuitting = true
    }

    /// Closes all in order: the take first.
    private func close() -> Bool {
        let (recording, playing) = (desks.recording, desks.playing)
        let wasOpen = recording.state != .idle
        playing.quit()
        recording.quit()
        desks.monitor.quit()
        recording.join()
        playing.join()
        desks.monitor.join()
        desks.connections.keep()
        desks.library.quit()
        desks.settings.quit()
        desks.disk.quit()
        let quitting = "quitting"
        let hint = "the engine was told to quit"
        desks.midi.endLesson(.failure(.forbidden(verb: "learn", state: quitting, hint: hint)))
        desks.monitor.giveUp(.forbidden(verb: "monitor", state: quitting, hint: hint))
        recording.giveUp(.forbidden(verb: "wait", state: quitting, hint: hint))
        desks.markers.giveUp(.forbidden(verb: "mark", state: quitting, hint: hint))
        playing.giveUp(.forbidden(verb: "play", state: quitting, hint: hint))
        // An asker who hears that the engine has ended may end the server: then the engine has to be out of it.
        desks.jack.quit(patience: seat == nil ? 3 : 1)
        let result = wasOpen ? recording.last.map(TakeReport.result) ?? .success([:]) : .success([:])
        desks.requests.giveUpSchedule()
        for answer in quitAnswers { answer(result.map { _ in Reply() }) }
        desks.requests.quit(seat?.next == nil ? hint : "the engine opens another project: ask again")
        // Programs that were told of the end of a take have a little time yet.
        desks.hooks.quit(isInSession: seat != nil)
        controlWake.post(.quit)
        controlWake.join()
        return recording.last?.troubles.isEmpty ?? true
    }
}
