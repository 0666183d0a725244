// Measures how many engines play at once. Main thread only.

/// Starts one engine after the other, until JACK reports an xrun or an engine runs dry, three times in a row.
struct EnginesBench {
    let plan: PlayPlan
    let ear: ListenerClient
    /// Folder of the files.
    let folder: String
    /// Limit of engines; jackd2 takes 64 clients.
    private static let most = 48

    /// Runs the measurement in both qualities.
    func run() throws(BenchError) -> [PlayResult.Engines] {
        let wave = try SparseWave(folder + "/long.wav", frames: 3600 * plan.rate, rate: plan.rate)
        let stretch = Sound.music(frames: 10 * plan.rate, rate: plan.rate)
        for start in 0..<360 { try wave.put(stretch, at: start * stretch.count) }
        var rows: [PlayResult.Engines] = []
        for quality in ["finer", "faster"] { rows.append(try run(quality, wave)) }
        return rows
    }

    private func run(_ quality: String, _ wave: SparseWave) throws(BenchError) -> PlayResult.Engines {
        var engines: [PlayingEngine] = []
        var trouble = "as many as were tried"
        while engines.count < Self.most {
            let engine = try PlayingEngine(engines.count, folder: folder)
            engines.append(engine)
            try engine.ask("dpc", "quality", quality)
            try engine.ask("rate", "0.8")
            try engine.ask("play", wave.path)
            try engine.ask("loop", "a", "10s", "b", "50m")
            Output.progress("engines: \(engines.count), \(quality)")
            var tries = 3
            var found: String?
            repeat {
                tries -= 1
                found = try look(engines)
            } while found != nil && tries > 0
            if let found {
                trouble = found
                break
            }
        }
        let failed = trouble != "as many as were tried"
        let largest = engines.count - (failed ? 1 : 0)
        while let engine = engines.popLast() { try engine.stop() }
        return .init(quality: quality, largest: largest, limit: trouble)
    }

    /// Watches for the seconds of the plan; returns the failure, or nil.
    private func look(_ engines: [PlayingEngine]) throws(BenchError) -> String? {
        // The start of a new engine is not measured.
        try Interruption.sleep(seconds: 1)
        let xruns = ear.xruns
        let before = try underruns(engines)
        try Interruption.sleep(seconds: plan.seconds)
        let (late, dry) = (ear.xruns - xruns, try underruns(engines) - before)
        return late + dry == 0 ? nil : "\(late) xruns, \(dry) underruns"
    }

    private func underruns(_ engines: [PlayingEngine]) throws(BenchError) -> Int {
        var sum = 0.0
        for engine in engines { sum += try engine.number("underruns") }
        return Int(sum)
    }
}
