// The transcriber: a long recording, loops, rate and pitch, cue and review, places. Main thread only.
import JackTestSupport
import TestSupport

extension Person {
    static var transcriber: Person {
        Person(
            name: "transcriber", feed: .coarse, options: [], settings: "rec-bits = 16\nbackstep = 1.5s\n",
            acts: [
                { seat in
                    // An imported file of another rate is resampled.
                    guard seat.listening == nil, let file = seat.makeSpeech() else { return [] }
                    seat.listening = "interview"
                    return [.after(1...2, "import", file, "name", "interview"), .after(1...2, "load", "interview")]
                },
                { seat in
                    let name = seat.listening ?? "rest"
                    return [
                        .after(1...2, "play", name, "from", "\(seat.roll(40))s"), .after(3...8, "loop", "a"),
                        .after(2...6, "loop", "b"), .after(4...15, "rate", ["0.8", "0.65", "0.9"][seat.roll(3)]),
                        .after(3...10, "pitch", ["-150", "100", "0"][seat.roll(3)]), .after(3...10, "loop", "clear"),
                        .after(1...3, "rate", "1"), .after(1...3, "pitch", "0"), .after(2...6, "pause"),
                    ]
                },
                { seat in
                    let name = seat.listening ?? "rest"
                    return [
                        .after(1...2, "play", name, "from", "5s"), .after(2...5, "cue"), .after(1...2, "cue", "off"),
                        .after(2...5, "nudge", "-5s"), .after(2...5, "review"), .after(0.5...1.5, "review", "off"),
                        .after(1...3, "mark", "doubt"), .perhaps(1...3, "previous"), .perhaps(2...5, "next"),
                        .after(1...3, "skip", "silence"), .after(3...6, "skip", "off"), .perhaps(1...3, "stop", "what", "play"),
                    ]
                },
                { seat in
                    let name = seat.listening ?? "rest"
                    return [.after(1...2, "load", name)]
                        + (0..<6).map { _ in .after(1...4, "locate", "\(seat.roll(50)).\(seat.roll(10))s") }
                        + [
                            .after(1...2, "play", name), .after(2...5, "rate", "1.5"), .after(2...5, "dpc", "off", "yes"),
                            .after(1...2, "rate", "1"), .perhaps(1...2, "stop", "what", "play"),
                        ]
                },
                { seat in
                    [
                        .after(1...2) { seat throws(EngineProcess.Trouble) in try seat.record("remark") },
                        .after(4...20) { seat throws(EngineProcess.Trouble) in try seat.stop() },
                    ]
                },
            ])
    }
}

extension Seat {
    /// Makes a minute of sound with silences, at a rate that is not the server's; nil where sox fails.
    func makeSpeech() -> String? {
        let path = engine.folder.file("interview.wav")
        let words = ["-n", "-r", "44100", "-c", "2", path, "synth", "2.5", "sine", "220-440", "vol", "0.3", "pad", "0", "1.5"]
        return Process.run("/usr/bin/sox", words + ["repeat", "14"]).code == 0 ? path : nil
    }
}
