// One test at a time uses a JACK server. Any task.

/// Lets one test of this process at a time run: a process can talk to one server, which its environment names.
public actor ServerTurn {
    /// The turn of this process.
    public static let shared = ServerTurn()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs the work after all earlier calls have finished theirs.
    public func run(_ work: @Sendable () async throws -> Void) async throws {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        defer {
            // The turn is handed on and stays taken: a new caller cannot overtake those that wait.
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        try await work()
    }
}
