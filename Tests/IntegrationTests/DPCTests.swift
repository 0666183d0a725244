// Tests digital pitch control: exact pitch and rate, bypass, first transients (P5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct DPCTests {
        private let folder = TempFolder()

        private static let settings: [(rate: Double, cents: Double)] = [
            (1, 100), (1, -50), (1, 1200), (1, -1200), (0.8, 0), (0.5, 0), (2, 0), (1.25, 37), (0.73, -300), (0.5, 1200),
            (2, -1200), (1.5, 700),
        ]

        /// Twelve settings one after the other during playback: the tone at the output port has the pitch that was set.
        /// A short run has the quicker quality, which is the less exact one.
        @Test(arguments: ["finer", "faster"].few) func pitchIsExact(quality: String) throws {
            let path = folder.file("tone.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: 120))
            let fixture = try EngineFixture(sends: .silence, keeps: 60, programs: Programs.folder("DICTA_RELEASE"))
            try fixture.engine.ask("dpc", "quality", quality)
            try fixture.play(path)
            var worst = 0.0
            for setting in Self.settings {
                try fixture.engine.ask("rate", "\(setting.rate)")
                try fixture.engine.ask("pitch", "\(setting.cents)")
                // The change is heard by then, and has no part in what is measured.
                fixture.wait(milliseconds: 350)
                let wanted = 440 * exp2(setting.cents / 1200)
                var error = Double.infinity
                // A busy machine changes the sound late, or has none for a moment.
                for _ in 0..<5 where !(abs(error) < 5) {
                    let from = fixture.now
                    fixture.wait(milliseconds: 600)
                    let heard = fixture.heard(from..<fixture.now).map(\.x)
                    error = PitchMeter.cents(PitchMeter.frequency(heard), from: wanted)
                }
                print("MEASURED \(quality) rate \(setting.rate) pitch \(setting.cents): \(error) cents off")
                #expect(abs(error) < 5, "\(setting): \(error) cents")
                worst = max(worst, abs(error))
            }
            print("MEASURED \(quality): at most \(worst) cents off")
            let status = try fixture.engine.ask("status")
            // A loaded machine can underrun at one of so many changes: `dicta-bench play --only change` counts underruns.
            #expect(status.double("play_rate") == 1.5 && status.double("pitch_cents") == 700)
        }

        /// A minute of file at several rates in freewheel: the number of frames heard fits the rate.
        /// Both limits, an odd rate and usual ones. The number follows from one formula, so one rate is enough for a short
        /// run.
        @Test(arguments: ["0.5", "0.73", "0.8", "1.25", "1.5", "2"].few) func rateIsExact(rate: String) throws {
            let path = folder.file("tone.wav")
            let seconds = QuickRun.isOn ? 20 : 60
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: seconds))
            // A freewheeling server runs through minutes of silence before the command of a busy machine arrives.
            let fixture = try EngineFixture(sends: .silence, keeps: 300, programs: Programs.folder("DICTA_RELEASE"))
            try fixture.engine.ask("rate", rate)
            #expect(fixture.probe.setFreewheel(true))
            let before = fixture.now
            try fixture.engine.ask("play", path)
            let hasEnded = try fixture.waitForEnd(seconds: 120)
            #expect(fixture.probe.setFreewheel(false))
            #expect(hasEnded)
            let heard = fixture.ear.heard[before...]
            let first = try #require(heard.firstIndex { abs($0[0]) > 0.01 })
            let last = try #require(heard.lastIndex { abs($0[0]) > 0.01 })
            let wanted = Double(seconds * 48_000) / (Double(rate) ?? 1)
            let error = (Double(last - first) / wanted - 1) * 100
            print("MEASURED rate \(rate): \(last - first) frames for \(wanted), \(error) % off")
            #expect(abs(error) < 0.1, "\(error) %")
            #expect(try fixture.underruns == 0)
        }

        /// At rate 1 and pitch 0 the samples are exactly the file's, before and after other settings.
        @Test func bypassIsExact() throws {
            let path = folder.file("code.wav")
            #expect(SparseWave.make(path, SparseWave.coded(frames: 30 * 48_000)))
            let fixture = try EngineFixture(sends: .silence, keeps: 30)
            let begin = try fixture.play(path, from: 4800)
            // The frames heard last, once they are exact: a busy machine goes over to the bypass late.
            func heardLast() -> FrameReport {
                var report = FrameReport([SIMD2<Float>](), .fine)
                for _ in 0..<20 {
                    report = FrameReport(fixture.heard(fixture.now - 16_000..<fixture.now - 1000), .fine)
                    if report.isClean, report.silent == 0 { break }
                    fixture.wait(milliseconds: 100)
                }
                return report
            }
            let ways = [
                ["rate", "0.8"], ["rate", "1"], ["pitch", "300"], ["pitch", "0"], ["rate", "1.7"], ["dpc", "off", "yes"],
            ]
            for (number, words) in ways.enumerated() {
                // Each way is heard for a while before the next one.
                fixture.wait(milliseconds: 500)
                // The bypass is active before each command with an even number.
                if number.isMultiple(of: 2) {
                    let report = heardLast()
                    #expect(report.isClean && report.silent == 0, "before \(words): \(report)")
                }
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
            }
            // The last way is heard for a while, too.
            fixture.wait(milliseconds: 500)
            let report = heardLast()
            #expect(report.isClean && report.silent == 0, "\(report)")
            // The samples are exact from the first frame on.
            #expect(fixture.ear.heard[begin + 480] == FrameCode.fine.encode(4800 + 480))
        }

        /// The first transient after play and locate is whole at any rate: a burst that begins with the very first frame,
        /// and one after the crossfade of a locate. The file has only one burst more, with which both are compared. So a busy
        /// machine may play and jump late: each burst is taken where it is heard.
        /// The slowest, a slower and a faster rate. A short run has the one that transcribers use.
        @Test(arguments: ["0.5", "0.8", "1.5"].few) func theFirstTransientIsWhole(rate: String) throws {
            let path = folder.file("bursts.wav")
            let burst = SparseWave.bursts(every: 24_000, frames: 24_000)[12_000...]
            let gap = [SIMD2<Float>](repeating: .zero, count: 12_000)
            let places = [0, 24_000, 960_000]
            let long = [SIMD2<Float>](repeating: .zero, count: places[2] - places[1] - burst.count)
            #expect(SparseWave.make(path, burst + gap + burst + long + burst + gap))
            let fixture = try EngineFixture(sends: .silence, keeps: 120)
            try fixture.engine.ask("rate", rate)
            // Both commands come long before their frames: a busy machine is late with what is to be heard at once.
            let start = fixture.probe.frameTime &+ 48_000
            try fixture.engine.ask("play", path, "from", "0f", "at-frame", "\(start)")
            let first = try #require(Burst(fixture, lead: 0))
            let second = try #require(Burst(fixture, after: first, lead: 1200))
            let jump = fixture.probe.frameTime &+ 48_000
            try fixture.engine.ask("locate", "\(places[2] - 960)f", "at-frame", "\(jump)")
            let third = try #require(Burst(fixture, after: second, lead: 480))
            print("MEASURED transients at \(rate): \(first.energy), \(second.energy), \(third.energy)")
            let share = first.energy / second.energy
            #expect(second.energy > 0.1 && share > 0.25 && share < 2.5, "\(first), \(second)")
            #expect(third.energy > 0.4 * second.energy, "\(third), \(second)")
        }

        /// A burst as it is heard.
        private struct Burst {
            /// Number of its first loud frame.
            let place: Int
            let energy: Double

            /// Waits half a minute for the next burst; nil without one. The energy counts from `lead` frames before the first
            /// loud frame on, over 50 ms more.
            init?(_ fixture: EngineFixture, after last: Burst? = nil, lead: Int) {
                var next = last.map { $0.place + 4800 } ?? 0
                for _ in 0..<300 {
                    fixture.wait(milliseconds: 100)
                    let heard = fixture.ear.heard
                    guard next < heard.endIndex else { continue }
                    let found = heard[next...].firstIndex { abs($0.x) > 0.1 }
                    next = found ?? heard.endIndex
                    guard let place = found, place + 4800 < heard.endIndex else { continue }
                    self.place = place
                    energy = heard[max(0, place - lead)..<place + 2400].reduce(0) { $0 + Double($1.x * $1.x) }
                    return
                }
                return nil
            }
        }
    }
}
