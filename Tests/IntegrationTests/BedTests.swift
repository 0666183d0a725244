// Tests the bed: its end, and its silence while the timer holds it (K1, K6, K7).
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct BedTests {
        /// Highest magnitude that is heard in the next `frames` frames, after `skip` frames.
        private static func loudest(_ fixture: EngineFixture, of frames: Int = 12_000, after skip: Int = 9600) -> Float {
            let first = fixture.now + skip
            fixture.wait(milliseconds: (skip + frames) * 1000 / fixture.ear.rate + 1)
            return fixture.heard(first..<first + frames).map { abs($0.x) }.max() ?? -1
        }

        private static func fixture(_ words: [String] = []) throws -> EngineFixture {
            let silent = ["start", "interval", "finish"].map { "timer-\($0)-sound = none\n" }.joined()
            return try EngineFixture(sends: .silence, keeps: 20, engine: words, settings: silent)
        }

        /// A bed that is ended fades out, and is at no time louder than it was; so is one that is not there.
        @Test func aBedEndsInSilence() throws {
            let fixture = try Self.fixture()
            try fixture.engine.ask("bed", "off")
            #expect(Self.loudest(fixture) == 0)
            try fixture.engine.ask("bed", "pink", "level", "-30")
            #expect(Self.loudest(fixture) > 0.003)
            try fixture.engine.ask("bed", "off")
            #expect(Self.loudest(fixture) == 0)
            #expect(fixture.ear.heard.map { abs($0.x) }.max() ?? 1 < 0.2)
            // One that is ended before it is heard is not heard.
            try fixture.engine.ask("bed", "brown", "level", "-30")
            try fixture.engine.ask("bed", "off")
            #expect(Self.loudest(fixture) == 0)
            try fixture.engine.ask("bed", "brown", "level", "-30")
            #expect(Self.loudest(fixture) > 0.003)
        }

        /// A bed that cannot be opened changes nothing: the one that plays goes on, without a hole, and is told (C2, K6).
        @Test func aRefusedBedLeavesTheOneBefore() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("bed", "pink", "level", "-20")
            #expect(Self.loudest(fixture) > 0.01)
            let first = fixture.now
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("bed", "/nonexistent.wav") }
            #expect(Self.loudest(fixture) > 0.01)
            #expect(!fixture.heard(first..<fixture.now).contains { $0.x == 0 && $0.y == 0 })
            #expect(try engine.ask("status").text("bed") == "pink")
            // It goes on past what was in the ring.
            fixture.wait(milliseconds: 2500)
            #expect(Self.loudest(fixture) > 0.01)
            try engine.ask("bed", "level", "-60")
            #expect(Self.loudest(fixture) < 0.01)
            try engine.ask("bed", "off")
            #expect(Self.loudest(fixture) == 0)
            // Without one before it there is none after it.
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("bed", "/nonexistent.wav") }
            #expect(try engine.ask("status").text("bed") == "off")
        }

        /// Each of three quick changes finds the ring full of the beds before it: the new one is heard all the same, from its
        /// fade-in on, which begins where the fade of the one before ends.
        @Test func threeQuickChangesLeaveNoHole() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("bed", "pink", "level", "-20")
            #expect(Self.loudest(fixture) > 0.01)
            let first = fixture.now
            for name in ["white", "brown", "pink"] { try engine.ask("bed", name, "level", "-20") }
            fixture.wait(milliseconds: 1000)
            let heard = fixture.heard(first..<fixture.now).map { max(abs($0.x), abs($0.y)) }
            var longest = (count: 0, now: 0)
            for level in heard {
                longest.now = level == 0 ? longest.now + 1 : 0
                longest.count = max(longest.count, longest.now)
            }
            #expect(longest.count < 48)
            #expect(heard.suffix(24_000).max() ?? 0 > 0.01)
            #expect(try engine.ask("status").int("late_bed_frames") == 0)
        }

        /// The bed of a timer that is paused is silent, also when it was opened meanwhile, or its level was changed.
        @Test func aPauseSilencesTheBed() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("timer", "start", "length", "60s", "countdown", "0", "bed", "pink", "level", "-20")
            try engine.ask("timer", "pause")
            #expect(Self.loudest(fixture) == 0)
            try engine.ask("timer", "resume")
            #expect(Self.loudest(fixture) > 0.01)
            try engine.ask("timer", "pause")
            #expect(Self.loudest(fixture) == 0)
            try engine.ask("bed", "level", "-26")
            #expect(Self.loudest(fixture) == 0)
            try engine.ask("timer", "resume")
            #expect(Self.loudest(fixture) > 0.005)
            try engine.ask("timer", "stop")
            #expect(Self.loudest(fixture) == 0)
        }

        /// A timer without a bed leaves the user's bed alone.
        @Test func aTimerLeavesTheUsersBed() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("bed", "pink", "level", "-20")
            #expect(Self.loudest(fixture) > 0.01)
            try engine.ask("timer", "start", "length", "60s", "countdown", "0", "bed", "off")
            try engine.ask("timer", "pause")
            #expect(Self.loudest(fixture) > 0.01)
            try engine.ask("timer", "stop")
            #expect(Self.loudest(fixture) > 0.01)
        }

        /// A timer that was stopped while no server ran has no bed when one is back.
        @Test func aBedThatEndedWithoutAServerStaysAway() throws {
            let fixture = try ReturningServerFixture()
            let engine = fixture.engine
            try engine.ask("timer", "start", "length", "60s", "countdown", "0", "bed", "pink")
            fixture.kill()
            try fixture.wait("jack", "waiting")
            try engine.ask("timer", "stop")
            #expect(try engine.ask("status").text("bed") == "off")
            try fixture.revive()
            #expect(try engine.ask("status").text("bed") == "off")
        }

        /// A sound that finds no room on its way to a frozen server waits, and is heard when the server goes on.
        @Test func aSoundWaitsForAFrozenServer() throws {
            // A server that stands still for longer is refused.
            let fixture = try Self.fixture(["--jack-patience", "10s"])
            let engine = fixture.engine
            try engine.ask("bed", "pink", "level", "-60")
            fixture.server.freeze()
            for _ in 0..<300 { try engine.ask("bed", "level", "-60") }
            let sound = try #require(Process(Programs.path("dicta"), ["--socket", engine.socket, "sound", "click"]))
            // Half a second, since nothing tells that nothing comes.
            Pause.milliseconds(500)
            #expect(!sound.hasEnded)
            let before = fixture.ear.heard.count
            fixture.server.thaw()
            let answer = sound.finish()
            #expect(answer.code == 0, "\(answer)")
            // The answer tells the end of the sound, which reaches the ear in the next periods.
            fixture.wait(milliseconds: 100)
            #expect(CueTests.onsets(fixture.ear.heard[before...], above: 0.2).count == 1)
        }
    }
}
