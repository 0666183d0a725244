// Measures takes beside a transcription. Main thread only.
import Dictation
import Recognition
import System

/// Takes of a coded signal, alone and while a recogniser listens to another recording, in turn. Each take has an engine of its
/// own, since the engine counts its run times from its start.
struct TakeBench {
    let plan: WordsPlan
    let source: SourceClient
    /// Folder of the engines.
    let folder: String

    /// Figures of one take.
    private struct Sample {
        let callback: [Double]
        let load: Double
        let file: FileCheck
        let xruns: Int
        let lost: Int
        let busy: Double
    }

    /// Sound for the recogniser in seconds for each second of the take: no recogniser is that quick.
    private static let speechASecond = 25.0

    /// Seconds before the take: starting costs more than going on.
    private static let lead = 2.0

    /// Runs all states in turn, and gives their figures.
    func run() throws(BenchError) -> [WordsResult.Take] {
        let speech = folder + "/long.wav"
        let once = try ReadSpeech.write(to: speech, log: folder + "/sox.log")
        let times = Int(((Self.lead + plan.seconds) * Self.speechASecond / max(1, once)).rounded(.up))
        _ = try ReadSpeech.write(to: speech, times: times, log: folder + "/sox.log")
        var states: [String?] = [nil]
        for name in Recogniser.adapters where try isInstalled(name) { states.append(name) }
        guard states.count > 1 else {
            throw .leftOut("no recogniser is installed: session/recogniser, or apt-get install pocketsphinx")
        }
        var samples = states.map { _ in [Sample]() }
        for round in plan.firstRound..<plan.firstRound + plan.rounds {
            // Another state begins each round.
            for step in states.indices {
                let place = (step + round) % states.count
                let state = states[place].map { "beside \($0)" } ?? "alone"
                Output.progress("take: \(round - plan.firstRound + 1)/\(plan.rounds), \(state)")
                samples[place].append(try measure(states[place], speech, round * states.count + place))
            }
        }
        return zip(states, samples).map { Self.row($0.map { "beside \($0)" } ?? "alone", $1) }
    }

    /// True if the program behind an adapter listens to a moment of silence.
    private func isInstalled(_ name: String) throws(BenchError) -> Bool {
        let (file, log) = (folder + "/silence.wav", folder + "/\(name).log")
        try ReadSpeech.writeSilence(to: file, log: log)
        guard let program = try? Recogniser.find(name).path else { return false }
        let child = try Child(program, [file], log: log)
        while child.ended == nil { try Interruption.sleep(seconds: 0.05) }
        return child.ended == 0
    }

    private func measure(_ recogniser: String?, _ speech: String, _ number: Int) throws(BenchError) -> Sample {
        let engine = try PlayingEngine(number, folder: folder, ["--preroll", "0s"])
        try engine.ask("import", speech, "name", "speech")
        guard source.connect(to: engine.client) else { throw .noPorts(client: engine.client) }
        try engine.ask("rec", "name", "bench", "bits", "float")
        if let recogniser {
            try engine.ask("transcribe", "speech", "recogniser", recogniser, "language", "en", "background", "yes")
        }
        try Interruption.sleep(seconds: Self.lead)
        let xruns = source.xruns
        let first = source.position &+ 1
        let before = try ProcessorTime()
        var load = 0.0
        for _ in 0..<Int(plan.seconds * 4) {
            try Interruption.sleep(seconds: 0.25)
            load = max(load, source.load)
        }
        let (last, after) = (source.position, try ProcessorTime())
        let late = source.xruns - xruns
        if let recogniser, try engine.reply("operations", []).items.first?["state"] != .text("running") {
            throw .unfit("\(recogniser) was done before the take; take fewer --seconds")
        }
        // Sound on its way may still arrive: the end of a take is not measured.
        try Interruption.sleep(seconds: 0.5)
        let share = { (key: String) throws(BenchError) in
            try engine.number(key) * Double(plan.rate) / Double(plan.period) / 10_000
        }
        let callback = [try share("callback_p50_us"), try share("callback_p99_us")]
        let told = try engine.ask("stop", "what", "rec")
        guard case .text(let path)? = told["path"],
            let file = FileCheck(path: path, first: first, count: Int(last &- first) + 1)
        else { throw .unfit("dictad left no file of two channels; its log:\n\(engine.child.said)") }
        try engine.stop()
        let lost = if case .int(let count)? = told["lost_frames"] { Int(count) } else { 0 }
        return Sample(
            callback: callback, load: load, file: file, xruns: late, lost: lost, busy: (after.busy - before.busy) / plan.seconds)
    }

    private static func row(_ state: String, _ samples: [Sample]) -> WordsResult.Take {
        .init(
            state: state, callbackP50: Median.of(samples.map { $0.callback[0] }),
            callbackP99: Median.of(samples.map { $0.callback[1] }), load: Median.of(samples.map(\.load)),
            frames: samples.map(\.file.expected).min() ?? 0, lost: samples.map(\.file.lost).max() ?? 0,
            silent: samples.map(\.file.silent).max() ?? 0, torn: samples.map(\.file.torn).max() ?? 0,
            xruns: samples.map(\.xruns).max() ?? 0, toldLost: samples.map(\.lost).max() ?? 0,
            busy: Median.of(samples.map(\.busy)))
    }
}
