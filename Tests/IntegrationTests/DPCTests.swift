// Room: integration tests. Proof of P5 on a real server.
import Control
import Dictation
import Glibc
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct DPCTests {
        private let folder = TempFolder()

        private static let settings: [(rate: Double, cents: Double)] = [
            (1, 100), (1, -50), (1, 1200), (1, -1200), (0.8, 0), (0.5, 0), (2, 0), (1.25, 37), (0.73, -300), (0.5, 1200),
            (2, -1200), (1.5, 700),
        ]

        /// Twelve settings one after the other while it plays: at the output port the tone is as high as was asked for.
        @Test(arguments: ["finer", "faster"]) func pitchIsExact(quality: String) throws {
            let path = folder.file("tone.wav")
            #expect(Tape.make(path, Tape.sine(440, frames: 48_000), times: 120))
            let scene = try Scene(sends: .silence, keeps: 60)
            try scene.engine.ask("dpc", "quality", quality)
            try scene.play(path)
            var worst = 0.0
            for setting in Self.settings {
                try scene.engine.ask("rate", "\(setting.rate)")
                try scene.engine.ask("pitch", "\(setting.cents)")
                scene.wait(milliseconds: 350)
                let from = scene.now
                scene.wait(milliseconds: 600)
                let heard = scene.heard(from..<scene.now).map(\.x)
                let wanted = 440 * exp2(setting.cents / 1200)
                let error = PitchMeter.cents(PitchMeter.frequency(heard), from: wanted)
                print("MEASURED \(quality) rate \(setting.rate) pitch \(setting.cents): \(error) cents off")
                #expect(abs(error) < 5, "\(setting): \(error) cents")
                worst = max(worst, abs(error))
            }
            print("MEASURED \(quality): at most \(worst) cents off")
            let status = try scene.engine.ask("status")
            #expect(status.double("play_rate") == 1.5 && status.double("pitch_cents") == 700 && status.int("underruns") == 0)
        }

        /// A minute of tape at several rates, as fast as it goes: as many frames out as the rate says.
        @Test(arguments: ["0.5", "0.73", "0.8", "1.25", "1.5", "2"]) func rateIsExact(rate: String) throws {
            let path = folder.file("tone.wav")
            let seconds = 60
            #expect(Tape.make(path, Tape.sine(440, frames: 48_000), times: seconds))
            let scene = try Scene(sends: .silence, keeps: 150)
            try scene.engine.ask("rate", rate)
            #expect(scene.probe.setFreewheel(true))
            let before = scene.now
            try scene.engine.ask("play", path)
            let hasEnded = try scene.waitForEnd(seconds: 120)
            #expect(scene.probe.setFreewheel(false))
            #expect(hasEnded)
            let heard = scene.ear.heard[before...]
            let first = try #require(heard.firstIndex { abs($0[0]) > 0.01 })
            let last = try #require(heard.lastIndex { abs($0[0]) > 0.01 })
            let wanted = Double(seconds * 48_000) / (Double(rate) ?? 1)
            let error = (Double(last - first) / wanted - 1) * 100
            print("MEASURED rate \(rate): \(last - first) frames for \(wanted), \(error) % off")
            #expect(abs(error) < 0.1, "\(error) %")
            #expect(try scene.underruns == 0)
        }

        /// At rate 1 and pitch 0 every bit is the tape's, before and after an excursion.
        @Test func bypassIsExact() throws {
            let path = folder.file("code.wav")
            #expect(Tape.make(path, Tape.coded(frames: 30 * 48_000)))
            let scene = try Scene(sends: .silence, keeps: 30)
            let begin = try scene.play(path, from: 4800)
            let ways = [
                ["rate", "0.8"], ["rate", "1"], ["pitch", "300"], ["pitch", "0"], ["rate", "1.7"], ["dpc", "off", "yes"],
            ]
            for (number, words) in ways.enumerated() {
                scene.wait(milliseconds: 500)
                // Every other one is the way in.
                if number.isMultiple(of: 2) {
                    let heard = scene.heard(scene.now - 16_000..<scene.now - 1000)
                    let report = FrameReport(heard, .fine)
                    #expect(report.isClean && report.silent == 0, "before \(words): \(report)")
                }
                _ = try scene.engine.reply(words[0], Array(words.dropFirst()))
            }
            scene.wait(milliseconds: 500)
            let report = FrameReport(scene.heard(scene.now - 16_000..<scene.now - 1000), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            // From the first frame on.
            #expect(scene.ear.heard[begin + 480] == FrameCode.fine.encode(4800 + 480))
        }

        /// The first transient after play and locate is whole at any rate: a burst that begins with the very first frame, and one
        /// behind the crossfade of a locate.
        @Test(arguments: ["0.5", "0.8", "1.5"]) func theFirstTransientIsWhole(rate: String) throws {
            let path = folder.file("bursts.wav")
            let tape = Array(Tape.bursts(every: 24_000, frames: 20 * 48_000)[12_000...])
            #expect(Tape.make(path, tape))
            let scene = try Scene(sends: .silence, keeps: 20)
            try scene.engine.ask("rate", rate)
            let begin = try scene.play(path)
            scene.wait(milliseconds: 2500)
            let before = scene.now
            try scene.engine.ask("locate", "239040f")
            scene.wait(milliseconds: 1500)
            let heard = scene.ear.heard
            func energy(_ from: Int, _ count: Int) -> Double {
                heard[from..<from + count].reduce(0) { $0 + Double($1.x * $1.x) }
            }
            // Against the next burst, which had all the time to be whole.
            let spacing = Int(24_000 / (Double(rate) ?? 1))
            let first = energy(begin, 2400)
            let second = energy(begin + spacing - 1200, 3600)
            let share = first / second
            print("MEASURED first transient at \(rate): \(share) of the second")
            #expect(second > 0.1 && share > 0.25 && share < 2.5, "\(first), \(second)")
            let found = try #require(heard[(before + 240)...].firstIndex { abs($0.x) > 0.1 })
            #expect(found - before < 12_000, "\(found - before) frames after the locate")
            #expect(energy(found - 480, 2400) > 0.4 * second)
        }
    }
}
