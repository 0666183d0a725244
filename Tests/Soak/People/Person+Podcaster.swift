// The podcaster: WAV in float, pre-roll, splits, cuts, delivery. Main thread only.
import JackTestSupport

extension Person {
    static var podcaster: Person {
        Person(
            name: "podcaster", feed: .fine, options: ["--preroll", "5s"], settings: "",
            acts: [
                { seat in
                    [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in try seat.record("episode", "preroll", "3s") },
                        .after(5...20, "split"), .after(3...15, "mark", "cough"), .after(5...20, "split"),
                        .after(5...20) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    [
                        .after(1...3) { seat throws(EngineProcess.Trouble) in
                            try seat.record("series", "preroll", "1s", "split-every", "\(5 + seat.roll(10))s")
                        },
                        .after(20...60) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    [
                        .after(1...2) { seat throws(EngineProcess.Trouble) in
                            try seat.record("chapters", "split-at-markers", "yes")
                        },
                        .after(3...10, "mark", "one"), .after(3...10, "mark", "two"),
                        .after(3...10) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [
                        .after(2...6, "cut", name, "from", "0.2s", "until", "0.4s"), .after(1...3, "play", name),
                        .perhaps(4...10, "stop", "what", "play"), .after(1...2, "undo", name),
                    ]
                },
                { seat in
                    guard let name = seat.anyRecording else { return [] }
                    return [.after(2...5, "deliver", name, "background", "yes"), .after(5...10, "operations")]
                },
            ])
    }
}
