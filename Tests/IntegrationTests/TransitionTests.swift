// Tests that no transition of the player clicks (P3, P4, P5, P6, P7).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    /// A tone below 400 Hz in each channel goes through every transition. The energy above 4 kHz in any 5 ms must stay below
    /// -60 dB of the tone's energy. JackTestSupportTests prove that the meter finds clicks.
    @Suite struct TransitionTests {
        private let folder = TempFolder()

        @Test func rateAndBypass() throws {
            try check(["rate"].flatMap { verb in ["0.8", "0.9", "0.5", "2", "1", "1.5", "1", "0.73", "1"].map { [verb, $0] } })
        }

        @Test func pitch() throws {
            try check(["100", "300", "-1200", "-50", "1200", "0", "700", "0", "1", "0"].map { ["pitch", $0] })
        }

        @Test func bothAndTheEngine() throws {
            try check([
                ["rate", "0.8"], ["pitch", "200"], ["dpc", "quality", "faster"], ["pitch", "-300"], ["rate", "1.3"],
                ["dpc", "formants", "keep"], ["dpc", "quality", "finer"], ["dpc", "formants", "shift"],
                ["dpc", "off", "yes"], ["dpc", "quality", "faster"], ["rate", "0.6"], ["rate", "1"], ["pitch", "0"],
            ])
        }

        /// The reader stops for up to 40 ms in the middle of a change, which is then later than the sound that was kept ahead
        /// for it. If no control group can hold a thread, the changes are made at full speed, which is easier.
        @Test func aReaderThatIsHeldUp() throws {
            let cents = stride(from: -300, through: 300, by: 100).map { ["pitch", "\($0)"] }
            try check(
                [["dpc", "quality", "finer"]] + cents + [["dpc", "quality", "faster"], ["dpc", "quality", "finer"]],
                before: ["rate", "0.8"], wait: 800, share: 0.33)
        }

        @Test(arguments: ["1", "0.8"].few) func locateAndNudge(rate: String) throws {
            try check(
                [
                    ["locate", "20.0017s"], ["locate", "480311f"], ["nudge", "1.2345s"], ["nudge", "-3333f"], ["locate", "5s"],
                ],
                before: ["rate", rate])
        }

        @Test(arguments: ["1", "0.8"].few) func gainAndChannels(rate: String) throws {
            try check(
                [
                    ["left", "-12"], ["left", "0"], ["right", "-inf"], ["right", "0"], ["master", "0.3"], ["master", "1.5"],
                    ["master", "1"], ["channels", "mono"], ["channels", "swap"], ["channels", "left"], ["channels", "right"],
                    ["channels", "stereo"],
                ].map { ["gain"] + $0 }, before: ["rate", rate])
        }

        @Test(arguments: ["1", "1.4"].few) func pauseResumeAndStop(rate: String) throws {
            try check([["pause"], ["resume"], ["pause"], ["resume"], ["stop"], ["play"]], before: ["rate", rate])
        }

        @Test(arguments: ["1", "0.8"].few) func cueAndReview(rate: String) throws {
            try check(
                [["cue", "on"], ["cue", "off"], ["review", "on"], ["review", "off"]], before: ["rate", rate], wait: 1100)
        }

        /// Joints where the tone does not match, at several lengths, changed while the loop runs.
        @Test(arguments: ["1", "0.8", "1.7"].few) func loop(rate: String) throws {
            try check(
                [
                    ["loop", "a", "10s", "b", "10.2513s"], ["loop", "b", "10.05s"], ["loop", "a", "9.9137s"],
                    ["loop", "b", "10.4s"], ["loop", "clear"],
                ], before: ["rate", rate], wait: 1500)
        }

        /// Sends one command after the other and measures the sound around each.
        private func check(
            _ commands: [[String]], before: [String]? = nil, wait: Int = 400, share: Double? = nil
        ) throws {
            let path = folder.file("tone.wav")
            let left = SparseWave.sine(220, amplitude: 0.5, frames: 48_000)
            let right = SparseWave.sine(331, amplitude: 0.25, frames: 48_000)
            let second = zip(left, right).map { SIMD2($0.x, $1.x) }
            let wave = try #require(SparseWave(path, frames: 120 * 48_000))
            for start in 0..<120 { #expect(wave.put(second, at: start * 48_000)) }
            // The file itself begins without a click.
            let faded = (0..<480).map { second[$0] * Float(0.5 - 0.5 * cos(Double.pi * Double($0) / 480)) }
            #expect(wave.put(faded, at: 0))
            let fixture = try EngineFixture(sends: .silence, keeps: 60)
            if let before { _ = try fixture.engine.reply(before[0], Array(before.dropFirst())) }
            try fixture.play(path, from: 480_000)
            fixture.wait(milliseconds: 700)
            let process = try #require(fixture.engine.process?.pid)
            let throttle = share.flatMap { Throttle("dicta-reader", of: process, share: $0, milliseconds: 60) }
            var places: [Int] = []
            for words in commands {
                places.append(fixture.now)
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                fixture.wait(milliseconds: wait)
            }
            places.append(fixture.now)
            let underruns = try fixture.underruns
            #expect(underruns == 0)
            withExtendedLifetime(throttle) {}
            for (number, words) in commands.enumerated() {
                // From a little earlier, for the start of the filter.
                let part = fixture.heard(places[number] - 2400..<places[number + 1])
                #expect(part.contains { abs($0[0]) > 0.1 }, "\(words): silence")
                for (side, amplitude) in [(0, 0.5), (1, 0.25)] {
                    let click = ClickMeter(part.map { $0[side] }, amplitude: amplitude)
                    print("MEASURED \(words.joined(separator: " ")) channel \(side): \(click)")
                    #expect(click.energy < -60, "\(words) channel \(side): \(click)")
                }
            }
        }
    }
}
