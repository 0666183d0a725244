// Tests scheduled takes while the wall clock is set, and over changes of daylight saving (R18).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct ScheduleClockTests {
        /// Berlin by rules, which need no files of time zones: summer time from the last Sunday of March to that of October.
        private static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

        /// An engine at a wall clock that the test sets.
        private static func fixture(at seconds: Int) throws -> (EngineFixture, StandInClock) {
            let clock = try StandInClock(seconds: seconds, zone: berlin)
            let fixture = try EngineFixture(environment: clock.environment)
            // The start of server and engine may take longer than the time until the take.
            try clock.set(seconds)
            return (fixture, clock)
        }

        private static func items(_ engine: EngineProcess) throws -> [Fields] { try engine.reply("schedule").items }

        private static func names(_ engine: EngineProcess) throws -> [String] {
            try engine.reply("ls").items.map { $0.text("name") }
        }

        private static func waitForMissed(_ engine: EngineProcess) throws -> Fields {
            var item: Fields?
            try Pause.until {
                item = try items(engine).first { !$0.text("why").isEmpty }
                return item != nil
            }
            return try #require(item, "no take was missed")
        }

        /// 2026-11-25 12:00:00 in Berlin.
        private static let noon = 1_795_604_400

        /// A clock that is set past the whole take: it is told as missed, once, and a daily one goes on tomorrow. A single one, which
        /// ends there, is a matter of the list: a short run leaves it out.
        @Test(arguments: ["once", "day"].few) func aTakeThatTheClockJumpsOverIsTold(every: String) throws {
            let (fixture, clock) = try Self.fixture(at: Self.noon)
            let engine = fixture.engine
            let file = engine.folder.file("missed")
            try engine.reply("set", ["on-schedule-missed", "cat >> \(file); echo >> \(file)"])
            let repeats = every == "once" ? [] : ["every", every]
            try engine.reply("rec", ["name", "choir", "at", "2026-11-25T13:00", "for", "10m"] + repeats)
            try clock.set(Self.noon + 2 * 3600)
            let missed = try Self.waitForMissed(engine)
            #expect(missed.text("why").contains("2026-11-25 13:00:00 was missed"), "\(missed)")
            #expect(missed.text("why").contains("the clock was set forward"), "\(missed)")
            #expect(missed.text("state") == (every == "once" ? "missed" : "coming"), "\(missed)")
            if every == "day" { #expect(missed.text("at") == "2026-11-26 13:00:00", "\(missed)") }
            // Back before the time: what was told as missed is neither made nor told again.
            try clock.set(Self.noon + 3599)
            // The loop looks at the clock once a second.
            Pause.milliseconds(2500)
            #expect(try engine.ask("status").text("record_state") == "idle")
            #expect(try Self.names(engine).isEmpty)
            func told() -> [Substring] {
                (Files.read(file) ?? "").split(separator: "\n").filter { $0.contains("schedule-missed") }
            }
            Pause.until { !told().isEmpty }
            #expect(told().count == 1, "\(told())")
        }

        /// A clock that is set into the take: what is left of it is recorded at once, and told as late.
        @Test func aTakeThatTheClockJumpsIntoBeginsLate() throws {
            let (fixture, clock) = try Self.fixture(at: Self.noon)
            let engine = fixture.engine
            let file = engine.folder.file("late")
            try engine.reply("set", ["on-schedule-late", "cat >> \(file)"])
            try engine.reply("rec", ["name", "choir", "at", "2026-11-25T13:00", "for", "10m"])
            try clock.set(Self.noon + 3600 + 596)
            try engine.wait("record_state", "recording")
            try engine.wait("record_state", "idle")
            let frames = try EngineFixture.samples("\(engine.library)/choir.wav").count
            // Seconds of the clock have fractions, and the loop looks once a second, or later on a busy machine.
            #expect(frames > 48_000 && frames <= 4 * 48_000, "\(frames)")
            Pause.until { Files.read(file)?.contains("the clock was set") == true }
            #expect((Files.read(file) ?? "").contains("the clock was set"), "\(Files.read(file) ?? "")")
            #expect(try Self.items(engine).isEmpty)
        }

        /// A clock that is set back before the take does not make it again: not while it runs, and not once it is over.
        @Test(arguments: [true, false]) func aClockSetBackDoesNotRepeatATake(isRunning: Bool) throws {
            let (fixture, clock) = try Self.fixture(at: Self.noon)
            let engine = fixture.engine
            try engine.reply("rec", ["name", "choir", "at", "2026-11-25T12:00:03", "for", "2s", "every", "day"])
            try engine.wait("record_state", "recording")
            if !isRunning { try engine.wait("record_state", "idle") }
            try clock.set(Self.noon + 2)
            try engine.wait("record_state", "idle")
            let frames = try EngineFixture.samples("\(engine.library)/choir.wav").count
            #expect(frames == 2 * 48_000)
            // The loop looks at the clock once a second.
            while clock.now < Self.noon + 5 { Pause.milliseconds(50) }
            #expect(try engine.ask("status").text("record_state") == "idle")
            #expect(try Self.names(engine) == ["choir"])
            #expect(try Self.items(engine).map { $0.text("at") } == ["2026-11-26 12:00:03"])
        }

        /// 2026-03-29: after 01:59:59 comes 03:00:00. A take at 03:00:01 begins four seconds after 01:59:57.
        @Test func aTakeAfterTheMissingHourBeginsInTime() throws {
            let (fixture, _) = try Self.fixture(at: 1_774_745_997)
            let engine = fixture.engine
            try engine.reply("rec", ["name", "spring", "at", "2026-03-29T03:00:01", "for", "1s"])
            try engine.reply("rec", ["name", "gap", "at", "2026-03-29T02:30", "for", "1s"])
            #expect(try engine.ask("status").text("schedule_name") == "spring")
            try engine.wait("record_state", "recording")
            #expect(try engine.ask("status").text("name") == "spring")
            try engine.wait("record_state", "idle")
            #expect(try Self.items(engine).map { $0.text("state") } == ["coming"])
        }

        /// 2026-10-25: 02:30 comes twice. A daily take is made at the first one only. Without a name it has that of its time.
        @Test func aTakeInTheDoubledHourIsMadeOnce() throws {
            let (fixture, clock) = try Self.fixture(at: 1_792_888_197)
            let engine = fixture.engine
            try engine.reply("rec", ["at", "2026-10-25T02:30", "for", "1s", "every", "day"])
            try engine.wait("record_state", "recording")
            try engine.wait("record_state", "idle")
            // An hour later it is 02:29:59 again. The loop looks at the clock once a second.
            try clock.set(1_792_888_199 + 3600)
            while clock.now < 1_792_888_199 + 3603 { Pause.milliseconds(50) }
            #expect(try engine.ask("status").text("record_state") == "idle")
            #expect(try Self.names(engine) == ["2026-10-25 02-30-00"])
            #expect(try Self.items(engine).map { $0.text("at") } == ["2026-10-26 02:30:00"])
        }
    }
}
