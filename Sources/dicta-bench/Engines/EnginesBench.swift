// Room: dicta-bench. The main thread. How many engines play at once.

/// One more after the other, until JACK reports an xrun or an engine runs dry, three times in a row.
struct EnginesBench {
    private let plan: PlayPlan
    private let ear: EarClient
    private let folder: String
    /// jackd2 takes 64 clients.
    private static let most = 48

    init(_ plan: PlayPlan, _ ear: EarClient, folder: String) {
        self.plan = plan
        self.ear = ear
        self.folder = folder
    }

    func run() throws(BenchError) -> [PlayResult.Engines] {
        let tape = try TapeFile(folder + "/long.wav", frames: 3600 * plan.rate, rate: plan.rate)
        let stretch = Sound.music(frames: 10 * plan.rate, rate: plan.rate)
        for start in 0..<360 { try tape.put(stretch, at: start * stretch.count) }
        var rows: [PlayResult.Engines] = []
        for quality in ["finer", "faster"] { rows.append(try run(quality, tape)) }
        return rows
    }

    private func run(_ quality: String, _ tape: TapeFile) throws(BenchError) -> PlayResult.Engines {
        var decks: [Deck] = []
        var trouble = "as many as were tried"
        while decks.count < Self.most {
            let deck = try Deck(decks.count, folder: folder)
            decks.append(deck)
            try deck.ask("dpc", "quality", quality)
            try deck.ask("rate", "0.8")
            try deck.ask("play", tape.path)
            try deck.ask("loop", "a", "10s", "b", "50m")
            Output.progress("engines: \(decks.count), \(quality)")
            var tries = 3
            var found: String?
            repeat {
                tries -= 1
                found = try look(decks)
            } while found != nil && tries > 0
            if let found {
                trouble = found
                break
            }
        }
        let failed = trouble != "as many as were tried"
        let largest = decks.count - (failed ? 1 : 0)
        while let deck = decks.popLast() { try deck.stop() }
        return .init(quality: quality, largest: largest, limit: trouble)
    }

    /// What goes wrong in so many seconds; nil is nothing.
    private func look(_ decks: [Deck]) throws(BenchError) -> String? {
        // A new one's start is not measured.
        try Interruption.sleep(seconds: 1)
        let xruns = ear.xruns
        let before = try underruns(decks)
        try Interruption.sleep(seconds: plan.seconds)
        let (late, dry) = (ear.xruns - xruns, try underruns(decks) - before)
        return late + dry == 0 ? nil : "\(late) xruns, \(dry) underruns"
    }

    private func underruns(_ decks: [Deck]) throws(BenchError) -> Int {
        var sum = 0.0
        for deck in decks { sum += try deck.number("underruns") }
        return Int(sum)
    }
}
