// Measures the voice detector. Main thread only.
import FoundationEssentials
import Speech
import SpeechTrial
import System

/// Speech that the detector misses and silence that it takes for speech, beside fixed thresholds and timemachine, and its time.
struct VoiceBench {
    /// Ratios of signal to noise in dB.
    private static let ratios = [30.0, 15, 5]
    let isJSON: Bool
    /// Folder for the recordings of the peer meanwhile.
    let folder: String

    /// Tries all detectors and prints the result.
    func run() throws(BenchError) {
        guard SpeechCorpus.isInstalled else { throw .unfit("the speech is missing: apt-get install pocketsphinx-testdata") }
        let trial: SpeechTrial
        do throws(SystemError) { trial = try SpeechTrial() } catch { throw .unfit("the speech cannot be read: \(error)") }
        let detectors: [(String, VoiceOptions)] = [
            ("adaptive", VoiceOptions()), ("fixed -40 dB", VoiceOptions(threshold: .fixed(-40))),
            ("fixed -30 dB", VoiceOptions(threshold: .fixed(-30))),
        ]
        var rows = detectors.map { name, options in
            let cells = Self.ratios.map { ratio in
                VoiceRow.Cell(ratio, trial.score(SpeechTrial.stretches(options, trial.mix(ratio))))
            }
            return VoiceRow(detector: name, cells: cells, secondsAnHour: Self.secondsAnHour(options))
        }
        if let program = TimeMachine.program {
            rows += try VoicePeer(trial: trial, ratios: Self.ratios, program: program, parent: folder).run()
        } else {
            Output.progress("timemachine: not installed, left out")
        }
        try Output.write(isJSON ? try json(rows) : table(rows, trial))
    }

    /// Processor seconds for an hour of noise at 48 kHz.
    private static func secondsAnHour(_ options: VoiceOptions) -> Double {
        let frames = (0..<480_000).map { SIMD2<Float>(repeating: Float($0 % 997) / 9970) }
        var detector = VoiceDetector(options, rate: 48_000)
        var edges = 0
        let start = ContinuousClock.now
        unsafe frames.withUnsafeBufferPointer { unsafe detector.add($0) { _ in edges += 1 } }
        let took = start.duration(to: .now).components
        return (Double(took.seconds) + Double(took.attoseconds) / 1e18) * 360
    }

    private func json(_ rows: [VoiceRow]) throws(BenchError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(["voice": rows]), as: UTF8.self) + "\n"
        } catch {
            throw .unfit("the figures cannot be written as JSON (\(error))")
        }
    }

    private func table(_ rows: [VoiceRow], _ trial: SpeechTrial) -> String {
        let seconds = trial.seconds
        var lines = [["missed/wrong %"] + Self.ratios.map { "\(Text.decimal($0, 0)) dB" } + ["CPU s/h"]]
        for row in rows {
            lines.append(
                [row.detector] + row.cells.map { "\(Text.decimal($0.missed, 1))/\(Text.decimal($0.wrong, 1))" }
                    + [row.secondsAnHour.map { Text.decimal($0, 1) } ?? "-"])
        }
        return Text.table(lines, left: 1)
            + "\(Text.decimal(seconds.speech, 0)) s of speech in a track of \(Text.decimal(seconds.track, 0)) s\n"
    }
}
