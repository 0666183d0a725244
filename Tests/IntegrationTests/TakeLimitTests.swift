// Tests the longest length of takes: setting, environment, warning and the time that remains (R8, K5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TakeLimitTests {
        private func subscriber(_ engine: EngineProcess) throws -> ControlClient {
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("events"), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            return client
        }

        /// All events that come until `seconds` have passed.
        private func events(_ client: inout ControlClient, seconds: Double) throws -> [EventMessage] {
            var all: [EventMessage] = []
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end { all += try client.messages(within: 50).compactMap(EventMessage.init) }
            return all
        }

        /// Waits for the end of the take, and gives all events up to half a second after it. They are read all the while: the
        /// kernel keeps few packets for a socket, and what finds no room is lost.
        private func waitForIdle(_ engine: EngineProcess, _ client: inout ControlClient) throws -> [EventMessage] {
            var all: [EventMessage] = []
            for _ in 0..<1500 {
                all += try events(&client, seconds: 0.02)
                if try engine.ask("status").text("record_state") == "idle" { return all + (try events(&client, seconds: 0.5)) }
            }
            Issue.record("the take never ended")
            return all
        }

        /// The setting ends each take to the frame; the warning comes once, at its recorded time, and over a pause and a split.
        @Test func theStandingLimitWarnsOnceAndEndsToTheFrame() throws {
            let fixture = try EngineFixture(settings: "rec-limit = 288000f\nrec-warning = 2s\n")
            let engine = fixture.engine
            var client = try subscriber(engine)
            let start = fixture.soon
            try engine.ask("rec", "name", "memo", "at-frame", "\(start)")
            try engine.ask("pause", "at-frame", "\(start &+ 48_000)")
            try engine.ask("resume", "at-frame", "\(start &+ 96_000)")
            try engine.ask("split", "at-frame", "\(start &+ 192_000)")
            fixture.probe.waitFor(frame: start &+ 110_000)
            let status = try engine.ask("status")
            let left = status.double("remaining_seconds")
            #expect(abs(left + status.double("elapsed_seconds") - 6) < 0.001 && left < 6, "\(status)")
            let shown = engine.dicta("status").output
            #expect(shown.contains("ends in "), "\(shown)")
            let told = try waitForIdle(engine, &client)
            let warnings = told.filter { $0.event == "record-warning" }
            #expect(warnings.count == 1 && warnings[0].fields.text("name") == "memo (2)", "\(told.map(\.event))")
            // A period, the part that the writer leaves unread for a stop that comes late, and the delays of a busy machine.
            let remaining = warnings.first?.fields.double("remaining_seconds") ?? 0
            #expect(remaining <= 2 && remaining > 0.3, "\(remaining)")
            let order = told.map(\.event)
            #expect(order.firstIndex(of: "record-warning") ?? 99 < order.lastIndex(of: "record-stopped") ?? 0)
            let stop = engine.dicta("stop")
            #expect(stop.errors.contains("its length was reached"), "\(stop)")
            #expect(try engine.ask("info", "memo").int("frames") == 144_000)
            #expect(try engine.ask("info", "memo (2)").int("frames") == 144_000)
            #expect(try engine.ask("info", "memo (2)").text("end_reason") == "ended")
        }

        /// `--for` wins over the setting; 0 lifts it for one take, which then has no end and no warning.
        @Test func forWinsAndZeroLifts() throws {
            let fixture = try EngineFixture(settings: "rec-limit = 1s\n")
            let engine = fixture.engine
            let done = try engine.ask("rec", "name", "long", "for", "72000f", "wait", "yes")
            #expect(done.int("frames") == 72_000)
            let whole = try engine.ask("rec", "name", "short", "wait", "yes")
            #expect(whole.int("frames") == 48_000 && whole.text("end_reason") == "ended")
            #expect(try engine.ask("append", "short", "wait", "yes").int("frames") == 48_000)
            var client = try subscriber(engine)
            try engine.ask("rec", "name", "free", "for", "0")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 72_000)
            let status = try engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.double("remaining_seconds") == -1, "\(status)")
            #expect(try engine.ask("stop").int("frames") > 60_000)
            #expect(try events(&client, seconds: 0.3).allSatisfy { $0.event != "record-warning" })
            #expect(engine.dicta("rec", "--for", "0.000001s").errors.contains("--for"))
            try engine.reply("set", ["rec-limit", "value", "0.000001s"])
            let limited = engine.dicta("rec")
            #expect(limited.errors.contains("rec-limit") && !limited.errors.contains("--for"), "\(limited)")
        }

        /// A warning is due at the first frame of a take that is shorter than its warning; with 0 there is none.
        @Test(arguments: ["10s", "0"]) func shortTakesAndNoWarning(warning: String) throws {
            let fixture = try EngineFixture(settings: "rec-warning = \(warning)\n")
            var client = try subscriber(fixture.engine)
            try fixture.engine.ask("rec", "name", "short", "for", "1s", "wait", "yes")
            let told = try events(&client, seconds: 0.5).map(\.event)
            #expect(told.filter { $0 == "record-warning" }.count == (warning == "0" ? 0 : 1), "\(told)")
        }

        /// The environment stands below option and file, above the default; a wrong value is told by the name of its variable.
        @Test func theEnvironmentIsTheDefault() throws {
            let variable = "DICTA_MAX_RECORDING_DURATION"
            let fixture = try EngineFixture(environment: [variable: "0.5"])
            #expect(try fixture.engine.ask("rec", "name", "env", "wait", "yes").int("frames") == 24_000)
            let shown = try #require(try fixture.engine.reply("set", ["rec-limit"]).items.first)
            #expect(shown.text("from") == "environment" && shown.text("value") == "0.5s", "\(shown)")
            try fixture.engine.reply("set", ["rec-limit", "value", "36000f"])
            #expect(try fixture.engine.ask("rec", "name", "file", "wait", "yes").int("frames") == 36_000)
            let option = try EngineProcess(["--rec-limit", "12000f"], environment: [variable: "3m"])
            #expect(try option.ask("rec", "name", "option", "wait", "yes").int("frames") == 12_000)
            let wrong = try EngineProcess(environment: [variable: "for ever"])
            let problems = try wrong.ask("status").text("settings_problems")
            #expect(problems.contains(variable) && problems.contains("ignored"), "\(problems)")
            #expect(try wrong.reply("set", ["rec-limit"]).items.first?.text("from") == "default")
        }

        /// A take that was stopped in a pause of its countdown takes no countdown from the next one.
        @Test func aCountdownAfterOneThatAPauseEnded() throws {
            // Ten sounds, a second apart, from the first second of the take on.
            let fixture = try EngineFixture(
                sends: .silence, keeps: 60, settings: "rec-limit = 11s\nrec-warning = 10500ms\ncountdown = tone\n")
            let engine = fixture.engine
            for name in ["first", "second"] {
                let start = fixture.soon
                try engine.ask("rec", "name", name, "at-frame", "\(start)")
                fixture.ear.waitFor(frame: start &+ 3 * 48_000)
                let first = fixture.ear.number(of: start)
                #expect(fixture.ear.heard[first...].contains { abs($0.x) > 0.02 }, "\(name)")
                try engine.ask("pause")
                fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 9600)
                try engine.ask("stop")
            }
        }

        /// The server is away: the time that remains stands still, and the limit holds over both segments.
        @Test func aLimitOverAServerLoss() throws {
            let fixture = try ReturningServerFixture(settings: "rec-limit = 6s\nrec-warning = 500ms\n")
            fixture.play()
            var client = try subscriber(fixture.engine)
            try fixture.engine.ask("rec", "name", "lives")
            try fixture.engine.waitForTake(seconds: 0.6)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            let left = try fixture.engine.ask("status").double("remaining_seconds")
            #expect(left > 0.5 && left < 5.9, "\(left)")
            var told = try events(&client, seconds: 0.1)
            // A time that goes on would be shorter by then.
            Pause.milliseconds(300)
            #expect(try fixture.engine.ask("status").double("remaining_seconds") == left)
            try fixture.revive()
            told += try waitForIdle(fixture.engine, &client)
            let recording = try fixture.recording("lives")
            let gone = recording.segments.flatMap(\.gaps).filter { $0.cause == .away }.reduce(0) { $0 + $1.length }
            #expect(recording.timeline.length - gone - 288_000 <= 1 || recording.timeline.length == 288_000, "\(recording)")
            #expect(told.count { $0.event == "record-warning" } == 1, "\(told.map(\.event))")
        }
    }
}
