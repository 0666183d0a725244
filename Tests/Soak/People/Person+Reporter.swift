// The reporter: W64 in 24 bits, pauses and resumes by hand. Main thread only.
import Dictation
import JackTestSupport

extension Person {
    static var reporter: Person {
        Person(
            name: "reporter", feed: .fine, options: [], settings: "rec-format = w64\nrec-bits = 24\n",
            acts: [
                { seat in
                    [.after(1...3) { seat throws(EngineProcess.Trouble) in try seat.record("report") }]
                        + pauses(4 + seat.roll(8))
                        + [.after(2...8) { seat throws(EngineProcess.Trouble) in try seat.stop(checking: 8) }]
                },
                { seat in
                    // One key for all.
                    [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in
                            let reply = try seat.ask("toggle", ["rec"])
                            seat.begin(reply.fields.text("name"))
                        },
                        .after(3...9, "toggle", "rec"), .after(1...4, "toggle", "rec"),
                        .after(2...6, "mark", "quote"),
                        .after(3...9) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    [.after(1...3) { seat throws(EngineProcess.Trouble) in try seat.record("long") }]
                        + pauses(20 + seat.roll(20))
                        + [.after(2...8) { seat throws(EngineProcess.Trouble) in try seat.stop(checking: 10) }]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [.after(1...3, "play", name), .perhaps(3...12, "stop", "what", "play"), .after(1...2, "info", name)]
                },
            ])
    }

    private static func pauses(_ count: Int) -> [PlannedStep] {
        (0..<count).flatMap { _ -> [PlannedStep] in [.after(0.5...6, "pause"), .after(0.3...5, "resume")] }
    }
}
