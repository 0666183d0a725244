// Runs suites that use JACK servers one after another, even among parallel tests. Any task.
import JackTestSupport
import Testing

/// Trait of a whole suite.
struct InTurn: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws { try await ServerTurn.shared.run(function) }
}

extension Trait where Self == InTurn {
    static var inTurn: Self { InTurn() }
}
