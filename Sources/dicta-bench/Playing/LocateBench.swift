// Measures how soon a locate in a long file is heard. Main thread only.

/// A day of silence, most of it a hole, with a tone at each measured place. The player plays silence when the locate comes,
/// so the first sound heard is the new one.
struct LocateBench {
    let plan: PlayPlan
    let ear: ListenerClient
    /// Folder of the files.
    let folder: String

    /// Runs all locates, both with the file in memory and without.
    func run() throws(BenchError) -> [PlayResult.Times] {
        let day = 24 * 3600 * plan.rate
        let wave = try SparseWave(folder + "/day.wav", frames: day, rate: plan.rate)
        // Places all over the day; each locate comes from the silence beside its place.
        let places = (0..<plan.rounds).map { (2 * $0 + 1) * (day / (2 * plan.rounds)) }
        let tone = Sound.sine(1000, frames: 2 * plan.rate, rate: plan.rate)
        for place in places { try wave.put(tone, at: place) }
        let engine = try PlayingEngine(0, folder: folder)
        try engine.ask("play", wave.path)
        try ear.connect(from: engine.client)
        var rows: [PlayResult.Times] = []
        for (rate, name) in [("1", "rate 1"), ("0.8", "rate 0.8")] {
            try engine.ask("rate", rate)
            for isCold in [true, false] {
                Output.progress("locate: \(name), \(isCold ? "cold" : "warm")")
                var times: [Double] = []
                for place in places {
                    try engine.ask("locate", "\(plan.rate)f")
                    try Interruption.sleep(seconds: 0.7)
                    if isCold {
                        try wave.drop()
                        guard !wave.isResident(place + 1000) else {
                            throw .unfit("\(plan.folder) keeps files in memory: name a --folder on a disk")
                        }
                    }
                    times.append(try time(engine, place))
                }
                rows.append(.init("\(name), \(isCold ? "cold" : "warm")", times))
            }
        }
        try engine.stop()
        return rows
    }

    private func time(_ engine: PlayingEngine, _ place: Int) throws(BenchError) -> Double {
        let asked = ear.now
        try engine.ask("locate", "\(place)f")
        for _ in 0..<100 {
            let heard = ear.heard(from: asked)
            // Frames from before the command are left out; a tenth of the tone's peak counts as the sound.
            if let first = heard.firstIndex(where: { abs($0) > 0.05 }) { return Double(first) * 1000 / Double(plan.rate) }
            try Interruption.sleep(seconds: 0.05)
        }
        throw .unfit("frame \(place) was not heard within five seconds")
    }
}
