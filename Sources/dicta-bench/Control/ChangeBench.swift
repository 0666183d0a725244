// Measures how soon a change of rate or pitch is heard. Main thread only.
import System

/// Time from a command to the middle of the crossfade.
struct ChangeBench {
    let plan: PlayPlan
    let ear: ListenerClient
    /// Folder of the files.
    let folder: String

    /// Runs all changes; returns a row for each kind of change and quality.
    func run() throws(BenchError) -> [PlayResult.Times] {
        let hour = 3600 * plan.rate
        // The noise repeats ten times a second, so an unchanged output repeats itself.
        let kinds =
            [("tone", Sound.sine(500, frames: plan.rate, rate: plan.rate))]
            + [("noise", Sound.noise(period: plan.rate / 10, frames: plan.rate / 10 * 10))]
        var waves: [SparseWave] = []
        for (name, second) in kinds {
            let wave = try SparseWave(folder + "/\(name).wav", frames: hour, rate: plan.rate)
            for start in 0..<min(3600, 4 * plan.rounds + 60) { try wave.put(second, at: start * plan.rate) }
            waves.append(wave)
        }
        let engine = try PlayingEngine(0, folder: folder)
        try ear.connect(from: engine.client)
        var rows: [PlayResult.Times] = []
        for quality in ["finer", "faster"] {
            Output.progress("change: \(quality)")
            try engine.ask("dpc", "quality", quality)
            try engine.ask("play", waves[0].path)
            try Interruption.sleep(seconds: 1)
            var times: [Double] = []
            for round in 0..<plan.rounds {
                let isUp = round.isMultiple(of: 2)
                let asked = try change(engine, "pitch", isUp ? "1200" : "0")
                times.append(try pitchTime(from: asked, isUp: isUp))
            }
            rows.append(.init("pitch 0 to 1200 and back, \(quality)", times))
            try engine.ask("dpc", "off", "yes")
            try engine.ask("play", waves[1].path)
            try Interruption.sleep(seconds: 1)
            times = []
            for round in 0..<plan.rounds {
                let rate = round.isMultiple(of: 2) ? 2.0 : 0.5
                let asked = try change(engine, "rate", "\(rate)")
                times.append(try departure(from: asked))
                try engine.ask("rate", "1")
                try Interruption.sleep(seconds: 0.5)
            }
            rows.append(.init("rate 1 to 2 or 0.5, \(quality)", times))
        }
        let underruns = try engine.number("underruns")
        try engine.stop()
        guard underruns == 0 else { throw .unfit("\(Int(underruns)) underruns while it was changed") }
        return rows
    }

    /// Changes a value, and returns the frame of the command after the change is over.
    private func change(_ engine: PlayingEngine, _ verb: String, _ value: String) throws(BenchError) -> Int {
        // The command comes at a random place within the period.
        try Interruption.sleep(seconds: 0.3 + Double.random(in: 0...0.02))
        let asked = ear.now
        try engine.ask(verb, value)
        try Interruption.sleep(seconds: 0.5)
        return asked
    }

    private func pitchTime(from asked: Int, isUp: Bool) throws(BenchError) -> Double {
        let heard = ear.heard(from: asked)
        let (before, after) = isUp ? (500.0, 1000.0) : (1000, 500)
        let width = plan.rate * 6 / 1000
        for start in stride(from: 0, to: heard.count - width, by: 12) {
            let part = heard[start..<start + width]
            let new = energy(part, at: after)
            if new > 1e-6, new > energy(part, at: before) { return Double(start + width / 2) * 1000 / Double(plan.rate) }
        }
        throw .unfit("a change of pitch was not heard within half a second")
    }

    /// Milliseconds until the output differs from the output a tenth of a second before: the middle of the crossfade.
    private func departure(from asked: Int) throws(BenchError) -> Double {
        let period = plan.rate / 10
        let heard = ear.heard(from: asked - period)
        let width = plan.rate / 1000
        for start in stride(from: period, to: heard.count - width, by: width / 4) {
            var (change, energy) = (Float(0), Float(0))
            for i in start..<start + width {
                let step = heard[i] - heard[i - period]
                change += step * step
                energy += heard[i - period] * heard[i - period]
            }
            if change > energy / 2 { return Double(start + width / 2 - period) * 1000 / Double(plan.rate) }
        }
        throw .unfit("a change of rate was not heard within half a second")
    }

    /// Energy of a slice under a Hann window, at one frequency in Hz.
    private func energy(_ part: ArraySlice<Float>, at hertz: Double) -> Double {
        var (x, y) = (0.0, 0.0)
        for (i, sample) in part.enumerated() {
            let shape = 0.5 - 0.5 * Mathematics.cosine(2 * Double.pi * (Double(i) + 0.5) / Double(part.count))
            let angle = 2 * Double.pi * hertz * Double(i) / Double(plan.rate)
            x += Double(sample) * shape * Mathematics.cosine(angle)
            y += Double(sample) * shape * Mathematics.sine(angle)
        }
        return x * x + y * y
    }
}
