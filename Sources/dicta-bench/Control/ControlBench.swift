// Measures the control socket. Main thread only.
import Control
import Dictation
import System

/// Time until commands are answered, beside the OSC of another program, and the cost of meters that are watched.
struct ControlBench {
    let plan: ControlPlan

    /// Runs all rounds and prints the result.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
    }

    /// Runs all rounds.
    func measure() throws(BenchError) -> ControlResult {
        let folder = try Folder(in: plan.folder)
        var result = ControlResult(plan)
        try Server.run(rate: plan.rate, period: plan.period, folder: folder.path) { (_) throws(BenchError) in
            let engine = try PlayingEngine(0, folder: folder.path, ["--osc-udp", "0"])
            let looper = try Self.looper(folder.path, &result)
            try measure(engine, looper, &result)
            try looper?.stop()
            try watch(engine, &result)
            try engine.stop()
        }
        return result
    }

    /// Starts sooperlooper. A failed start (it asserts without an ALSA sequencer) does not cost the engine its figures.
    private static func looper(_ folder: String, _ result: inout ControlResult) throws(BenchError) -> Looper? {
        do throws(BenchError) {
            let looper = try Looper(folder: folder)
            if looper == nil { Output.progress("\(Looper.name): not installed, left out") }
            return looper
        } catch .noStart(_, let log) {
            let last = log.split(separator: "\n").last ?? "nothing"
            result.leftOut = "\(Looper.name) does not start; it said: \(last)"
            Output.progress("\(Looper.name): does not start, left out; it said:\n\(log)")
            return nil
        }
    }

    // MARK: Round trips

    private func measure(_ engine: PlayingEngine, _ looper: Looper?, _ result: inout ControlResult) throws(BenchError) {
        let ping = try PingClient.message("/dicta/ping")
        let port = try engine.port
        let own = try PingClient(to: port)
        var ways: [(what: String, ask: () throws(BenchError) -> Void)] = [
            (ControlResult.socket, { () throws(BenchError) in try engine.ask("ping") }),
            (ControlResult.udp, { () throws(BenchError) in try Self.ask(own, ping, "/reply") }),
        ]
        if let looper {
            ways.append((ControlResult.looper, { () throws(BenchError) in try looper.ping() }))
        }
        var rounds: [[ControlResult.Trip]] = Array(repeating: [], count: ways.count)
        for round in plan.firstRound..<plan.firstRound + plan.rounds {
            // Another way begins each round.
            for place in ways.indices {
                let index = (place + round) % ways.count
                var times: [Double] = []
                for _ in 0..<plan.count {
                    try Interruption.sleep(seconds: 0)
                    let start = Moment.now.nanoseconds
                    try ways[index].ask()
                    times.append(Double(Moment.now.nanoseconds - start) / 1000)
                }
                rounds[index].append(.init(ways[index].what, times))
            }
            Output.progress("round \(round - plan.firstRound + 1) of \(plan.rounds)")
        }
        result.trips = rounds.map { ControlResult.Trip(medianOf: $0) }
    }

    private static func ask(_ client: PingClient, _ packet: [UInt8], _ path: String) throws(BenchError) {
        try client.send(packet)
        guard let answer = client.receive(), answer.starts(with: path.utf8) else { throw .unfit("a ping was not answered") }
    }

    // MARK: Meters

    private func watch(_ engine: PlayingEngine, _ result: inout ControlResult) throws(BenchError) {
        let source = try SourceClient("bench-source") { _ in .code }
        for _ in 0..<50 where !source.connect(to: engine.client) { try Interruption.sleep(seconds: 0.1) }
        let port = try engine.port
        let lease = OSCArgument.int32(Int32(max(10, plan.seconds * 2)))
        let subscribe = try PingClient.message("/dicta/subscribe", [.string("meters"), .float(30), lease])
        let leave = try PingClient.message("/dicta/unsubscribe")
        let counts = [0, 1, 10]
        var rounds: [[ControlResult.Meters]] = Array(repeating: [], count: counts.count)
        for round in plan.firstRound..<plan.firstRound + plan.rounds {
            for place in counts.indices {
                let index = (place + round) % counts.count
                var clients: [PingClient] = []
                for _ in 0..<counts[index] { clients.append(try PingClient(to: port)) }
                for client in clients { try client.send(subscribe) }
                try Interruption.sleep(seconds: 0.5)
                for client in clients { _ = client.drain() }
                let before = try Cost(of: engine.child.pid)
                var packets = 0
                while true {
                    try Interruption.sleep(seconds: 0.05)
                    for client in clients { packets += client.drain() }
                    if try Cost(of: engine.child.pid).moment - before.moment >= plan.seconds { break }
                }
                let after = try Cost(of: engine.child.pid)
                let seconds = after.moment - before.moment
                let (cost, rate) = ((after.processor - before.processor) / seconds, Double(packets) / seconds)
                let each = counts[index] == 0 ? 0 : rate / Double(counts[index])
                rounds[index].append(.init(subscribers: counts[index], messages: each, processor: cost))
                for client in clients { try client.send(leave) }
            }
            Output.progress("meters: round \(round - plan.firstRound + 1) of \(plan.rounds)")
        }
        result.meters = rounds.map { ControlResult.Meters(medianOf: $0) }
    }
}
