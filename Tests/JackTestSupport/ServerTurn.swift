// Who may use JACK servers. Any task.

/// One test of this process at a time may: a process can talk to one server, which its environment names.
public actor ServerTurn {
    public static let shared = ServerTurn()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does it when all who came before have done theirs.
    public func run(_ work: @Sendable () async throws -> Void) async throws {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        defer {
            // Handed on, it stays taken: nobody who comes now is before those that wait.
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        try await work()
    }
}
