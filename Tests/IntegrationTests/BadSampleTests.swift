// Tests samples that are NaN or infinite, in files and at the inputs (issue 12 no. 9).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct BadSampleTests {
        private let folder = TempFolder()

        /// A tone with one NaN, and later one infinity: neither is heard, and the tone goes on after each, also stretched
        /// and resampled. The replaced samples are counted and reported once.
        @Test func noBadSampleOfAFileLeavesAPort() throws {
            var second = SparseWave.sine(440, frames: 48_000)
            second[24_000] = SIMD2(.nan, 0.1)
            second[36_000] = SIMD2(0.1, -.infinity)
            let fixture = try EngineFixture(sends: .silence, keeps: 60)
            for (rate, words) in [(48_000, ["rate", "1"]), (48_000, ["rate", "0.8"]), (44_100, ["rate", "1"])] {
                let path = folder.file("tone-\(rate)-\(words[1]).wav")
                // Longer than a busy machine can delay the look at its end.
                #expect(SparseWave.make(path, second, times: 8, rate: rate))
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                let before = try fixture.engine.ask("status").int("bad_samples_played")
                let begin = try fixture.play(path)
                fixture.skip(milliseconds: 2500)
                let heard = fixture.heard(begin..<fixture.now - 512)
                #expect(heard.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(words) of \(rate)")
                // The end is still a tone, after all bad samples.
                let end = heard.suffix(2400).map { abs($0.x) }.max() ?? 0
                #expect(end > 0.3 && end < 0.7, "\(words) of \(rate): \(end)")
                if rate == 48_000, words[1] == "1" {
                    let wanted = second.map { SIMD2($0.x.isFinite ? $0.x : 0, $0.y.isFinite ? $0.y : 0) }
                    #expect(heard.prefix(48_000).elementsEqual(wanted), "a good sample differs from the file")
                }
                let status = try fixture.engine.ask("status")
                #expect(status.int("bad_samples_played") > before && status.int("bad_samples_out") == 0, "\(words)")
                for key in ["out_rms_left_db", "out_peak_right_db"] { #expect(status.double(key).isFinite) }
            }
            let said = fixture.engine.quit()?.errors.split(separator: "\n").filter { $0.contains("not numbers") } ?? []
            #expect(said.count == 1 && said.first?.contains("in played files") == true, "\(said)")
        }

        /// Bad samples from another program: the monitor, direct or shifted, and every meter give only numbers. The take is
        /// whole.
        @Test func noBadSampleOfAnInputIsHeardOrMetered() throws {
            let fixture = try EngineFixture(sends: .spoiled(hertz: 440, every: 4800), keeps: 30)
            for words in [["direct"], ["pitch", "pitch", "300"]] {
                _ = try fixture.engine.reply("monitor", words)
                let begin = fixture.now
                fixture.skip(milliseconds: 1200)
                let heard = fixture.heard(begin..<fixture.now - 512)
                #expect(heard.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(words)")
                #expect(heard.suffix(2400).contains { abs($0.x) > 0.3 }, "\(words)")
            }
            for format in ["wav", "flac"] {
                let stopped = try fixture.take(format, at: fixture.soon, frames: 24_000, "format", format)
                #expect(stopped.int("frames") == 24_000)
                for side in ["left", "right"] {
                    let peak = stopped.double("peak_\(side)_db")
                    #expect(peak.isFinite && peak < 0, "\(format): \(stopped)")
                }
                let sidecar = Files.read(fixture.engine.library + "/\(format).json") ?? ""
                #expect(sidecar.contains("peaks") && !sidecar.lowercased().contains("nan"), "\(sidecar)")
            }
            let status = try fixture.engine.ask("status")
            #expect(status.int("bad_samples_in") > 0)
            for place in ["in", "out"] {
                for key in ["peak_left", "rms_left", "held_left", "peak_right", "rms_right", "held_right"] {
                    let level = status.double("\(place)_\(key)_db")
                    #expect(level.isFinite && level < 0, "\(place)_\(key): \(level)")
                }
            }
        }
    }
}
