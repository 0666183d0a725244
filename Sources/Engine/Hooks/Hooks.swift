// Handle of the hook thread. Any thread but JACK's; the thread that makes it also joins it.
internal import Dictation

/// Runs the user's programs on a thread of their own: jobs go in, reports come out.
struct Hooks: Sendable {
    private let worker: Worker<HookRunner>
    private let board: HookReports

    /// Starts the hook thread. Throws `EngineError.system` if the system refuses a thread.
    init() throws(EngineError) {
        let board = HookReports()
        self.board = board
        worker = try Worker(name: "dicta-hooks", wake: WakeSemaphore()) { HookRunner(reports: board) }
    }

    /// Sends a message to the hook thread. Does not block.
    func post(_ message: HookRunner.Message) { worker.post(message) }

    /// Notes that the program of an event was not started, for this reason.
    func refuse(_ event: HookEvent, program: String, because words: String) {
        board.note(event, program: program) { $0.end = .notStarted(words) }
    }

    /// One report for each event that has had a program since the engine started.
    var reports: [HookReport] { board.all }

    /// Waits until all programs have ended. Call after `.quit`; may block.
    func join() { worker.join() }

    /// Waits for the programs for `seconds` at most; programs that still run then go on by themselves. Call after `.quit`.
    func leave(after seconds: Double) { _ = worker.join(within: seconds) }
}
