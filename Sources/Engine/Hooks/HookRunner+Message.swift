// Messages to the hook thread. Any thread; values.
internal import Dictation

extension HookRunner {
    /// A program to run for an event.
    struct Job: Sendable {
        let event: HookEvent
        let program: String
        /// The complete environment, each entry as `NAME=value`.
        let environment: [String]
        /// Bytes for the program's standard input.
        let input: [UInt8]
        /// Seconds that the program may run.
        let limit: Double
    }

    /// Messages to the hook thread.
    enum Message: Sendable {
        /// Queue a job.
        case run(Job)
        /// Run up to this many programs at once, at least one.
        case jobs(Int)
        /// Run the jobs that are queued already, for `lastGrace` seconds at most, then end the thread.
        case quit
    }
}
