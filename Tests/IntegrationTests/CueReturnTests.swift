// Tests cues over a lost server: the timer and its bed wait for the next one, and a count-in ends (K1, K3, K6, J2).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct CueReturnTests {
        private static let gongs = ["start", "interval", "finish"].map { "timer-\($0)-sound = click" }.joined(separator: "\n")

        /// An ear at the present server, which hears the engine.
        ///
        /// The client that waits for a new server leaves it while the engine joins. On a busy machine jackd then sometimes does not
        /// tell the engine's libjack that it has left; the next client gets its number, and libjack wakes the client that is gone:
        /// a synchronous server stands still. So a client that the engine never has to wake takes that number.
        private static func ear(_ fixture: ReturningServerFixture) throws -> Probe {
            fixture.occupy()
            for _ in 0..<4 {
                let ear = try #require(Probe("ear", keeps: 30), "no ear")
                #expect(ear.connectInputs(from: fixture.engine.name))
                // The new order of the graph holds from one of the next periods on.
                Pause.milliseconds(100)
                let first = ear.count
                Pause.until { ear.count >= first + 2400 }
                if ear.count >= first + 2400 { return ear }
                ear.close()
                try fixture.wait("jack", "running")
            }
            throw EngineProcess.Trouble.noAnswer("the server stands still with every ear")
        }

        private static func state(_ fixture: ReturningServerFixture) throws -> String {
            try fixture.engine.ask("timer").text("timer_state")
        }

        private static func waitUntilElapsed(_ fixture: ReturningServerFixture, _ seconds: Double) throws {
            try Pause.until { try fixture.engine.ask("timer").double("timer_elapsed_seconds") >= seconds }
        }

        /// The clock stands still without a server, and the gongs that are left sound at their frames of the next one.
        @Test(arguments: [true, false]) func aTimerWaitsForTheNextServer(isKilled: Bool) throws {
            let fixture = try ReturningServerFixture(settings: Self.gongs + "\ntimer-bed = off\n")
            try fixture.engine.ask("timer", "start", "length", "12s", "countdown", "0", "interval", "3s")
            try Self.waitUntilElapsed(fixture, 1)
            if isKilled { fixture.kill() } else { fixture.stop() }
            try fixture.wait("timer_state", "paused")
            let held = try fixture.engine.ask("timer").double("timer_elapsed_seconds")
            // A clock that goes on would tell another second.
            Pause.milliseconds(1500)
            #expect(try fixture.engine.ask("timer").double("timer_elapsed_seconds") == held)
            try fixture.revive()
            try fixture.wait("timer_state", "running")
            let ear = try Self.ear(fixture)
            // The finish by the clock of the graph, read before and after the question.
            let earliest = ear.frameTime
            let left = try fixture.engine.ask("timer").double("timer_remaining_seconds")
            let latest = ear.frameTime
            #expect(left <= 12 - held)
            ear.skip(toNumber: ear.count + Int(left * 48_000))
            try fixture.wait("timer_state", "completed")
            // Behind a freewheel JACK's estimate of the time, by which the engine tells the end, is ahead of the frames.
            ear.waitFor(frames: Int(left * 48_000) + 4800, from: latest)
            let onsets = CueTests.onsets(ear.heard)
            // Gongs at 3, 6, 9 and 12 s; the first may come before the ear.
            #expect((3...4).contains(onsets.count), "\(onsets) of \(ear.count), \(left) s left, held at \(held) s")
            let last = try #require(onsets.last)
            // Gongs are at frames of JACK. An xrun moves these against the frames that the ear has counted.
            let first = earliest &+ UInt32((left * 48_000).rounded()) &- 2048
            let frames = (0...latest &- earliest &+ 4096).lazy.map { first &+ $0 }
            let bounds = "\(ear.number(of: first)) and \(latest &- earliest &+ 4096) more"
            let finish = try #require(
                frames.first { ear.number(of: $0) == last }, "\(onsets) of \(ear.count): the last is not in \(bounds)")
            let places = onsets.indices.map { ear.number(of: finish &- UInt32((onsets.count - 1 - $0) * 144_000)) }
            #expect(onsets == places, "\(onsets), not \(places)")
            let history = try fixture.engine.reply("timer", ["history"])
            #expect(history.items.count == 1 && history.items[0]["completed"] == .flag(true), "\(history.items)")
        }

        /// A timer that was paused by hand stays so, with its bed: a server that comes back does not start it.
        @Test func aPausedTimerStaysPausedAndSilent() throws {
            let fixture = try ReturningServerFixture(settings: Self.gongs + "\n")
            try fixture.engine.ask(
                "timer", "start", "length", "10m", "countdown", "0", "interval", "3s", "bed", "white", "level", "-20")
            try Self.waitUntilElapsed(fixture, 0.5)
            try fixture.engine.ask("timer", "pause")
            fixture.kill()
            try fixture.wait("jack", "waiting")
            try fixture.revive()
            let ear = try Self.ear(fixture)
            ear.skip(to: ear.frameTime &+ 96_000)
            #expect(try Self.state(fixture) == "paused")
            #expect(ear.heard.allSatisfy { $0 == .zero }, "\(ear.heard.map { abs($0.x) }.max() ?? 0)")
            let resumed = ear.heard.count
            try fixture.engine.ask("timer", "resume")
            ear.waitFor(frame: ear.frameTime &+ 144_000)
            #expect(try Self.state(fixture) == "running")
            let heard = ear.heard[resumed...]
            #expect(heard.suffix(4800).contains { abs($0.x) > 0.01 })
            // The gong of 3 s stands out of the bed.
            #expect(heard.contains { abs($0.x) > 0.2 })
        }

        /// A bed that is held before its first frames are there is not heard either.
        @Test func aTimerThatIsPausedAtOnceHasASilentBed() throws {
            let fixture = try ReturningServerFixture(settings: Self.gongs + "\n")
            let ear = try Self.ear(fixture)
            try fixture.engine.ask("timer", "start", "length", "10m", "bed", "white", "level", "-20")
            try fixture.engine.ask("timer", "pause")
            ear.waitFor(frame: ear.frameTime &+ 24_000)
            let heard = ear.heard.count
            ear.waitFor(frame: ear.frameTime &+ 24_000)
            #expect(ear.heard[heard...].allSatisfy { $0 == .zero })
        }

        /// A timer that is stopped while there is no server leaves nothing behind, and so does a bed.
        @Test func aTimerIsStoppedWithoutAServer() throws {
            let fixture = try ReturningServerFixture(settings: Self.gongs + "\n")
            try fixture.engine.ask("timer", "start", "length", "10m", "countdown", "0", "bed", "white", "level", "-20")
            try Self.waitUntilElapsed(fixture, 0.5)
            fixture.kill()
            try fixture.wait("jack", "waiting")
            #expect(try fixture.engine.ask("timer", "stop").text("timer_state") == "idle")
            #expect(try fixture.engine.ask("status").text("bed") == "off")
            try fixture.revive()
            let ear = try Self.ear(fixture)
            ear.waitFor(frame: ear.frameTime &+ 48_000)
            #expect(try Self.state(fixture) == "idle")
            #expect(ear.heard.allSatisfy { $0 == .zero })
        }

        /// Frames and sounds of a run belong to one sample rate: a server of another one ends the run, also a paused one.
        @Test(arguments: [true, false]) func aServerOfAnotherRateEndsTheTimer(isPaused: Bool) throws {
            let fixture = try ReturningServerFixture(settings: Self.gongs + "\ntimer-bed = off\n")
            try fixture.engine.ask("timer", "start", "length", "10m", "countdown", "0")
            try Self.waitUntilElapsed(fixture, 0.5)
            if isPaused { try fixture.engine.ask("timer", "pause") }
            fixture.kill()
            try fixture.wait("jack", "waiting")
            try fixture.revive(rate: 44_100)
            try Pause.until { try Self.state(fixture) == "idle" }
            #expect(try Self.state(fixture) == "idle")
            let items = try fixture.engine.reply("timer", ["history"]).items
            #expect(items.count == 1 && items[0]["completed"] == .flag(false), "\(items)")
            try fixture.engine.ask("timer", "start", "length", "10m", "countdown", "0")
            #expect(try Self.state(fixture) == "running")
        }

        /// A server that is lost or stands still during a count-in ends it with words, and no take is made, then or later.
        /// Each loss is noticed in a way of its own: by a broken connection, by the word of the server, and by its silence.
        @Test(arguments: ["killed", "stopped", "frozen"]) func aCountInEndsWithItsServer(_ loss: String) throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"])
            let words = ["--no-start", "--socket", fixture.engine.socket, "rec", "never", "--count-in", "8", "--tempo", "120"]
            let remote = try #require(Process(Programs.path("dicta"), words))
            try fixture.wait("record_state", "counting")
            switch loss {
            case "killed": fixture.kill()
            case "stopped": fixture.stop()
            default: fixture.server.freeze()
            }
            let finished = remote.finish()
            #expect(finished.code != 0 && finished.errors.contains("JACK server"), "\(finished.code) \(finished.errors)")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            // The end of the count-in of four seconds would have come long ago. A busy machine needs some of them for the loss.
            Pause.milliseconds(4500)
            if loss == "frozen" { fixture.server.thaw() } else { #expect(fixture.server.start()) }
            try fixture.wait("jack", "running")
            // A take that the count-in has left would have begun by then: nothing tells that nothing comes.
            Pause.milliseconds(500)
            let status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "idle" && status.double("count_in_seconds") == 0, "\(status)")
            #expect(try fixture.engine.reply("ls").items.isEmpty)
            for file in ["never.wav", "never.json", ".never.take"] {
                #expect(!Files.exists(fixture.engine.library + "/" + file), "\(file)")
            }
            // The name is free, and a take begins as ever.
            fixture.play()
            try fixture.engine.ask("rec", "name", "never", "count-in", "2", "tempo", "240")
            try fixture.engine.waitForTake(seconds: 0.3)
            #expect(FrameReport(try EngineFixture.samples(try fixture.engine.ask("stop").text("path")), .fine).isClean)
        }
    }
}
