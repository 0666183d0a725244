// Runs tests again that failed while the machine stood still. Any task.
import JackTestSupport
import Synchronization
import Testing

/// Trait of suites with a JACK server. Sound needs threads that get their time: a processor that is taken away for longer than
/// the sound that is kept ahead makes a gap, and no engine can help that. A test case whose machine stood still runs again, and its
/// failures do not count; the output has a line for each such run. The last run counts in any case.
struct OnSteadyMachine: SuiteTrait, TestTrait, TestScoping {
    /// Milliseconds from which a failure can be the machine's.
    private static let limit = 150
    /// Runs at most.
    private static let tries = 5

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        for _ in 1..<Self.tries {
            let failure = Failure()
            let filter = IssueHandlingTrait.filterIssues { !failure.isByMachine("\($0)") }
            do {
                try await filter.provideScope(for: test, testCase: testCase) { try await function() }
            } catch {
                guard failure.isByMachine("\(error)") else { throw error }
            }
            guard let words = failure.words else { return }
            print("MEASURED \(words); \(test.name) runs again")
        }
        try await function()
    }

    /// The first failure of a run that the machine can have caused.
    private final class Failure: Sendable {
        private let start = StallWatch.shared.now
        private let found = Mutex<String?>(nil)

        /// The stall and the failure on one line; nil without such a failure.
        var words: String? { found.withLock { $0 } }

        /// True if the machine has stood still since the run began. Ask only at a failure.
        func isByMachine(_ failure: String) -> Bool {
            let stall = StallWatch.shared.longest(since: start)
            guard stall >= OnSteadyMachine.limit else { return false }
            let line = failure.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(300)
            found.withLock { $0 = $0 ?? "stall of \(stall) ms: \(line)" }
            return true
        }
    }
}

extension Trait where Self == OnSteadyMachine {
    static var onSteadyMachine: Self { OnSteadyMachine() }
}
