// Messages to the hook thread. Values of any thread.
internal import Dictation

extension HookRunner {
    /// A program to run for an event.
    struct Job: Sendable {
        let event: HookEvent
        let program: String
        /// All of it, `NAME=value`.
        let environment: [String]
        /// Bytes for its standard input.
        let input: [UInt8]
        /// Seconds that it may run.
        let limit: Double
    }

    enum Message: Sendable {
        case run(Job)
        /// Run so many at once, at least one.
        case jobs(Int)
        /// Run all that was asked for before, and end.
        case quit
    }
}
