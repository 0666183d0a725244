// Tests the count of clipped samples at the inputs (issue 14 number 6, R4, R6).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct ClipTests {
        private let folder = TempFolder()

        /// A sine of 1 kHz at full scale reaches it twice a millisecond on each side: status, meters, the answer of stop, the
        /// sidecar, and an event tell so.
        @Test func clipsAtTheInputsAreCountedAndTold() throws {
            let told = folder.file("told")
            let fixture = try EngineFixture(
                sends: .sine(hertz: 1000, amplitude: 1), settings: "on-clip = echo \"$DICTA_NAME $DICTA_EVENT\" >> \(told)\n")
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "loud", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            try Pause.until { try fixture.engine.ask("status").int("take_clips") > 0 }
            let status = try fixture.engine.ask("status")
            #expect(status.int("take_clips") > 0 && status.int("in_clips_left") > 0 && status.int("in_clips_right") > 0)
            #expect(status.int("clips_left") == 0)
            #expect(try fixture.engine.ask("meters").int("in_clips_left") > 0)
            // Through the remote, as a user sees it.
            fixture.probe.waitFor(frame: start &+ 40_000)
            let stop = Process.run(
                Programs.path("dicta"),
                ["--socket", fixture.engine.socket, "--engine", fixture.engine.name, "stop"])
            #expect(stop.code == 0 && stop.output == fixture.engine.library + "/loud.wav\n", "\(stop)")
            let segment = try Library(folder: fixture.engine.library).readRecording("loud").segments[0]
            #expect(stop.errors.contains("the input clipped in 'loud': \(segment.clips) samples"), "\(stop.errors)")
            // One in 24 frames, on two sides. The frames that a late server missed are silent.
            let sound = segment.frames - segment.gaps.reduce(0) { $0 + $1.length }
            #expect(abs(segment.clips - sound / 12) <= 2, "\(segment.clips) of \(sound)")
            #expect(try fixture.engine.ask("info", "name", "loud").int("in_clips") == Int(segment.clips))
            // A hook gives way to every other program of the machine.
            Pause.until { Files.read(told)?.isEmpty == false }
            #expect(Files.read(told)?.hasPrefix("loud clip\n") == true)
            _ = try fixture.engine.ask("gain", "reset-clips", "yes")
        }

        /// A sound below full scale clips nothing, and the count is reset by `gain --reset-clips`.
        @Test func whatIsBelowFullScaleIsNoClip() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 1000, amplitude: 0.999))
            let stopped = try fixture.take("fair", at: fixture.soon, frames: 48_000)
            #expect(stopped.int("in_clips") == 0 && stopped["warning"] == nil, "\(stopped.all)")
            #expect(try fixture.engine.ask("status").int("in_clips_left") == 0)
            let loud = try #require(Probe("loud", sends: .sine(hertz: 1000, amplitude: 1)), "no probe")
            // Two tones would add up to anything.
            for side in ["l", "r"] {
                #expect(fixture.probe.disconnect("\(fixture.probe.name):out_\(side)", "\(fixture.engine.name):in_\(side)"))
            }
            #expect(loud.connectOutputs(to: fixture.engine.name))
            try Pause.until { try fixture.engine.ask("meters").int("in_clips_left") > 0 }
            #expect(loud.disconnect("\(loud.name):out_l", "\(fixture.engine.name):in_l"))
            #expect(loud.disconnect("\(loud.name):out_r", "\(fixture.engine.name):in_r"))
            // Frames that the graph has really processed: the last clip must be counted before the reset.
            fixture.wait(milliseconds: 200)
            #expect(try fixture.engine.reply("gain", ["reset-clips", "yes"]).fields.int("in_clips_left") > 0)
            #expect(try fixture.engine.ask("status").int("in_clips_left") == 0)
        }
    }
}
