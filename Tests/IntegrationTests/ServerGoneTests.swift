// Tests takes while the server is killed, stopped, frozen and started again (J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct ServerGoneTests {
        /// Rounds of the test that kills the server again and again.
        private static var rounds: Int { unsafe getenv("DICTA_SOAK") != nil ? 50 : QuickRun.isOn ? 3 : 6 }

        /// Every frame that JACK delivered is in the recording, in its place; the gaps are as long as the clock says; and a
        /// return leaks no resources.
        @Test func aServerKilledAtRandomMomentsCostsNothingButItsAbsence() throws {
            let fixture = try ReturningServerFixture()
            var generator = Dice()
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "lives") }
            var after: Belongings?
            for round in 0..<Self.rounds {
                fixture.play()
                // Any moment: that of a loss is nobody's choice.
                _ = usleep(UInt32.random(in: 200_000...1_500_000, using: &generator))
                if round == 1 { after = Belongings(fixture.engine) }
                // The server is killed soon after its return or later; every fifth time it stops in order.
                if round.isMultiple(of: 5) { fixture.stop() } else { fixture.kill() }
                _ = usleep(UInt32.random(in: 0...1_200_000, using: &generator))
                try fixture.revive()
                try fixture.wait("record_state", "recording")
            }
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.3)
            var now = Belongings(fixture.engine)
            // A client that has left may still be closing.
            for _ in 0..<100 where after.map({ !now.isNoMore(than: $0) }) ?? false {
                Pause.milliseconds(100)
                now = Belongings(fixture.engine)
            }
            #expect(after.map { now.isNoMore(than: $0) } ?? false, "\(now), and \(String(describing: after)) at first")
            #expect(fixture.ports == 5)
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("lives")
            #expect(recording.segments.count == Self.rounds + 1 && stopped.int("segments") == Self.rounds + 1)
            try fixture.check(recording)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            // A take begins a little after it was asked for, and ends before the answer.
            #expect(watch.fits(heard + away, within: 0.25 + 0.02 * Double(Self.rounds)), "\(heard) s and \(away) s of \(watch)")
            #expect(abs(stopped.double("away_seconds") - away) < 0.01)
            #expect(recording.timeline.length == recording.segments.reduce(0) { $0 + $1.frames })
        }

        /// A freeze shorter than the patience is a gap in the same segment. After a longer one the take continues in another
        /// segment.
        @Test func aServerFrozenForLongIsAwayAndForAMomentIsNot() throws {
            // Long enough that a busy machine does not make the short freeze a long one.
            let fixture = try ReturningServerFixture(["--jack-patience", "2s"])
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "frozen") }
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.server.freeze()
            // Much shorter than the patience.
            _ = usleep(300_000)
            fixture.server.thaw()
            // A loss would have been told by then: nothing tells that nothing comes.
            _ = usleep(700_000)
            #expect(try fixture.engine.ask("status").text("jack") == "running")
            fixture.server.freeze()
            try fixture.wait("jack", "stalled")
            try fixture.wait("record_state", "waiting")
            // The closed segment is on the disk, and can be played during the freeze.
            let closed = try fixture.recording("frozen")
            #expect(closed.segments.count == 1 && closed.segments[0].endReason == .serverGone)
            // An absence that can be told from the end of the patience: its length is compared.
            _ = usleep(1_500_000)
            fixture.server.thaw()
            try fixture.wait("record_state", "recording")
            #expect(try fixture.engine.ask("status").text("jack") == "running")
            try fixture.engine.waitForTake(seconds: 0.5)
            try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("frozen")
            #expect(recording.segments.count == 2)
            try fixture.check(recording, isOne: true)
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(away > 1.4 && watch.fits(heard + away, within: 0.5), "\(heard) s and \(away) s of \(watch)")
        }

        /// The engine dies while there is no server, or after the server is back: all frames delivered are in the recording,
        /// and the length of the gap is known.
        @Test(arguments: [true, false]) func killedInTheGapOrAfterItNothingIsForgotten(isInGap: Bool) throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try ReturningServerFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            try fixture.engine.ask("rec", "name", "twice")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.7)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            if !isInGap {
                // The gap is longer than half a second.
                _ = usleep(500_000)
                try fixture.revive()
                fixture.play()
                try fixture.engine.waitForTake(seconds: 1)
            }
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            _ = try Library(folder: fixture.engine.library).recoverLeftovers()
            let recording = try fixture.recording("twice")
            #expect(recording.segments.count == (isInGap ? 1 : 2))
            for segment in recording.segments {
                let samples = try EngineFixture.samples(fixture.engine.library + "/" + segment.file)
                let report = FrameReport(samples, .fine)
                #expect(samples.count > 24_000 && report.isInOrder, "\(segment.file): \(report)")
            }
            if !isInGap { #expect(fixture.away(recording) > 0.5 && fixture.away(recording) < 10) }
        }

        /// Every segment has the rate of its server; the timeline has one rate.
        @Test func aServerThatComesBackAtAnotherRateIsRecordedOnAsItIs() throws {
            let fixture = try ReturningServerFixture()
            try fixture.engine.ask("rec", "name", "rates")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.5)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.revive(rate: 44_100)
            try fixture.wait("record_state", "recording")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.7)
            let stopped = try fixture.engine.ask("stop")
            let recording = try fixture.recording("rates")
            // The answer describes the whole take, not its last file.
            let files = recording.segments.map { fixture.engine.library + "/" + $0.file }
            #expect(stopped["path"] == nil && stopped.text("paths") == files.joined(separator: "\n"))
            #expect(stopped.int("frames") == Int(recording.timeline.length) && stopped.int("bytes") == Int(recording.bytes))
            #expect(recording.segments.map(\.rate) == [48_000, 44_100] && recording.rate == 48_000)
            try fixture.check(recording)
            let seconds = ReturningServerFixture.seconds(recording.segments)
            #expect(abs(Double(recording.timeline.length) / 48_000 - seconds) < 0.001)
            #expect(Process.run("/usr/bin/soxi", [fixture.engine.library + "/rates~2.wav"]).output.contains("44100"))
            // The recording plays to its end.
            let played = try fixture.engine.ask("play", "name", "rates")
            #expect(played.int("duration_frames") == -1 || played.int("duration_frames") > 0)
            #expect(try fixture.engine.ask("status").int("duration_frames") == Int(recording.timeline.length))
        }

        @Test func whoeverWantsItCanEndTheTakeWithTheServer() throws {
            let fixture = try ReturningServerFixture(["--rec-resume", "off"])
            try fixture.engine.ask("rec", "name", "ends")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.kill()
            try fixture.wait("record_state", "idle")
            try fixture.revive()
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            #expect(try fixture.recording("ends").segments.count == 1)
        }

        /// A take that waits for the server can be stopped, and a paused one comes back paused.
        @Test func aWaitingTakeObeys() throws {
            let fixture = try ReturningServerFixture()
            try fixture.engine.ask("rec", "name", "one")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.5)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("rec", "name", "two") }
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.text("end_reason") == "serverGone" && stopped.int("frames") > 12_000)
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            try fixture.revive()
            // Longer than the time from the next server's start to the resume: the frames of the new server are numbered
            // below those of the pause.
            _ = usleep(3_000_000)
            try fixture.engine.ask("rec", "name", "two")
            fixture.play()
            try fixture.engine.waitForTake(seconds: 0.3)
            try fixture.engine.ask("pause")
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.revive()
            try fixture.wait("record_state", "paused")
            // A server that dies before its first frame leaves no segment.
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.revive()
            try fixture.wait("record_state", "paused")
            fixture.play()
            // The sound of the new probe is under way.
            _ = usleep(300_000)
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("resume") }
            try fixture.engine.waitForTake(seconds: 0.3)
            try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("two")
            #expect(recording.segments.count == 2 && recording.segments[1].joints.first?.position == 0)
            let seconds = Double(recording.segments[1].frames) / 48_000
            #expect(watch.fits(seconds, within: 0.25), "\(seconds) s of \(watch)")
        }
    }
}
