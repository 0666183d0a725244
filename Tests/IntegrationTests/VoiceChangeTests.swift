// Tests changes by hand of takes with voice activation, and their recordings over the loss of a server (V1, V2, R17, J2).
import Control
import Dictation
import FoundationEssentials
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct VoiceChangeTests {
        /// Five seconds with a second of sound, behind two seconds of silence.
        private static let sound = 96_000..<144_000
        private static let signal = Signal.stretches([sound], frames: 240_000)
        private static let words = ["voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5"]

        private func arm(_ engine: EngineProcess, _ name: String, _ words: String...) throws {
            try engine.reply("rec", ["name", name] + Self.words + words)
        }

        /// An armed take can be paused ahead, and that taken back; it cannot be split before its first sound.
        @Test func anArmedTakeIsPausedAheadAndNeverSplit() throws {
            let fixture = try EngineFixture(sends: .silence)
            let engine = fixture.engine
            try arm(engine, "quiet")
            let far = fixture.soon &+ 480_000
            try engine.ask("pause", "at-frame", "\(far)")
            #expect(try engine.ask("status").text("record_pending") == "paused")
            try engine.ask("resume")
            #expect(try engine.ask("status").text("record_pending").isEmpty)
            #expect(engine.dicta("resume").errors.contains("armed"))
            try engine.ask("pause")
            let split = engine.dicta("split")
            #expect(split.code != 0 && split.errors.contains("waits for sound"), "\(split)")
            try engine.ask("resume", "at-frame", "\(far)")
            try engine.ask("resume", "at-frame", "\(far &+ 4_800)")
            let pending = try engine.ask("status")
            #expect(pending.text("record_pending") == "armed" && pending.text("record_state") == "paused", "\(pending)")
            #expect(engine.dicta("stop").errors.contains("Nothing was recorded"))
        }

        /// A pause at a frame to come holds in the take that its sound begins before that frame; the start is that of the sound.
        @Test func aPauseAheadHoldsInTheTakeThatBeginsBeforeIt() throws {
            let fixture = try EngineFixture(sends: Self.signal)
            let engine = fixture.engine
            var count = 0
            Pause.until {
                count = fixture.probe.count
                return (175_000..<205_000).contains(count % 240_000)
            }
            try arm(engine, "private")
            let armed = try engine.ask("status").int("start_frame")
            // Within the next second of sound.
            let now = fixture.probe.frameTime
            let paused = now &+ UInt32(count / 240_000 * 240_000 + 360_000 - fixture.probe.number(of: now))
            try engine.ask("pause", "at-frame", "\(paused)")
            try engine.wait("record_state", "paused")
            let open = try engine.ask("status")
            fixture.probe.waitFor(frame: paused &+ 12_000)
            let stopped = try engine.ask("stop")
            // An xrun moves the sound within the frames of JACK.
            let wanted = fixture.probe.number(of: paused) % 240_000 - Self.sound.lowerBound + 12_000
            #expect((wanted - 4_800...wanted + 4_800).contains(stopped.int("frames")), "\(stopped)")
            let start = stopped.int("start_frame") + stopped.int("preroll_frames")
            #expect(open.int("start_frame") == start && start > armed, "\(open), armed at \(armed)")
        }

        /// A take that could not begin leaves no pause to the next one.
        @Test func aPauseAheadEndsWithATakeThatCannotBegin() throws {
            let fixture = try EngineFixture(sends: Self.signal)
            let engine = fixture.engine
            // Three seconds of silence and more are to come: a busy machine needs some for all that comes before the sound.
            Pause.until { (175_000..<205_000).contains(fixture.probe.count % 240_000) }
            try arm(engine, "lost")
            let far = fixture.soon &+ 336_000
            try engine.ask("pause", "at-frame", "\(far)")
            let away = engine.library + ".away"
            try FileManager.default.moveItem(atPath: engine.library, toPath: away)
            try engine.wait("record_state", "idle")
            try FileManager.default.moveItem(atPath: away, toPath: engine.library)
            try engine.ask("rec", "name", "kept")
            fixture.probe.waitFor(frame: far &+ 24_000)
            #expect(try engine.ask("status").text("record_state") == "recording")
            try engine.ask("stop")
        }

        /// The server goes away in a recording of `--voice-split`: the next sound begins a recording, not a part of that one.
        @Test func eachStretchIsARecordingAfterALossOfTheServer() throws {
            let fixture = try ReturningServerFixture()
            let send = { () -> Probe? in
                let probe = Probe("probe", sends: Self.signal)
                #expect(probe?.connectOutputs(to: fixture.engine.name) == true)
                return probe
            }
            var probe = send()
            fixture.waitUntilRemembered()
            try arm(fixture.engine, "part", "voice-split", "yes")
            try fixture.wait("record_state", "recording")
            // A part of the stretch of sound is in the take.
            Pause.milliseconds(500)
            fixture.server.kill()
            try fixture.wait("record_state", "waiting")
            probe?.close()
            try fixture.revive()
            try fixture.wait("record_state", "armed")
            probe = send()
            for _ in 0..<2 {
                try fixture.wait("record_state", "recording")
                // A take that was armed again can be split like any other.
                if probe?.count ?? 0 < 240_000 { try fixture.engine.ask("split") }
                try fixture.wait("record_state", "armed")
            }
            let stopped = try fixture.engine.ask("stop")
            probe?.close()
            let names = ["part", "part (2)", "part (3)", "part (4)"]
            #expect(stopped.text("name") == "part (4)" && stopped.text("parts") == names.joined(separator: "\n"), "\(stopped)")
            for name in names { #expect(try fixture.recording(name).segments.map(\.joints.count) == [0], "\(name)") }
        }
    }
}
