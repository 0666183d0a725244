/// Runs all parts of the measurement on one server.
struct PlayBench {
    let plan: PlayPlan

    /// Makes the measurement of a plan.
    init(_ plan: PlayPlan) { self.plan = plan }

    /// Runs all parts and prints the result.
    func run() throws(BenchError) {
        let folder = try Folder(in: plan.folder)
        let server = try Server(rate: plan.rate, period: plan.period, folder: folder.path)
        var result = PlayResult(plan)
        // Server and client end in every case, the client first.
        do throws(BenchError) {
            let ear = try ListenerClient()
            for part in plan.parts {
                do throws(BenchError) {
                    switch part {
                    case .stretch: result.stretch = try StretchBench(plan, ear, folder: folder.path).run()
                    case .locate: result.locate = try LocateBench(plan, ear, folder: folder.path).run()
                    case .change: result.change = try ChangeBench(plan, ear, folder: folder.path).run()
                    case .engines: result.engines = try EnginesBench(plan, ear, folder: folder.path).run()
                    }
                } catch .signal(let number) {
                    throw BenchError.signal(number)
                } catch {
                    guard !server.hasEnded else { throw BenchError.serverGone(log: server.said) }
                    // A part that fails does not cost the others their figures.
                    result.failures.append(.init(part: part.rawValue, words: error.description))
                }
            }
        } catch {
            try server.stop()
            throw error
        }
        try server.stop()
        try Output.write(plan.isJSON ? try result.json : result.table)
        if !result.failures.isEmpty { throw .unfit("\(result.failures.count) of \(plan.parts.count) parts failed") }
    }
}
