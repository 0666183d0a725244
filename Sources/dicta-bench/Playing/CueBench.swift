// Measures what cues cost. Main thread only.
import Dictation

/// Run time of the process callback and CPU time of the engine: without a cue, with a bed, and with sounds over a bed. Each
/// state has an engine of its own, since the engine counts its run times from its start.
struct CueBench {
    let plan: PlayPlan
    /// Folder of the engines.
    let folder: String

    /// A state of the cue player.
    private enum State: String {
        case idle = "no cue"
        case bed = "bed of noise"
        case busy = "bed and 10 sounds a second"
    }

    /// Sounds a second in the busiest state: eight of them overlap for most of the time.
    private static let sounds = 10.0

    /// Runs all states in turn, once; beside another engine so often that the spread is seen.
    func run() throws(BenchError) -> [PlayResult.Cue] {
        var order: [(name: String, state: State, program: String?)] = [
            (State.idle.rawValue, .idle, nil), (State.bed.rawValue, .bed, nil), (State.busy.rawValue, .busy, nil),
        ]
        if let other = plan.other { order.insert(("\(State.idle.rawValue), \(other)", .idle, other), at: 0) }
        var samples = order.map { _ in [PlayResult.Cue.Sample]() }
        let rounds = plan.other == nil ? 1 : plan.rounds
        for round in plan.firstRound..<plan.firstRound + rounds {
            // Another state begins each round.
            for step in order.indices {
                let place = (step + round) % order.count
                Output.progress("cues: \(round - plan.firstRound + 1)/\(rounds), \(order[place].name)")
                samples[place].append(try measure(order[place].state, order[place].program, round * order.count + place))
            }
        }
        return zip(order, samples).map { PlayResult.Cue($0.name, $1) }
    }

    private func measure(_ state: State, _ program: String?, _ number: Int) throws(BenchError) -> PlayResult.Cue.Sample {
        let engine = try PlayingEngine(number, folder: folder, program: program)
        if state != .idle { try engine.ask("bed", "pink", "level", "-30") }
        try engine.settle()
        let before = try Cost(of: engine.child.pid)
        for _ in 0..<Int(plan.seconds * Self.sounds) {
            if state == .busy { try engine.ask("sound", "beep") }
            try Interruption.sleep(seconds: 1 / Self.sounds)
        }
        let after = try Cost(of: engine.child.pid)
        let share = { (key: String) throws(BenchError) in
            try engine.number(key) * Double(plan.rate) / Double(plan.period) / 10_000
        }
        let sample = PlayResult.Cue.Sample(
            p50: try share("callback_p50_us"), p99: try share("callback_p99_us"),
            processor: (after.processor - before.processor) / (after.moment - before.moment) * 3600)
        try engine.stop()
        return sample
    }
}
