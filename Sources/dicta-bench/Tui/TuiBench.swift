// Measures the screen. Main thread only.
import Dictation
import System

/// Bytes a picture, processor time, and the time from a key to the screen.
struct TuiBench {
    private let plan: TuiPlan

    init(_ plan: TuiPlan) { self.plan = plan }

    /// Runs all states in all windows, and prints the result.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
    }

    /// Runs all states in all windows.
    func measure() throws(BenchError) -> TuiResult {
        let folder = try Folder(in: plan.folder)
        var result = TuiResult(recordings: plan.count)
        Output.progress("making a library of \(plan.count) recordings")
        _ = try TestLibrary(plan.count, in: folder.path + "/library0")
        try Self.makeTapes(folder.path + "/library0")
        try Server.run(rate: 48_000, period: 256, folder: folder.path) { (_) throws(BenchError) in
            let source = try SourceClient("bench-source") { .tone(step: 440 / Float($0), amplitude: 0.3) }
            let engine = try PlayingEngine(0, folder: folder.path)
            var tries = 50
            while !source.connect(to: engine.client), tries > 0 {
                tries -= 1
                try Interruption.sleep(seconds: 0.1)
            }
            for size in plan.sizes { try measure(size, engine, folder.path, &result) }
            try measureKeys(engine, folder.path, &result)
            try engine.stop()
        }
        return result
    }

    /// Makes what is played: five minutes of sound, and short silence, whose playhead is all that moves.
    private static func makeTapes(_ folder: String) throws(BenchError) {
        let rate = 48_000
        let tape = try SparseWave(folder + "/tape.wav", frames: 300 * rate, rate: rate)
        let sound = Sound.music(frames: 10 * rate, rate: rate)
        for second in stride(from: 0, to: 300, by: 15) { try tape.put(sound, at: second * rate) }
        _ = try SparseWave(folder + "/silence.wav", frames: 20 * rate, rate: rate)
    }

    private func measure(
        _ size: TuiPlan.Size, _ engine: PlayingEngine, _ folder: String, _ result: inout TuiResult
    ) throws(BenchError) {
        let name = "\(size.columns)x\(size.rows)"
        let screen = try ScreenProcess(socket: engine.socket, size, folder: folder)
        defer { screen.stop() }
        _ = try screen.read(seconds: 3)
        func state(_ words: String) throws(BenchError) {
            Output.progress("\(name): \(words)")
            _ = try screen.read(seconds: plan.settling)
            let before = try Cost(of: screen.pid)
            let output = try screen.read(seconds: plan.seconds)
            let after = try Cost(of: screen.pid)
            let time = after.moment - before.moment
            result.states.append(
                .init(
                    size: name, state: words, pictures: Double(output.bursts.count) / time,
                    bytesPerPicture: output.bursts.isEmpty ? 0 : Double(output.total) / Double(output.bursts.count),
                    largestPicture: output.bursts.max() ?? 0, processor: 100 * (after.processor - before.processor) / time))
        }
        try state("stopped, levels move")
        try engine.ask("rec", "name", "bench-\(name)")
        try state("recording")
        try engine.ask("stop")
        try engine.ask("play", "silence", "from", "0")
        try state("a playhead alone")
        try engine.ask("play", "tape", "from", "0")
        try state(TuiResult.playing)
        try screen.type("w")
        try state("playing, whole tape")
        try engine.ask("stop")
    }

    /// Keys in the library: its page, moves, and a search that is typed.
    private func measureKeys(_ engine: PlayingEngine, _ folder: String, _ result: inout TuiResult) throws(BenchError) {
        Output.progress("keys")
        // Levels that move would go on writing.
        try engine.ask("monitor", "off")
        let began = Moment.now.nanoseconds
        let screen = try ScreenProcess(socket: engine.socket, plan.sizes.first ?? .init(columns: 80, rows: 24), folder: folder)
        defer { screen.stop() }
        if let last = try screen.read(seconds: 5, untilQuiet: 0.02).last { result.start = Double(last - began) / 1e6 }
        _ = try screen.read(seconds: 2)
        func key(_ name: String, _ keys: [String], reset: String? = nil) throws(BenchError) {
            var times: [Double] = []
            for key in keys {
                let before = Moment.now.nanoseconds
                try screen.type(key)
                let output = try screen.read(seconds: 1, untilQuiet: 0.1)
                if let last = output.last { times.append(Double(last - before) / 1e6) }
                if let reset {
                    try screen.type(reset)
                    _ = try screen.read(seconds: 0.5)
                }
            }
            result.keys.append(.init(key: name, median: Median.of(times), worst: times.max() ?? 0))
        }
        try key("library", Array(repeating: "2", count: max(1, plan.presses / 2)), reset: "1")
        try screen.type("2")
        _ = try screen.read(seconds: 1)
        try key("down", Array(repeating: "\u{1b}[B", count: plan.presses))
        try key("page down", Array(repeating: "\u{1b}[6~", count: plan.presses))
        try key("end", ["\u{1b}[F"], reset: "\u{1b}[H")
        try screen.type("/")
        _ = try screen.read(seconds: 1)
        try key("search", "rehearsal".map(String.init))
    }
}
