// The editor: CAF in float, takes into recordings, cuts, moves, undo, markers, playing. Main thread only.
import JackTestSupport

extension Person {
    static var editor: Person {
        Person(
            name: "editor", feed: .fine, options: [], settings: "rec-format = caf\n",
            acts: [
                { seat in
                    [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in try seat.record("scene") },
                        .after(2...6, "mark", "begin"), .after(2...6, "mark", "middle"),
                        .after(3...12) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return ["append", "insert", "overwrite"].flatMap { verb -> [PlannedStep] in
                        [
                            .after(1...4) { seat throws(EngineProcess.Trouble) in
                                if verb == "append" {
                                    try seat.record(into: name, verb)
                                } else {
                                    try seat.record(into: name, verb, "at", "0.3s")
                                }
                            },
                            .after(2...8) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                        ]
                    } + [.after(1...2, "undo", name), .after(1...2, "redo", name)]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(1...3, "cut", name, "from", "0.1s", "until", "0.2s"),
                        .after(1...3, "move", name, "from", "0s", "until", "0.2s", "before", "0.4s"),
                        .after(1...3, "play", name), .perhaps(2...6, "next"), .perhaps(2...6, "previous"),
                        .after(1...4, "mark", "here"), .perhaps(2...6, "stop", "what", "play"),
                        .after(1...2, "undo", name), .after(1...2, "undo", name), .after(1...2, "marks", name),
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(1...3, "export", name, "to", seat.newPath("wav"), "background", "yes"),
                        .after(1...3, "peaks", name, "columns", "200"), .after(2...5, "describe", name),
                    ]
                },
                { seat in
                    // The queue, with monitoring beside it.
                    let names = (0..<3).compactMap { _ in seat.anyRecording }
                    guard names.count == 3 else { return [] }
                    return [
                        .after(1...2, "monitor", "direct"), .after(1...3, "play", names[0]), .after(3...9, "locate", "0.1s"),
                        .perhaps(2...6, "stop", "what", "play"), .after(1...2, "monitor", "off"),
                    ]
                },
            ])
    }
}
