// Measures the voice detector. Main thread only.
import Speech
import SpeechTrial
import System

/// Speech that the detector misses and silence that it takes for speech, beside fixed thresholds and timemachine, and its time.
struct VoiceBench {
    /// Ratios of signal to noise in dB.
    private static let ratios = [30.0, 15, 5]
    let plan: VoicePlan

    /// Tries all detectors and prints the result.
    func run() throws(BenchError) {
        let result = try measure()
        try Output.write(plan.isJSON ? try result.json : result.table)
    }

    /// Tries all detectors.
    func measure() throws(BenchError) -> VoiceResult {
        guard SpeechCorpus.isInstalled else { throw .leftOut("the speech is missing: apt-get install pocketsphinx-testdata") }
        let trial: SpeechTrial
        do throws(SystemError) { trial = try SpeechTrial() } catch { throw .unfit("the speech cannot be read: \(error)") }
        let detectors: [(String, VoiceOptions)] = [
            ("adaptive", VoiceOptions()), ("fixed -40 dB", VoiceOptions(threshold: .fixed(-40))),
            ("fixed -30 dB", VoiceOptions(threshold: .fixed(-30))),
        ]
        var rows: [VoiceRow] = []
        for (name, options) in detectors {
            let cells = Self.ratios.map { ratio in
                VoiceRow.Cell(ratio, trial.score(SpeechTrial.stretches(options, trial.mix(ratio))))
            }
            rows.append(VoiceRow(detector: name, cells: cells, secondsAnHour: try Self.secondsAnHour(options)))
        }
        if let program = TimeMachine.program, plan.takesPeer {
            rows += try VoicePeer(trial: trial, ratios: Self.ratios, program: program, parent: plan.folder).run()
        } else if plan.takesPeer {
            Output.progress("timemachine: not installed, left out")
        }
        let seconds = trial.seconds
        return VoiceResult(ratios: Self.ratios, speech: seconds.speech, track: seconds.track, voice: rows)
    }

    /// Processor seconds for an hour of noise at 48 kHz.
    private static func secondsAnHour(_ options: VoiceOptions) throws(BenchError) -> Double {
        let frames = (0..<480_000).map { SIMD2<Float>(repeating: Float($0 % 997) / 9970) }
        var detector = VoiceDetector(options, rate: 48_000)
        var edges = 0
        let before = try Cost(of: ThisProcess.identifier)
        unsafe frames.withUnsafeBufferPointer { unsafe detector.add($0) { _ in edges += 1 } }
        return (try Cost(of: ThisProcess.identifier).processor - before.processor) * 360
    }
}
