// Room: integration tests. Servers that are killed, stopped, frozen and started anew while a take runs (J2).
import Control
import Dictation
import Glibc
import Storage
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct ServerGoneTests {
        /// Rounds of the test of many deaths.
        private static var rounds: Int { unsafe getenv("DICTA_SOAK") != nil ? 50 : getenv("DICTA_QUICK") != nil ? 3 : 6 }

        /// Every frame that JACK delivered is in the recording, each in its place; the gaps are as long as the clock says; and
        /// nothing is left behind by coming back.
        @Test func aServerKilledAtRandomMomentsCostsNothingButItsAbsence() throws {
            let scene = try Sitting()
            var generator = Dice()
            var watch = Stopwatch()
            try watch.start { try scene.engine.ask("rec", "name", "lives") }
            var after: Belongings?
            for round in 0..<Self.rounds {
                scene.play()
                _ = usleep(UInt32.random(in: 200_000...1_500_000, using: &generator))
                if round == 1 { after = Belongings(scene.engine) }
                // Some while it is only just back, some from a server that says goodbye.
                if round.isMultiple(of: 5) { scene.stop() } else { scene.kill() }
                _ = usleep(UInt32.random(in: 0...1_200_000, using: &generator))
                try scene.revive()
                try scene.wait("record_state", "recording")
            }
            scene.play()
            _ = usleep(500_000)
            let now = Belongings(scene.engine)
            #expect(after.map { now.isNoMore(than: $0) } ?? false, "\(now), and \(String(describing: after)) at first")
            #expect(scene.ports == 5)
            let stopped = try watch.stop { try scene.engine.ask("stop") }
            let recording = try scene.recording("lives")
            #expect(recording.segments.count == Self.rounds + 1 && stopped.int("segments") == Self.rounds + 1)
            try scene.check(recording)
            let heard = Sitting.seconds(recording.segments)
            let away = scene.away(recording)
            // A take begins a little after it was asked for, and ends before the answer.
            #expect(watch.fits(heard + away, within: 0.25 + 0.02 * Double(Self.rounds)), "\(heard) s and \(away) s of \(watch)")
            #expect(abs(stopped.double("away_seconds") - away) < 0.01)
            #expect(recording.timeline.length == recording.segments.reduce(0) { $0 + $1.frames })
        }

        /// Shorter than the patience it is a gap in the same segment; longer, and the take goes on in another one.
        @Test func aServerFrozenForLongIsAwayAndForAMomentIsNot() throws {
            let scene = try Sitting(["--jack-patience", "1s"])
            var watch = Stopwatch()
            try watch.start { try scene.engine.ask("rec", "name", "frozen") }
            scene.play()
            _ = usleep(500_000)
            scene.server.freeze()
            _ = usleep(300_000)
            scene.server.thaw()
            _ = usleep(700_000)
            #expect(try scene.engine.ask("status").text("jack") == "running")
            scene.server.freeze()
            try scene.wait("jack", "stalled")
            try scene.wait("record_state", "waiting")
            // All of it is on the disk, and can be played while nothing moves.
            let closed = try scene.recording("frozen")
            #expect(closed.segments.count == 1 && closed.segments[0].endReason == .serverGone)
            _ = usleep(1_500_000)
            scene.server.thaw()
            try scene.wait("record_state", "recording")
            #expect(try scene.engine.ask("status").text("jack") == "running")
            _ = usleep(700_000)
            try watch.stop { try scene.engine.ask("stop") }
            let recording = try scene.recording("frozen")
            #expect(recording.segments.count == 2)
            try scene.check(recording, isOne: true)
            let heard = Sitting.seconds(recording.segments)
            let away = scene.away(recording)
            #expect(away > 1.4 && watch.fits(heard + away, within: 0.5), "\(heard) s and \(away) s of \(watch)")
        }

        /// The engine dies while there is no server, or after it is back: all that was delivered is in the recording, and the
        /// gap is known.
        @Test(arguments: [true, false]) func killedInTheGapOrAfterItNothingIsForgotten(isInGap: Bool) throws {
            // A synchronous server would wait for the dead.
            let scene = try Sitting(synchronous: false)
            try scene.engine.ask("rec", "name", "twice")
            scene.play()
            _ = usleep(700_000)
            scene.kill()
            try scene.wait("record_state", "waiting")
            if !isInGap {
                _ = usleep(500_000)
                try scene.revive()
                scene.play()
                _ = usleep(2_500_000)
            }
            scene.engine.signal(SIGKILL)
            _ = scene.engine.finish()
            _ = try Library(folder: scene.engine.library).recoverLeftovers()
            let recording = try scene.recording("twice")
            #expect(recording.segments.count == (isInGap ? 1 : 2))
            for segment in recording.segments {
                let samples = try Scene.samples(scene.engine.library + "/" + segment.file)
                let report = FrameReport(samples, .fine)
                #expect(samples.count > 24_000 && report.isInOrder, "\(segment.file): \(report)")
            }
            if !isInGap { #expect(scene.away(recording) > 0.5 && scene.away(recording) < 10) }
        }

        /// Every segment is what was delivered, at the rate it was delivered at; the timeline is of one rate.
        @Test func aServerThatComesBackAtAnotherRateIsRecordedOnAsItIs() throws {
            let scene = try Sitting()
            try scene.engine.ask("rec", "name", "rates")
            scene.play()
            _ = usleep(800_000)
            scene.kill()
            try scene.wait("record_state", "waiting")
            try scene.revive(rate: 44_100)
            try scene.wait("record_state", "recording")
            scene.play()
            _ = usleep(900_000)
            let stopped = try scene.engine.ask("stop")
            let recording = try scene.recording("rates")
            // The answer is the take, and not its last file.
            let files = recording.segments.map { scene.engine.library + "/" + $0.file }
            #expect(stopped.text("path") == files[0] && stopped.text("paths") == files.joined(separator: "\n"))
            #expect(stopped.int("frames") == Int(recording.timeline.length) && stopped.int("bytes") == Int(recording.bytes))
            #expect(recording.segments.map(\.rate) == [48_000, 44_100] && recording.rate == 48_000)
            try scene.check(recording)
            let seconds = Sitting.seconds(recording.segments)
            #expect(abs(Double(recording.timeline.length) / 48_000 - seconds) < 0.001)
            #expect(Process.run("/usr/bin/soxi", [scene.engine.library + "/rates~2.wav"]).output.contains("44100"))
            // And it is heard, to its end.
            let played = try scene.engine.ask("play", "name", "rates")
            #expect(played.int("duration_frames") == -1 || played.int("duration_frames") > 0)
            #expect(try scene.engine.ask("status").int("duration_frames") == Int(recording.timeline.length))
        }

        @Test func whoeverWantsItCanEndTheTakeWithTheServer() throws {
            let scene = try Sitting(["--rec-resume", "off"])
            try scene.engine.ask("rec", "name", "ends")
            scene.play()
            _ = usleep(500_000)
            scene.kill()
            try scene.wait("record_state", "idle")
            try scene.revive()
            #expect(try scene.engine.ask("status").text("record_state") == "idle")
            #expect(try scene.recording("ends").segments.count == 1)
        }

        /// A take that waits can be stopped, and a paused one comes back paused.
        @Test func aWaitingTakeObeys() throws {
            let scene = try Sitting()
            try scene.engine.ask("rec", "name", "one")
            scene.play()
            _ = usleep(500_000)
            scene.kill()
            try scene.wait("record_state", "waiting")
            #expect(throws: EngineRig.Trouble.self) { try scene.engine.ask("rec", "name", "two") }
            let stopped = try scene.engine.ask("stop")
            #expect(stopped.text("end_reason") == "serverGone" && stopped.int("frames") > 12_000)
            #expect(try scene.engine.ask("status").text("record_state") == "idle")
            try scene.revive()
            // Longer than the next server lives until the resume: its frames are before those of the pause.
            _ = usleep(3_000_000)
            try scene.engine.ask("rec", "name", "two")
            scene.play()
            _ = usleep(500_000)
            try scene.engine.ask("pause")
            scene.kill()
            try scene.wait("record_state", "waiting")
            try scene.revive()
            try scene.wait("record_state", "paused")
            // Gone again before there was a frame: that is no segment.
            scene.kill()
            try scene.wait("record_state", "waiting")
            try scene.revive()
            try scene.wait("record_state", "paused")
            scene.play()
            _ = usleep(300_000)
            try scene.engine.ask("resume")
            _ = usleep(500_000)
            try scene.engine.ask("stop")
            let recording = try scene.recording("two")
            #expect(recording.segments.count == 2 && recording.segments[1].joints.first?.position == 0)
            #expect((12_000...48_000).contains(recording.segments[1].frames), "\(recording.segments[1].frames)")
        }
    }
}
