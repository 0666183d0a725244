// Room: dicta-bench. The main thread.
import Glibc

/// All rounds of all recorders on one server.
struct Bench {
    let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func run() throws(BenchError) {
        let folder = try Folder(in: plan.folder)
        let contenders = plan.contenders.filter { contender in
            let isThere = contender.program != nil
            if !isThere { Output.progress("\(contender.rawValue): not installed, left out") }
            return isThere
        }
        let server = try Server(rate: plan.rate, period: plan.periods[0], folder: folder.path)
        var runs: [Run] = []
        // Server and client end whatever happens, the client first.
        do throws(BenchError) {
            let source = try SourceClient("bench-source") { _ in .code }
            let total = plan.rounds * plan.periods.count * contenders.count
            Output.progress("\(total) runs, about \(Int((Double(total) * (plan.seconds + 3) / 60).rounded(.up))) minutes")
            for round in 0..<plan.rounds {
                for period in plan.periods {
                    guard source.setPeriod(period) else { throw .unfit("the server refuses a period of \(period) frames") }
                    // Another one begins each round: what comes first meets a colder machine.
                    for place in contenders.indices {
                        let contender = contenders[(place + round) % contenders.count]
                        Output.progress("\(runs.count + 1)/\(total)  period \(period)  \(contender.rawValue)")
                        runs.append(try Run(contender, period: period, plan: plan, source: source, folder: folder.path))
                        guard !server.hasEnded else { throw .noServer(server.name, log: server.said) }
                    }
                }
            }
        } catch {
            try server.stop()
            throw error
        }
        try server.stop()
        let result = Result(plan, contenders, runs)
        try Output.write(plan.isJSON ? try result.json : result.table)
    }
}
