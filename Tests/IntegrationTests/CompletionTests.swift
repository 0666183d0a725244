// Tests of the words that completion gets from a running engine.
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("complete-words: recordings, tags, markers, operations and engines of a real engine (issue 14 no. 17)")
    struct CompletionTests {
        private let runtime = TempFolder()

        private func words(_ fixture: EngineFixture, _ line: String) -> [String] {
            let run = Process.run(
                Programs.path("dicta"), ["complete-words", "fish", "dicta --socket \(fixture.engine.socket) \(line)"],
                environment: ["XDG_RUNTIME_DIR": runtime.path, "HOME": runtime.path, "XDG_CACHE_HOME": runtime.file("cache")])
            #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
            return run.output.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
        }

        /// Words of a line, once they are as wanted. An engine has half a second to answer, and a busy machine may need more: the
        /// person at the keyboard then has no words, and asks again.
        private func words(_ fixture: EngineFixture, _ line: String, until isWanted: ([String]) -> Bool) -> [String] {
            var found = words(fixture, line)
            for _ in 0..<20 where !isWanted(found) {
                Pause.milliseconds(50)
                found = words(fixture, line)
            }
            return found
        }

        private func expect(_ fixture: EngineFixture, _ line: String, _ wanted: [String]) {
            let found = words(fixture, line, until: { $0 == wanted })
            #expect(found == wanted, "\(line)")
        }

        @Test("all kinds, from the engine's own library and state")
        func kinds() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.take("long talk", at: start, frames: 48_000)
            try fixture.take("short", at: fixture.soon, frames: 24_000)
            try fixture.engine.ask("tag", "long talk", "add", "work,2026")
            try fixture.engine.ask("play", "long talk")
            try fixture.engine.ask("mark", "the question", "at", "0.5")
            expect(fixture, "play ", ["short", "long talk"])
            expect(fixture, "ls --tag ", ["2026", "work"])
            expect(fixture, "tag short --add new,", ["new,2026", "new,work"])
            // The loaded recording is meant.
            expect(fixture, "locate ", ["@the question"])
            expect(fixture, "unmark ", ["the question"])
            #expect(words(fixture, "play short --from ").isEmpty, "the recording of the line is meant")
            #expect(words(fixture, "set rec-format ").contains("flac"))
            try fixture.engine.reply("preset", ["voice", "line", "format=flac"])
            expect(fixture, "rec --preset ", ["voice", "low", "medium", "high", "memo", "none"])
            expect(fixture, "preset ", ["voice", "low", "medium", "high", "memo"])
            let presets = words(fixture, "set rec-preset ", until: { $0.contains("voice") })
            #expect(presets.contains("voice"))
            let state = try fixture.engine.ask("status")
            #expect(state["record_state"] == .text("idle"), "asking has changed nothing")
        }

        @Test("engines that listen, and no socket that a killed one left")
        func engines() throws {
            // A synchronous server would wait for an engine that was killed.
            let server = try #require(JackServer(synchronous: false), "no jackd")
            var variables = server.environment
            for name in ["XDG_RUNTIME_DIR", "HOME"] { variables[name] = runtime.path }
            func engine(_ name: String) throws -> Process {
                let words = ["--name", name, "--library", runtime.file("recordings")]
                return try #require(Process(Programs.path("dictad"), words, environment: variables))
            }
            let (first, second) = (try engine("one"), try engine("two"))
            func names() -> [String] {
                let run = Process.run(
                    Programs.path("dicta"), ["complete-words", "zsh", "--engine", ""], environment: variables)
                return run.output.split(separator: "\n").dropFirst().map(String.init)
            }
            Pause.until { names() == ["one", "two"] }
            #expect(names() == ["one", "two"])
            _ = Process.run("/bin/kill", ["-KILL", "\(first.pid)"])
            _ = first.finish()
            #expect(Files.exists(runtime.file("dicta/one.sock")))
            #expect(names() == ["two"])
            #expect(Process.run(Programs.path("dicta"), ["--engine", "two", "quit"], environment: variables).code == 0)
            _ = second.finish()
        }

        @Test("soon beside an engine that does not answer")
        func soon() throws {
            let fixture = try EngineFixture()
            try fixture.take("talk", at: fixture.soon, frames: 24_000)
            expect(fixture, "play ", ["talk"])
            let clock = ContinuousClock()
            fixture.engine.signal(19)
            defer { fixture.engine.signal(18) }
            let late = clock.measure { _ = words(fixture, "play ") }
            #expect(late < .seconds(10))
        }
    }
}
