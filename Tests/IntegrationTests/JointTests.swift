// Tests pause and resume of a take: exact frames and a joint without a click (R3).
import Control
import Dictation
import JackTestSupport
import Testing

extension Integration {
    @Suite struct JointTests {
        @Test func pauseAndResumeAreExactAndTheJointHasNoStep() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 441, amplitude: 0.5))
            // A second later than any other take: all commands are to be there before the first of their frames.
            let start = fixture.soon &+ 48_000
            try fixture.engine.ask("rec", "name", "joint", "at-frame", "\(start)")
            try fixture.engine.ask("pause", "at-frame", "\(start &+ 30_011)")
            let status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "paused", "\(status.all)")
            try fixture.engine.ask("resume", "at-frame", "\(start &+ 60_057)")
            fixture.probe.waitFor(frame: start &+ 60_057)
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 140_057)")
            #expect(stopped.int("frames") == 30_011 + 80_000)
            let samples = try EngineFixture.samples(stopped.text("path")).map { $0[0] }
            #expect(ClickDetector.level(samples, hertz: 441, rate: 48_000, amplitude: 0.5) < -50)
            // A cut without a fade is measured as a click, at one of two phases a quarter period apart.
            let cuts = [1000, 1027].map { end in
                let cut = samples[..<end] + samples[(end - 667)..<(end + 333)]
                return ClickDetector.level(Array(cut), hertz: 441, rate: 48_000, amplitude: 0.5)
            }
            #expect(cuts.contains { $0 > -20 }, "\(cuts)")
            let info = try fixture.engine.ask("info", "joint")
            #expect(info.int("joints") == 1)
        }

        /// The code shows every frame in its place on both sides of the pause.
        @Test func noFrameIsLostAroundAPause() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon &+ 48_000
            try fixture.engine.ask("rec", "name", "joint", "at-frame", "\(start)")
            try fixture.engine.ask("pause", "at-frame", "\(start &+ 20_001)")
            try fixture.engine.ask("resume", "at-frame", "\(start &+ 40_002)")
            fixture.probe.waitFor(frame: start &+ 40_002)
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 120_003)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == 20_001 + 80_001)
            let before = FrameReport(samples[..<20_001], .fine)
            let after = FrameReport(samples[20_241...], .fine)
            // The frame of the resume has a number of its own: JACK's time may jump during the pause.
            let (first, second) = (fixture.probe.number(of: start), fixture.probe.number(of: start &+ 40_002))
            #expect(before.isClean && before.first == UInt32(first), "\(before)")
            #expect(after.isClean && after.first == UInt32(second + 240), "\(after)")
        }
    }
}
