// Hook thread as others see it. Made and joined by the control loop; any thread but JACK's.

/// The user's programs: jobs go in, reports come out.
struct Hooks: Sendable {
    private let worker: Worker<HookRunner>
    private let board: HookReports

    init() throws(EngineError) {
        let board = HookReports()
        self.board = board
        worker = try Worker(name: "dicta-hooks", wake: WakeSemaphore()) { HookRunner(reports: board) }
    }

    func post(_ message: HookRunner.Message) { worker.post(message) }

    /// One an event that had a program since the engine started.
    var reports: [HookReport] { board.all }

    /// Waits for the end of all programs, after `.quit`.
    func join() { worker.join() }

    /// The same, but for no longer than `seconds`; what runs then goes on by itself.
    func leave(after seconds: Double) { _ = worker.join(within: seconds) }
}
