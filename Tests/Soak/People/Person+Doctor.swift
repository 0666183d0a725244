// The doctor: voice activation, FLAC, drafts, takes at the end. Main thread only.
import JackTestSupport

extension Person {
    static var doctor: Person {
        Person(
            name: "doctor", feed: .voice, options: [],
            settings: "rec-format = flac\nrec-bits = 24\nvoice-lead = 0.25\nvoice-hold = 0.5\n",
            acts: [
                { seat in
                    [
                        .after(1...4) { seat throws(EngineProcess.Trouble) in
                            try seat.record("letter", "voice", "yes", "draft", "yes")
                        },
                        // A cycle of the signal has two stretches of sound: none of these takes is empty.
                        sounds(12...30) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(1...4) { seat throws(EngineProcess.Trouble) in
                            try seat.record(into: name, "append", "voice", "yes")
                        },
                        sounds(12...25) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                        .after(1...3, "play", name, "from", "0"), .perhaps(3...8, "stop", "what", "play"),
                        .after(1...2, "complete", name),
                    ]
                },
                { seat in
                    [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in try seat.record("note", "auto-pause", "yes") },
                        .after(4...12, "pause"), .after(1...5, "resume"),
                        sounds(10...20) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(1...3, "note", name, "text", "checked"), .after(1...2, "silences", name),
                        .after(1...2, "analyse", name),
                    ]
                },
            ])
    }

    /// A step after so many seconds of the signal, whatever the pace is: the sound has its own time.
    private static func sounds(
        _ seconds: ClosedRange<Double>, _ work: @escaping (Seat) throws(EngineProcess.Trouble) -> Void
    ) -> PlannedStep {
        var step = PlannedStep(pause: seconds, work: work)
        step.hasOwnTime = true
        return step
    }
}
