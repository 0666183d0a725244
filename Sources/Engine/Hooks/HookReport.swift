// Report of the program of one event. A value of any thread.
internal import Dictation

/// Runs of the program of one event, and the end of the last one.
struct HookReport: Sendable {
    enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It ran too long and was ended.
        case overdue
        case notStarted(String)
    }

    let event: HookEvent
    var program: String
    var runs = 0
    /// Now at work, or waiting for its turn.
    var running = 0
    var waiting = 0
    /// Not run, since too many waited already.
    var dropped = 0
    var end: End?
    var seconds = 0.0
    var output = ""

    init(_ event: HookEvent, program: String) {
        self.event = event
        self.program = program
    }

    var fields: Fields {
        [
            "event": .text(event.rawValue), "program": .text(program), "runs": .int(Int64(runs)),
            "running": .int(Int64(running)), "waiting": .int(Int64(waiting)), "dropped": .int(Int64(dropped)),
            "status": .text(status), "took_seconds": .double(seconds), "output": .text(output),
        ]
    }

    private var status: String {
        switch end {
        case nil: running > 0 ? "running" : waiting > 0 ? "waiting" : "not run"
        case .exit(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        case .overdue: "overdue"
        case .notStarted(let words): words
        }
    }
}
