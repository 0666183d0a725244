// The measurement of the player. One thread; blocks for as long as it measures.

/// Runs all parts of the measurement on one server.
struct PlayBench {
    let plan: PlayPlan

    /// Runs all parts and prints the result.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
        if !result.failures.isEmpty { throw .unfit("\(result.failures.count) of \(plan.parts.count) parts failed") }
    }

    /// Runs all parts.
    func measure() throws(BenchError) -> PlayResult {
        let folder = try Folder(in: plan.folder)
        var result = PlayResult(plan)
        try Server.run(rate: plan.rate, period: plan.period, folder: folder.path) { (server) throws(BenchError) in
            let ear = try ListenerClient()
            for part in plan.parts {
                do throws(BenchError) {
                    try run(part, ear, folder.path, &result)
                } catch .signal(let number) {
                    throw BenchError.signal(number)
                } catch {
                    guard !server.hasEnded else { throw error }
                    // A part that fails does not cost the others their figures.
                    result.failures.append(.init(part: part.rawValue, words: error.description))
                }
            }
        }
        return result
    }

    private func run(
        _ part: PlayPlan.Part, _ ear: ListenerClient, _ folder: String, _ result: inout PlayResult
    ) throws(BenchError) {
        switch part {
        case .stretch: result.stretch = try StretchBench(plan: plan, ear: ear, folder: folder).run()
        case .locate: result.locate = try LocateBench(plan: plan, ear: ear, folder: folder).run()
        case .change: result.change = try ChangeBench(plan: plan, ear: ear, folder: folder).run()
        case .engines: result.engines = try EnginesBench(plan: plan, ear: ear, folder: folder).run()
        case .cues: result.cues = try CueBench(plan: plan, folder: folder).run()
        }
    }
}
