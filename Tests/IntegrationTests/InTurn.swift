// Suites that use JACK servers come one after another, also where tests run side by side. Any task.
import JackTestSupport
import Testing

/// For a suite as a whole.
struct InTurn: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws { try await ServerTurn.shared.run(function) }
}

extension Trait where Self == InTurn {
    static var inTurn: Self { InTurn() }
}
