// Measures what cues cost. Main thread only.
import Dictation

/// Run time of the process callback and CPU time of the engine: without a cue, with a bed, and with sounds over a bed. Each
/// state has an engine of its own, since the engine counts its run times from its start.
struct CueBench {
    let plan: PlayPlan
    /// Folder of the engines.
    let folder: String

    /// Sounds a second in the busiest state: eight of them overlap for most of the time.
    private static let sounds = 10.0

    /// Runs all states in turn.
    func run() throws(BenchError) -> [PlayResult.Cue] {
        var rows: [PlayResult.Cue] = []
        let states = ["no cue", "bed of noise", "bed and \(Int(Self.sounds)) sounds a second"]
        for (number, state) in states.enumerated() {
            Output.progress("cues: \(state)")
            let engine = try PlayingEngine(number, folder: folder)
            if number > 0 { try engine.ask("bed", "pink", "level", "-30") }
            let before = try Cost(of: engine.child.pid)
            let rounds = Int(plan.seconds * Self.sounds)
            for _ in 0..<rounds {
                if number > 1 { try engine.ask("sound", "beep") }
                try Interruption.sleep(seconds: 1 / Self.sounds)
            }
            let after = try Cost(of: engine.child.pid)
            let share = { (key: String) throws(BenchError) in
                try engine.number(key) * Double(plan.rate) / Double(plan.period) / 10_000
            }
            rows.append(
                .init(
                    state: state, p50: try share("callback_p50_us"), p99: try share("callback_p99_us"),
                    processor: (after.processor - before.processor) / (after.moment - before.moment) * 3600))
            try engine.stop()
        }
        return rows
    }
}
