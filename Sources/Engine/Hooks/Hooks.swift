// Handle of the hook thread. Any thread but JACK's; the thread that makes it also joins it.
internal import Dictation
internal import Messages
internal import Threads

/// Runs the user's programs on a thread of their own: jobs go in, reports come out.
struct Hooks: Sendable {
    private let worker: Worker<HookRunner>
    private let board: HookReports
    private let events: Mailbox<HookRunner.Event>

    /// Starts the hook thread; `loop` is woken by the end of jobs of the queue of hooks. Throws `EngineError.system` if the
    /// system refuses a thread.
    init(wake loop: WakeDescriptor? = nil) throws(EngineError) {
        let board = HookReports()
        self.board = board
        let events = Mailbox<HookRunner.Event> { loop?.wake() }
        self.events = events
        worker = try Worker(name: "dicta-hooks", wake: WakeSemaphore()) { HookRunner(reports: board, outbox: events) }
    }

    /// The ends of jobs of the queue of hooks since the last call. One thread.
    func takeEnds() -> [HookRunner.Event] { events.take() }

    /// Sends an order to the hook thread. Does not block.
    func post(_ order: HookRunner.Order) { worker.post(order) }

    /// Notes that the program of an event was not started, for this reason.
    func refuse(_ event: HookEvent, program: String, because words: StoredText) {
        board.note(event, program: program) { $0.end = .notStarted(words) }
    }

    /// One report for each event that has had a program since the engine started.
    var reports: [HookReport] { board.all }

    /// Waits until all programs have ended. Call after `.quit`; may block.
    func join() { worker.join() }

    /// Waits for the programs for `seconds` at most; programs that still run then go on by themselves. Call after `.quit`.
    func leave(after seconds: Double) { _ = worker.join(within: seconds) }
}
