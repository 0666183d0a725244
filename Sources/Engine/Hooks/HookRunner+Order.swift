// Orders to the hook thread. Any thread; values.
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
        /// Number in the queue of hooks, whose desk is told of the end; nil for a job that runs once.
        var id: Int64?
    }

    /// The end of a job of the queue of hooks.
    enum Event: Sendable {
        /// The program has ended. `isByQuit` is true if it was ended because the engine quits.
        case ended(id: Int64, HookReport.End, output: String, isByQuit: Bool)
        /// The program was not started, since too many wait or the engine quits.
        case notRun(id: Int64)
    }

    /// Orders to the hook thread.
    enum Order: Sendable {
        /// Queue a job.
        case run(Job)
        /// End the program of this job of the queue of hooks, or do not start it.
        case end(id: Int64)
        /// Run up to this many programs at once, at least one.
        case jobs(Int)
        /// Run the jobs that are queued already, for `lastGrace` seconds at most, then end the thread.
        case quit
    }
}
