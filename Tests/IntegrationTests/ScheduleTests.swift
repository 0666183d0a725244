// Tests scheduled takes: in time, late, missed, beside a take by hand, and over a restart (R18).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct ScheduleTests {
        /// Seconds of the wall clock since 1970.
        private static var now: Double {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        /// A whole second at least `ahead` seconds ahead, and its local time as `rec --at` reads it.
        private static func time(_ ahead: Int) -> (seconds: Int, text: String) {
            var seconds = Int(now) + ahead + 1
            var parts = unsafe tm()
            _ = unsafe localtime_r(&seconds, &parts)
            let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
                let length = unsafe strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
                return unsafe String(
                    decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length]), as: UTF8.self)
            }
            return (seconds, text)
        }

        private static func subscriber(_ engine: EngineProcess, to topic: String = "events") throws -> ControlClient {
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text(topic), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            return client
        }

        private static func items(_ engine: EngineProcess) throws -> [Fields] { try engine.reply("schedule").items }

        private static func refusal(_ engine: EngineProcess, _ words: String...) -> String {
            do {
                _ = try engine.reply("rec", words)
                return ""
            } catch { return "\(error)" }
        }

        /// JACK's frame at the wall clock's time `seconds`, as JACK estimates it now.
        private static func frame(of seconds: Int, _ probe: Probe) -> Int {
            // A reading that another process interrupted is longer than others.
            (0..<5).map { _ in
                let start = now
                let frame = Int(probe.frameTime)
                let end = now
                return (frame + Int(((Double(seconds) - (start + end) / 2) * 48_000).rounded()), end - start)
            }.min { $0.1 < $1.1 }?.0 ?? 0
        }

        /// Makes a take of a second with this number in the schedule. Gives its first frame, and the least and the greatest estimate
        /// of JACK for the frame of its time, from before the engine read its own until the take began.
        private static func scheduled(_ number: Int, _ fixture: EngineFixture) throws -> (first: Int, due: ClosedRange<Int>) {
            let engine = fixture.engine
            let name = "choir\(number)"
            let (seconds, text) = time(3)
            let jumps = fixture.probe.jumps
            let answer = try engine.ask("rec", "name", name, "at", text, "for", "1s")
            #expect(answer.int("number") == number && answer.text("at") == text.replacing("T", with: " "))
            #expect(try engine.ask("status").text("schedule_name") == name)
            #expect(try items(engine).map { $0.text("state") } == ["coming"])
            var estimates: [Int] = []
            for _ in 0..<1000 {
                guard try engine.ask("status").text("record_state") != "recording" else { break }
                estimates.append(frame(of: seconds, fixture.probe))
                Pause.milliseconds(15)
            }
            estimates.append(frame(of: seconds, fixture.probe))
            try engine.wait("record_state", "idle")
            let take = try engine.ask("info", "name", name)
            let samples = try EngineFixture.samples("\(engine.library)/\(name).wav")
            #expect(samples.count == 48_000, "\(take)")
            #expect(take.text("created") == Timestamp(seconds: seconds).iso8601, "\(take)")
            let report = FrameReport(samples, .fine)
            #expect(report.isClean, "\(report)")
            #expect(try items(engine).isEmpty)
            let due = estimates.map { fixture.probe.number(of: UInt32(truncatingIfNeeded: $0)) }
            // JACK's estimate of the current frame is some milliseconds off for most of a second after its time jumped.
            let doubt = fixture.probe.jumps == jumps ? 0 : 480
            return (Int(try #require(report.first)), (due.min() ?? 0) - doubt...(due.max() ?? 0) + doubt)
        }

        /// The first frame is that of the wall clock, at most a period later and never earlier, and the take has its length to the frame.
        /// The bound is a period, so a longer one proves that it is no constant: a short run has that alone.
        @Test(arguments: [128, 1024].few)
        func aTakeBeginsWithinAPeriodOfItsTime(period: Int) throws {
            let fixture = try EngineFixture(period: period)
            // The engine has one of JACK's estimates. A server with late periods falls behind the wall clock, and its estimates
            // differ by as much: three tries for steady ones.
            for number in 1...3 {
                let (first, due) = try Self.scheduled(number, fixture)
                print("scheduled take at \(first), period \(period), its time at \(due)")
                // A reading of the test's own clock is off by less than a millisecond.
                #expect(due.lowerBound - 48 <= first && first <= due.upperBound + period, "\(first) \(due)")
                if due.count < period { break }
            }
        }

        /// A take outlives the engine's end, begins in time, and what is left of a running one is recorded after a restart.
        @Test func theScheduleOutlivesTheEngine() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let (seconds, text) = Self.time(4)
            try engine.ask("rec", "name", "mass", "at", text, "for", "8s", "format", "flac", "bits", "24")
            try engine.ask("rec", "name", "daily", "at", "tomorrow 7:30", "for", "1h", "every", "weekday")
            _ = engine.quit()
            try engine.restart()
            let lines = try Self.items(engine).map { $0.text("line") }
            #expect(lines.count == 2 && lines[0].contains("mass") && lines[0].contains("--format flac"), "\(lines)")
            try engine.wait("record_state", "recording")
            try engine.waitForTake(seconds: 1)
            _ = engine.quit()
            // The rest begins between these two moments, and ends with the take.
            let earliest = Self.now
            try engine.restart()
            try engine.wait("record_state", "recording")
            let latest = Self.now
            #expect(Self.refusal(engine, "name", "mine").contains("by the schedule (1 of 'dicta schedule')"))
            try engine.wait("record_state", "idle")
            let rest = try #require(try engine.reply("ls").items.first { $0.text("name") != "mass" })
            let length = rest.double("seconds").isNaN ? rest.double("length_seconds") : rest.double("seconds")
            let bounds = Double(seconds + 8) - latest - 0.2...Double(seconds + 8) - earliest + 0.2
            #expect(bounds.contains(length), "\(rest), not \(bounds)")
            #expect(try Self.items(engine).map { $0.text("name") } == ["daily"])
        }

        /// The topic tells the next take with the seconds until then, and each change of the list by a higher count.
        @Test func theScheduleIsATopic() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            var client = try Self.subscriber(engine, to: "schedule")
            var last: Fields = [:]
            func wait(_ what: String, _ isRight: (Fields) -> Bool) throws {
                for _ in 0..<500 where !isRight(last) {
                    for message in try client.messages(within: 20) { last = StateMessage(message)?.fields ?? last }
                }
                #expect(isRight(last), "\(what): \(last)")
            }
            try wait("empty") { $0.text("schedule_next").isEmpty && $0.double("schedule_seconds") == -1 }
            let before = last.int("schedule_revision")
            for (name, ahead) in [("late", 4000), ("soon", 2000)] {
                let (seconds, text) = Self.time(ahead)
                try engine.ask("rec", "name", name, "at", text, "for", "1s")
                try wait(name) { $0.text("schedule_name") == name }
                #expect(last.text("schedule_next") == text.replacing("T", with: " ") && last.int("schedule_number") > 0)
                let left = Double(seconds) - Self.now
                #expect(last.double("schedule_seconds").rounded() == last.double("schedule_seconds"))
                #expect(abs(last.double("schedule_seconds") - left) < 5, "\(last) \(left)")
            }
            try wait("both") { $0.int("schedule_count") == 2 }
            #expect(last.int("schedule_revision") > before)
            try engine.ask("schedule", "do", "cancel", "number", "\(last.int("schedule_number"))")
            try wait("cancelled") { $0.text("schedule_name") == "late" && $0.int("schedule_count") == 1 }
        }

        /// A take whose time was over when the engine came back is told by event, log and list, and a daily one goes on.
        @Test func aMissedTakeIsTold() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let file = engine.folder.file("missed")
            try engine.reply("set", ["on-schedule-missed", "cat >> \(file)"])
            let (seconds, text) = Self.time(4)
            try engine.ask("rec", "name", "once", "at", text, "for", "1s")
            try engine.ask("rec", "name", "daily", "at", text, "for", "1s", "every", "day")
            _ = engine.quit()
            while Self.now < Double(seconds) + 2 { Pause.milliseconds(20) }
            try engine.restart()
            let items = try Self.items(engine)
            #expect(items.map { $0.text("state") } == ["missed", "coming"], "\(items)")
            #expect(items.allSatisfy { $0.text("why").contains("the engine did not run at its time") }, "\(items)")
            // Hooks give way to every other program of the machine.
            Pause.until { ["once", "daily"].allSatisfy({ Files.read(file)?.contains($0) == true }) }
            let told = Files.read(file) ?? ""
            #expect(told.contains("once") && told.contains("daily") && told.contains("did not run"), "\(told)")
            #expect(try engine.reply("ls").items.isEmpty)
            try engine.ask("schedule", "do", "cancel", "number", "all")
            #expect(try Self.items(engine).isEmpty)
        }

        /// An engine that is killed in the second before a take, or while its file has no frame yet, takes nothing from it: the take has its
        /// name, and the reason for a late one is true (R18).
        @Test func aTakeThatWasKilledBeforeItsTimeHasItsName() throws {
            // A synchronous jackd waits nearly a minute for a client that was killed.
            let fixture = try EngineFixture(synchronous: false)
            let engine = fixture.engine
            let file = engine.folder.file("late")
            try engine.reply("set", ["on-schedule-late", "cat >> \(file)"])
            let (seconds, text) = Self.time(3)
            try engine.ask("rec", "name", "choir", "at", text, "for", "20s")
            Pause.until { Files.exists("\(engine.library)/choir.wav") }
            engine.signal(SIGKILL)
            _ = engine.finish()
            // A machine that is too busy for this second leaves a take with sound.
            guard Self.now < Double(seconds) else { return }
            try engine.restart()
            try engine.waitForTake(seconds: 0.5)
            #expect(try engine.ask("status").text("name") == "choir")
            _ = try engine.ask("stop")
            #expect(try engine.reply("ls").items.map { $0.text("name") } == ["choir"])
            #expect(try Pause.until { try Self.items(engine).isEmpty })
            #expect(Files.read(file)?.contains("no JACK server") != true, "\(Files.read(file) ?? "")")
        }

        /// A take that was missed beside one that goes on after a restart stays in the list.
        @Test func aMissedTakeStaysWhileAnotherOneGoesOn() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let (_, first) = Self.time(3)
            let (seconds, second) = Self.time(4)
            try engine.ask("rec", "name", "long", "at", first, "for", "60s")
            try engine.ask("rec", "name", "short", "at", second, "for", "1s")
            try engine.wait("record_state", "recording")
            _ = engine.quit()
            while Self.now < Double(seconds) + 2 { Pause.milliseconds(20) }
            try engine.restart()
            try engine.waitForTake(seconds: 0.5)
            let items = try Self.items(engine)
            #expect(items.map { $0.text("name") } == ["long", "short"], "\(items)")
            #expect(items.map { $0.text("state") } == ["recording", "missed"], "\(items)")
            #expect(items.last?.text("why").contains("was missed") == true, "\(items)")
            _ = engine.quit()
        }

        /// A take that only a newer version can read costs none of the others, is told as a trouble, and stays in the file.
        @Test func aTakeOfANewerVersionIsKeptAndTold() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "daily", "at", Self.time(4000).text, "for", "1s", "every", "day")
            _ = engine.quit()
            let file = engine.folder.file("state/dicta/schedule-\(engine.name).json")
            let text = try #require(Files.read(file))
            let end = try #require(text.lastIndex(of: "]"))
            let newer = "{\"number\":7,\"line\":\"rec choir --moon full\",\"moon\":2.50}"
            #expect(Files.write(text[..<end] + "," + newer + text[end...], to: file))
            try engine.restart()
            #expect(try Self.items(engine).map { $0.text("name") } == ["daily"])
            #expect(try engine.ask("status").int("schedule_unread") == 1)
            try engine.ask("rec", "name", "next", "at", Self.time(5000).text, "for", "1s")
            #expect(Files.read(file)?.contains("2.50") == true && Files.read(file)?.contains("--moon full") == true)
            #expect(try Self.items(engine).last?.int("number") == 8)
            try engine.ask("schedule", "do", "cancel", "number", "7")
            #expect(Files.read(file)?.contains("moon") == false)
            #expect(try engine.ask("status")["schedule_unread"] == nil && Self.items(engine).count == 2)
        }

        /// A file that cannot be read at the start is not replaced by a shorter one: the list stays as it is until it can be read.
        @Test func aListThatCouldNotBeReadIsNotOverwritten() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "daily", "at", Self.time(4000).text, "for", "1s", "every", "day")
            _ = engine.quit()
            let file = engine.folder.file("state/dicta/schedule-\(engine.name).json")
            let text = try #require(Files.read(file))
            // The limit of a kept file stands for a disk that gives an error.
            #expect(Files.write(text + String(repeating: " ", count: 1 << 20), to: file))
            try engine.restart()
            #expect(Files.write(text, to: file))
            let refusal = #expect(throws: EngineProcess.Trouble.self) {
                try engine.ask("rec", "name", "next", "at", Self.time(5000).text, "for", "1s")
            }
            #expect("\(refusal as Any)".contains("cannot be read") && Files.read(file) == text, "\(refusal as Any)")
            _ = engine.quit()
            try engine.restart()
            #expect(try Self.items(engine).map { $0.text("name") } == ["daily"])
        }

        /// A take by hand goes on, and the scheduled one begins as soon as it ends, for what is left.
        @Test func aTakeByHandGoesOnAndTheScheduledOneBeginsAfterIt() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            var client = try Self.subscriber(engine)
            try engine.ask("rec", "name", "hand")
            let (seconds, text) = Self.time(3)
            try engine.ask("rec", "name", "plan", "at", text, "for", "6s")
            while Self.now < Double(seconds) + 2 { Pause.milliseconds(20) }
            #expect(try engine.ask("status").text("name") == "hand")
            #expect(try Self.items(engine).map { $0.text("state") } == ["late"])
            let earliest = Self.now
            let hand = try engine.ask("stop")
            let stopped = fixture.probe.frameTime
            try engine.wait("record_state", "recording")
            let latest = Self.now
            // It begins as soon as the take by hand is closed, and ends when it would have ended without it.
            let start = UInt32(truncatingIfNeeded: try engine.ask("status").int("start_frame"))
            #expect(Int32(bitPattern: start &- stopped) < 24_000, "\(start) \(stopped)")
            try engine.wait("record_state", "idle")
            let samples = try EngineFixture.samples("\(engine.library)/plan.wav")
            let length = Double(samples.count) / 48_000
            let bounds = Double(seconds + 6) - latest - 0.2...Double(seconds + 6) - earliest + 0.2
            #expect(bounds.contains(length), "\(length) s, not \(bounds)")
            #expect(FrameReport(try EngineFixture.samples(hand.text("path")), .fine).isClean)
            var told: [EventMessage] = []
            for _ in 0..<60 { told += try client.messages(within: 20).compactMap(EventMessage.init) }
            told = told.filter { $0.event == "schedule-late" }
            #expect(told.count == 2, "\(told)")
            #expect(told.first?.fields.text("why").contains("hand was recorded at its time") == true, "\(told)")
        }

        /// Without a server the take waits, and begins with one; a disk that is full is told.
        @Test func aTakeWaitsForAServerAndTellsARefusal() throws {
            let fixture = try ReturningServerFixture(settings: "reserve = 1000000\n")
            let engine = fixture.engine
            let (_, text) = Self.time(3)
            // Long enough for a busy machine to start a server and to find it.
            try engine.ask("rec", "name", "full", "at", text, "for", "60s")
            fixture.kill()
            try Pause.until { try Self.items(engine).first?.text("state") == "late" }
            let item = try #require(try Self.items(engine).first, "\(engine.quit()?.errors ?? "")")
            #expect(item.text("why").contains("no JACK server ran at its time"), "\(item)")
            #expect(fixture.server.start())
            try Pause.until { try Self.items(engine).first?.text("state") == "missed" }
            let missed = try #require(try Self.items(engine).first, "\(engine.quit()?.errors ?? "")")
            #expect(missed.text("state") == "missed" && missed.text("why").contains("reserve"), "\(missed)")
            let log = try #require(engine.quit()).errors
            let at = text.replacing("T", with: " ")
            for kind in ["is late", "was missed"] {
                #expect(log.contains("warning schedule: the scheduled take 1 of \(at) \(kind): "), "\(log)")
            }
        }

        @Test func wrongWordsChangeNothing() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            #expect(Self.refusal(engine, "at", "2020-01-01T20:00").contains("has passed"))
            #expect(Self.refusal(engine, "at", "noon").contains("--at takes a local time"))
            #expect(Self.refusal(engine, "at", "2026-02-30T20:00").contains("--at takes a local time"))
            #expect(Self.refusal(engine, "every", "day").contains("need --at"))
            #expect(Self.refusal(engine, "at", "20:00", "at-frame", "5").contains("exclude each other"))
            #expect(Self.refusal(engine, "at", "20:00", "preset", "nope").contains("nope"))
            #expect(Self.refusal(engine, "at", "20:00", "format", "opus", "bitrate", "9", "channels", "2").isEmpty == false)
            #expect(try Self.items(engine).isEmpty)
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("schedule", "do", "cancel", "number", "7") }
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("schedule", "do", "cancel") }
        }

        /// A take that another one leaves nothing or little of is kept, and the answer warns.
        @Test func overlappingTakesAreWarnedOf() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let first = try engine.ask("rec", "at", "tomorrow 20:00", "for", "1h", "every", "day")
            let beside = try engine.ask("rec", "at", "tomorrow 21:00", "for", "1h")
            #expect(first["warning"] == nil && beside["warning"] == nil, "\(first) \(beside)")
            let warning = try engine.ask("rec", "at", "tomorrow 20:30", "for", "10m").text("warning")
            #expect(warning.contains("overlaps the scheduled take 1 at ") && warning.contains(" 20:30:00: "), "\(warning)")
            #expect(try Self.items(engine).count == 3)
        }

        /// The units of systemd name this engine, and go with the last take that has them.
        @Test func wakeWritesUnits() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let answer = try engine.ask("rec", "name", "early", "at", "tomorrow 7:30", "for", "1h", "every", "day", "wake", "yes")
            #expect(answer.text("command").contains("systemctl --user enable --now"), "\(answer)")
            let timer = Files.read(answer.text("unit")) ?? ""
            #expect(timer.contains("OnCalendar=*-*-* 07:29:00"), "\(answer) \(timer)")
            let service = Files.read(answer.text("unit").replacing(".timer", with: ".service")) ?? ""
            #expect(service.contains("dictad\" \"--name\" \"\(engine.name)\""), "\(service)")
            if Files.exists("/usr/bin/systemd-analyze") {
                let paths = [answer.text("unit"), answer.text("unit").replacing(".timer", with: ".service")]
                let checked = Process.run(
                    "/usr/bin/systemd-analyze", ["--user", "verify"] + paths, environment: ["XDG_RUNTIME_DIR": engine.library])
                #expect(checked.code == 0 && checked.errors.isEmpty, "\(checked)")
            }
            try engine.ask("schedule", "do", "cancel", "number", "1")
            #expect(Files.read(answer.text("unit")) == nil)
        }
    }
}
