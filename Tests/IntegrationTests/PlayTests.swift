// Tests playback: exact frames for play, pause, resume, locate and gain (P1, P2, P3, P6).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PlayTests {
        /// A frame at which the player is ready: it has to open a file first, and a play for a frame that is past is refused.
        private func later(_ fixture: EngineFixture) -> UInt32 { fixture.soon &+ 48_000 }

        /// The frames heard are the timeline's, at the JACK frames of the commands: play, pause and resume, all within a
        /// period.
        @Test func pauseResumeAndLocateAreExact() throws {
            let fixture = try EngineFixture(period: 1024, keeps: 60)
            let samples = try record(fixture, "tape", frames: 10 * 48_000)

            let begin = later(fixture) &+ 77
            try fixture.engine.ask("play", "tape", "at-frame", "\(begin)")
            let length = 96_001
            let pause = begin &+ UInt32(length)
            let paused = try fixture.engine.ask("pause", "at-frame", "\(pause)")
            #expect(paused.int("at_frame") == Int(pause))
            #expect(try fixture.engine.ask("status").int("position_frames") == length)
            let resume = later(fixture) &+ 333
            try fixture.engine.ask("resume", "at-frame", "\(resume)")
            fixture.probe.waitFor(frame: resume &+ 24_000)
            try fixture.engine.ask("stop")
            #expect(try fixture.engine.ask("status").int("position_frames") == 0)

            let heard = fixture.ear.heard
            let first = fixture.ear.number(of: begin)
            #expect(heard[first..<first + length].elementsEqual(samples[..<length]))
            #expect(heard[first - 1] == .zero)
            // After the fade (240 frames) silence, then the next frame of the file.
            #expect(heard[first + length + 240] == .zero)
            let second = fixture.ear.number(of: resume)
            #expect(heard[second - 1] == .zero)
            #expect(heard[second + 240..<second + 20_000].elementsEqual(samples[length + 240..<length + 20_000]))
        }

        @Test func locateWhilePlayingGoesToTheVeryFrame() throws {
            let fixture = try EngineFixture(period: 256, keeps: 60)
            let samples = try record(fixture, "tape", frames: 12 * 48_000)
            try fixture.engine.ask("play", "tape")
            var places: [(frame: Int, asked: Int)] = []
            for target in [300_001, 90_017, 400_000, 131_072] {
                let asked = fixture.ear.count
                let located = try fixture.engine.ask("locate", "\(target)f")
                places.append((located.int("position_frames"), asked))
                // A busy machine may hear the new place later than another locate would come.
                Pause.until { fixture.heard(asked..<fixture.ear.count).contains(samples[target + 10_240]) }
            }
            #expect(places.map(\.frame) == [300_001, 90_017, 400_000, 131_072])
            try fixture.engine.ask("stop")
            let heard = Array(fixture.ear.heard)
            for (target, asked) in places {
                // The sample after the crossfade; from there on the file is unchanged.
                let place = try #require(heard[asked...].firstIndex(of: samples[target + 240]), "never heard \(target)")
                #expect(heard[place..<place + 10_000].elementsEqual(samples[target + 240..<target + 10_240]))
            }
            #expect(try fixture.engine.ask("status").int("underruns") == 0)
        }

        @Test func playsFromAPlaceAndEndsByItself() throws {
            let fixture = try EngineFixture(keeps: 30)
            let samples = try record(fixture, "tape", frames: 96_000)
            let begin = later(fixture)
            let played = try fixture.engine.ask("play", "tape", "from", "1.5s", "at-frame", "\(begin)")
            #expect(played.int("at_frame") == Int(begin))
            fixture.probe.waitFor(frame: begin &+ 30_000)
            #expect(try fixture.waitForEnd(seconds: 10))
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "stopped" && status.int("position_frames") == 96_000)
            let place = fixture.ear.number(of: begin)
            let heard = fixture.ear.heard
            #expect(heard[place + 240..<place + 24_000].elementsEqual(samples[72_240...]))
            #expect(heard[place + 24_000] == .zero)
            // At its end, play starts the file again at its beginning.
            let again = later(fixture)
            try fixture.engine.ask("play", "at-frame", "\(again)")
            fixture.probe.waitFor(frame: again &+ 12_000)
            let start = fixture.ear.number(of: again)
            #expect(fixture.ear.heard[start..<start + 4000].elementsEqual(samples[..<4000]))
        }

        /// A tone played through every transition has no click. The detector finds a planted step.
        @Test func noTransitionClicks() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 441, amplitude: 0.5), keeps: 60)
            _ = try record(fixture, "tone", frames: 10 * 48_000)
            let begin = later(fixture)
            try fixture.engine.ask("play", "tone", "at-frame", "\(begin)")
            let start = fixture.ear.number(of: begin)
            for words in [
                ["pause"], ["resume"], ["locate", "3s"], ["locate", "20017f"], ["gain", "left", "-12"], ["gain", "left", "0"],
            ] {
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 9600)
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
            }
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 9600)
            try fixture.engine.ask("stop")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 4800)
            var heard = fixture.ear.heard[(start + 480)...].map { $0[0] }
            #expect(heard.contains { abs($0) > 0.49 })
            let level = ClickDetector.level(heard, hertz: 441, rate: 48_000, amplitude: 0.5)
            #expect(level < -50, "a click of \(level) dB")
            for i in 2000..<heard.count { heard[i] += 0.01 }
            #expect(ClickDetector.level(heard, hertz: 441, rate: 48_000, amplitude: 0.5) > -40)
        }

        /// The gains of channel and master multiply: -6.02 dB times 2 leaves the samples, and -inf is silence.
        @Test func gainIsWhatItSays() throws {
            let fixture = try EngineFixture(keeps: 30)
            let samples = try record(fixture, "tape", frames: 96_000)
            let gains = try fixture.engine.ask("gain", "left", "-6.0206", "right", "-inf", "master", "2")
            #expect(gains.double("left_db") == -6.0206)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 4800)
            let begin = later(fixture)
            try fixture.engine.ask("play", "tape", "at-frame", "\(begin)")
            fixture.probe.waitFor(frame: begin &+ 48_000)
            let place = fixture.ear.number(of: begin)
            let pairs = zip(fixture.ear.heard[place..<place + 40_000], samples)
            #expect(pairs.allSatisfy { abs($0[0] - $1[0]) < 1e-5 && $0[1] == 0 })
        }

        private func record(_ fixture: EngineFixture, _ name: String, frames: Int) throws -> [SIMD2<Float>] {
            let stopped = try fixture.take(name, at: fixture.soon, frames: frames)
            return try EngineFixture.samples(stopped.text("path"))
        }
    }
}
