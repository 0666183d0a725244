// The comparison of recorders. One thread; blocks for as long as it measures.

/// Runs all rounds of all recorders on one server.
struct Bench {
    let plan: Plan

    /// Runs all rounds and prints the result. Throws the first failure that ends the comparison.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
        if !result.failures.isEmpty { throw .unfit("\(result.failures.count) runs failed") }
    }

    /// Runs all rounds.
    func measure() throws(BenchError) -> Result {
        let folder = try Folder(in: plan.folder)
        let contenders = plan.contenders.filter { contender in
            let isThere = contender.program != nil
            if !isThere { Output.progress("\(contender.rawValue): not installed, left out") }
            return isThere
        }
        guard !contenders.isEmpty else { throw .leftOut("none of the recorders asked for is installed") }
        var runs: [Run] = []
        var failures: [Result.Failure] = []
        let total = plan.rounds * plan.periods.count * contenders.count
        try Server.run(rate: plan.rate, period: plan.periods[0], folder: folder.path) { (server) throws(BenchError) in
            let source = try SourceClient("bench-source") { _ in .code }
            Output.progress("\(total) runs, about \(Int((Double(total) * (plan.seconds + 3) / 60).rounded(.up))) minutes")
            for round in plan.firstRound..<plan.firstRound + plan.rounds {
                for period in plan.periods {
                    guard source.setPeriod(period) else { throw .unfit("the server refuses a period of \(period) frames") }
                    // Another recorder begins each round: the first one meets a colder machine.
                    for place in contenders.indices {
                        let contender = contenders[(place + round) % contenders.count]
                        Output.progress("\(runs.count + failures.count + 1)/\(total)  period \(period)  \(contender.rawValue)")
                        do throws(BenchError) {
                            runs.append(try Run(contender, period: period, plan: plan, source: source, folder: folder.path))
                        } catch .noStart(let program, let log) where !server.hasEnded {
                            // A recorder that fails does not cost the others their figures.
                            let error = BenchError.noStart(program: program, log: log)
                            failures.append(.init(period: period, recorder: contender.rawValue, words: error.description))
                        }
                    }
                }
            }
        }
        return Result(plan, contenders, runs, failures)
    }
}
