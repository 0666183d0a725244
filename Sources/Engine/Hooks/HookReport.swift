// Report on the hook program of one event. Any thread; a value.
internal import Dictation
internal import Messages

/// Counts of the runs of one event's program, and the result of the last run.
struct HookReport: Sendable {
    /// How a run ended.
    enum End: Sendable, Equatable {
        /// The program returned this exit code.
        case exit(Int32)
        /// A signal with this number killed the program.
        case signal(Int32)
        /// The program ran longer than its limit and was ended.
        case overdue
        /// The program could not be started, for this reason.
        case notStarted(StoredText)
    }

    /// The event that the program belongs to.
    let event: HookEvent
    /// The shell command.
    var program: String
    /// False for a program that the settings no longer have.
    var isSet = true
    /// Number of runs since the engine started.
    var runs = 0
    /// Number of runs in progress.
    var running = 0
    /// Number of jobs that wait for their turn.
    var waiting = 0
    /// Number of jobs that were not run because the queue was full.
    var dropped = 0
    /// How the last run ended; nil before the first end.
    var end: End?
    /// Duration of the last run in seconds.
    var seconds = 0.0
    /// The end of the last run's output.
    var output = ""

    /// Makes a report without any run.
    init(_ event: HookEvent, program: String) {
        self.event = event
        self.program = program
    }

    /// True if nothing was ever run, and nothing waits.
    var isEmpty: Bool { end == nil && running == 0 && waiting == 0 && dropped == 0 }

    /// The fields of one line of the verb `hooks`.
    var fields: Fields {
        [
            "event": .text(event.rawValue), "program": .text(program), "runs": .int(Int64(runs)),
            "running": .int(Int64(running)), "waiting": .int(Int64(waiting)), "dropped": .int(Int64(dropped)),
            "status": .text(status), "took_seconds": .double(seconds), "output": .text(output),
        ]
    }

    /// The state or the last result, in words, and if the program is no longer set.
    private var status: String { isSet ? result : result + ", " + tr("no longer set") }

    private var result: String {
        switch end {
        case nil: running > 0 ? "running" : waiting > 0 ? "waiting" : "not run"
        case .exit(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        case .overdue: "overdue"
        case .notStarted(let words): words.description
        }
    }
}
