// Measures how many engines play at once. Main thread only.

/// Starts engines one after the other, until JACK reports an xrun or an engine runs dry, three times in a row.
struct EnginesBench {
    let plan: PlayPlan
    let ear: ListenerClient
    /// Folder of the files.
    let folder: String
    /// Limit of engines; jackd2 takes 64 clients.
    private static let most = 48
    /// Length of the sound, which all engines repeat.
    private static let minutes = 3

    /// Runs the measurement in both qualities.
    func run() throws(BenchError) -> [PlayResult.Engines] {
        let wave = try SparseWave(folder + "/long.wav", frames: Self.minutes * 60 * plan.rate, rate: plan.rate)
        let stretch = Sound.music(frames: 10 * plan.rate, rate: plan.rate)
        for start in 0..<Self.minutes * 6 { try wave.put(stretch, at: start * stretch.count) }
        var rows: [PlayResult.Engines] = []
        for quality in ["finer", "faster"] { rows.append(try run(quality, wave)) }
        return rows
    }

    /// The failure of one engine more where no number of engines failed.
    static let noLimit = "not tried"

    private func run(_ quality: String, _ wave: SparseWave) throws(BenchError) -> PlayResult.Engines {
        var engines: [PlayingEngine] = []
        for _ in 0..<max(1, plan.engines[quality] ?? 1) { engines.append(try start(engines.count, quality, wave)) }
        var limit = Self.noLimit
        var found = try failure(engines, quality)
        while found == nil, engines.count < Self.most {
            // By a quarter at a time: far beyond its limit the machine would answer nobody.
            for _ in 0..<min(max(1, engines.count / 4), Self.most - engines.count) {
                engines.append(try start(engines.count, quality, wave))
            }
            found = try failure(engines, quality)
        }
        // The last step or the beginning may have been too many by more than one.
        while let words = found, !engines.isEmpty {
            limit = words
            try engines.removeLast().stop()
            found = engines.isEmpty ? nil : try failure(engines, quality)
        }
        let largest = engines.count
        while let engine = engines.popLast() { try engine.stop() }
        return .init(quality: quality, largest: largest, limit: limit)
    }

    /// Starts one more engine, which plays.
    private func start(_ number: Int, _ quality: String, _ wave: SparseWave) throws(BenchError) -> PlayingEngine {
        let engine = try PlayingEngine(number, folder: folder)
        try engine.ask("dpc", "quality", quality)
        try engine.ask("rate", "0.8")
        try engine.ask("play", wave.path)
        try engine.ask("loop", "a", "10s", "b", "2m50s")
        return engine
    }

    /// Watches up to three times; returns the last failure, or nil if one time went well.
    private func failure(_ engines: [PlayingEngine], _ quality: String) throws(BenchError) -> String? {
        Output.progress("engines: \(engines.count), \(quality)")
        var found: String?
        for _ in 0..<3 {
            found = try look(engines)
            if found == nil { break }
        }
        return found
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
