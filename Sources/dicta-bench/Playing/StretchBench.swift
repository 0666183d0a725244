// Cost of rate and pitch beside Rubber Band's own program. Main thread only; blocks while the programs run.
internal import System

/// CPU time of rate and pitch for an hour of output.
struct StretchBench {
    let plan: PlayPlan
    let ear: ListenerClient
    /// Folder of the files.
    let folder: String
    private static let settings: [(rate: Double, cents: Double)] = [(0.8, 0), (1, 300), (1.5, -200)]

    /// Runs all settings; returns a row for each.
    func run() throws(BenchError) -> [PlayResult.Stretch] {
        let wave = try SparseWave(folder + "/music.wav", frames: plan.sound * plan.rate, rate: plan.rate)
        let second = Sound.music(frames: 10 * plan.rate, rate: plan.rate)
        for start in stride(from: 0, to: wave.frames, by: second.count) { try wave.put(second, at: start) }
        Output.progress("stretch: dictad as fast as it goes, at rate 1 first")
        var rows = [try row("bypass", (1, 0), wave)]
        for quality in ["finer", "faster"] {
            for setting in Self.settings {
                Output.progress("stretch: \(quality), rate \(setting.rate), pitch \(setting.cents)")
                rows.append(try row(quality, setting, wave))
            }
        }
        return rows
    }

    private func row(
        _ quality: String, _ setting: (rate: Double, cents: Double), _ wave: SparseWave
    ) throws(BenchError) -> PlayResult.Stretch {
        let isBypass = quality == "bypass"
        var ours: [Double] = []
        var theirs: [Double] = []
        var mapped: [Double] = []
        // The programs run in turn, so a busy moment meets both; medians count.
        for _ in 0..<plan.turns {
            ours.append(try dictad(isBypass ? "finer" : quality, setting, wave))
            if !isBypass, let spent = try rubberband(quality, setting, wave) { theirs.append(spent) }
            if setting.cents > 0, let spent = try rubberband(quality, setting, wave, isMapped: true) { mapped.append(spent) }
        }
        return .init(
            quality: quality, playRate: setting.rate, pitchCents: setting.cents, dictad: Median.of(ours),
            rubberband: theirs.isEmpty ? nil : Median.of(theirs), mapped: mapped.isEmpty ? nil : Median.of(mapped))
    }

    /// CPU seconds of the whole engine for an hour of output, in freewheel, from a tenth of the wave to nine tenths.
    private func dictad(_ quality: String, _ setting: (rate: Double, cents: Double), _ wave: SparseWave) throws(BenchError)
        -> Double
    {
        let engine = try PlayingEngine(0, folder: folder)
        try engine.ask("dpc", "quality", quality)
        try engine.ask("rate", "\(setting.rate)")
        try engine.ask("pitch", "\(setting.cents)")
        try engine.ask("play", wave.path)
        try ear.setFreewheel(true)
        var spent = 0.0
        do throws(BenchError) {
            try wait(engine, until: Double(wave.frames) * 0.1)
            let (first, before) = (ear.count, try Cost(of: engine.child.pid))
            try wait(engine, until: Double(wave.frames) * 0.9)
            let (last, after) = (ear.count, try Cost(of: engine.child.pid))
            guard last > first else { throw .unfit("nothing was put out") }
            spent = (after.processor - before.processor) / Double(last - first)
        } catch {
            try ear.setFreewheel(false)
            throw error
        }
        try ear.setFreewheel(false)
        try engine.stop()
        return spent * Double(plan.rate) * 3600
    }

    private func wait(_ engine: PlayingEngine, until frame: Double) throws(BenchError) {
        while try engine.number("position_frames") < frame {
            guard engine.child.ended == nil else { throw .noStart(program: "dictad", log: engine.child.said) }
            try Interruption.sleep(seconds: 0.02)
        }
    }

    /// CPU seconds of the whole program for an hour of output, in its realtime mode, which dictad uses too. `isMapped` gives the
    /// pitch by a pitch map: the program then takes the method that it keeps for a pitch that changes while it runs. dictad uses
    /// that method for raised pitch. Nil if the program is not installed.
    private func rubberband(
        _ quality: String, _ setting: (rate: Double, cents: Double), _ wave: SparseWave, isMapped: Bool = false
    ) throws(BenchError) -> Double? {
        guard let program = Environment.program("rubberband", isOurs: false) else { return nil }
        let semitones = setting.cents / 100
        var words = [quality == "finer" ? "-3" : "-2", "-R", "-q", "-T", "\(setting.rate)"]
        if isMapped {
            words += ["-p", "0", "--pitchmap", try pitchMap(semitones, wave)]
        } else {
            words += ["-p", "\(semitones)"]
        }
        words += [wave.path, folder + "/stretched.wav"]
        let child = try Child(program, words, log: folder + "/rubberband.log")
        while child.ended == nil { try Interruption.sleep(seconds: 0.02) }
        guard child.ended == 0, let spent = child.processor else { throw .noStart(program: program, log: child.said) }
        return spent / (Double(wave.frames) / setting.rate) * Double(plan.rate) * 3600
    }

    /// Writes a pitch map with the same pitch from the first frame to the last. Returns its path.
    private func pitchMap(_ semitones: Double, _ wave: SparseWave) throws(BenchError) -> String {
        let path = folder + "/pitch.map"
        do throws(SystemError) {
            let descriptor = try File.open(path, .write, [.create, .empty])
            defer { File.close(descriptor) }
            try File.write(descriptor, Array("0 \(semitones)\n\(wave.frames) \(semitones)\n".utf8))
        } catch {
            throw .system("write \(path)", error.code)
        }
        return path
    }
}
