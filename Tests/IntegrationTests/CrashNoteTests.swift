// Tests of engines that die: the next start tells how (issue 18: a crash note that the next start tells).
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct CrashNoteTests {
        private func state(_ engine: EngineProcess, _ ending: String) -> String {
            engine.folder.file("state/dicta/\(engine.name).\(ending)")
        }

        /// The signals of a crash, all of them: one that is left out of a list is told by nobody.
        @Test(arguments: [SIGSEGV, SIGBUS, SIGABRT, SIGILL])
        func aCrashIsTold(signal: Int32) throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            // Swift's own report of a crash takes seconds, and is not what is tested.
            let engine = try EngineProcess(environment: ["SWIFT_BACKTRACE": "enable=no", "DICTA_LOG_LEVEL": "info"])
            #expect(Files.read(state(engine, "run"))?.contains("version \(Version.text)") == true)
            #expect(Files.mode(state(engine, "run")).map { $0 & 0o077 } == 0)
            try engine.ask("rec", "name", "Hippolyta", "title", "Hippolyta")
            engine.signal(signal)
            let end = try #require(engine.finish())
            #expect(end.code == -signal, "it died by the signal: \(end.code)")
            let note = Files.read(state(engine, "run")) ?? ""
            #expect(note.contains("signal \(signal)\n") && note.contains("\nat ") && !note.contains("Hippolyta"), "\(note)")
            try engine.restart()
            // Told in the status, in the log, and by the doctor; once.
            let told = try engine.ask("status").text("last_end")
            #expect(told.contains("(signal \(signal))") && told.contains(Version.text), "\(told)")
            #expect(engine.dicta("status").output.contains("(signal \(signal))"))
            #expect(engine.dicta("doctor").output.contains("crashed"))
            #expect(Files.read(state(engine, "crash"))?.contains("signal \(signal)\n") == true)
            #expect(try engine.ask("info", "Hippolyta").text("title") == "Hippolyta")
            let second = try #require(engine.quit())
            #expect(
                second.errors.split(separator: "\n").count { $0.contains(" warning engine: an engine (") } == 1)
            #expect(!second.errors.contains("Hippolyta"))
            // An orderly end leaves no note, and the next start tells nothing.
            #expect(Files.read(state(engine, "run")) == nil)
            try engine.restart()
            #expect(try engine.ask("status")["last_end"] == nil)
        }

        @Test func aKillIsAnEndWithoutAWord() throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess()
            engine.signal(SIGKILL)
            #expect(engine.finish()?.code == -SIGKILL)
            try engine.restart()
            let told = try engine.ask("status").text("last_end")
            #expect(told.contains("ended without a word") && !told.contains("crashed"), "\(told)")
        }

        /// A take that was left open is told as it was found: whole again, or lost since its file was deleted (R24).
        @Test(arguments: [true, false]) func theTakeThatWasLeftOpenIsTold(isDeleted: Bool) throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess()
            try engine.ask("rec", "name", "memo")
            try Pause.until { try engine.ask("status").int("elapsed_frames") > 24_000 }
            if isDeleted { #expect(Files.remove(engine.library + "/memo.wav")) }
            engine.signal(SIGKILL)
            #expect(engine.finish()?.code == -SIGKILL)
            try engine.restart()
            try Pause.until { try engine.ask("status").text("last_end").contains("memo") }
            let told = try engine.ask("status").text("last_end")
            let words = isDeleted ? "not recovered (the log tells why): memo" : "recovered from takes that were left open: memo"
            #expect(told.contains("ended without a word") && told.hasSuffix(words), "\(told)")
        }

        /// The note of another boot of the machine tells of a loss of power; a damaged one harms nothing.
        /// The first one is that of another boot; an empty note, bytes that are no text, and a long one are damaged.
        @Test(arguments: ["version 1\nstarted 5\nboot another\n", "", "\u{0}\u{1}\u{2}", String(repeating: "x", count: 100_000)])
        func anyNoteIsRead(text: String) throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess()
            #expect(engine.quit()?.code == 0)
            #expect(Files.write(text, to: state(engine, "run")))
            try engine.restart()
            let told = try engine.ask("status").text("last_end")
            #expect(told.contains(text.hasPrefix("version") ? "the machine went down" : "ended without a word"), "\(told)")
        }

        /// Two engines of one name, with different sockets, share a state folder: the second leaves the note of the first alone.
        @Test func aRunningEngineIsNotDead() throws {
            // A synchronous server waits for a client that was killed.
            let server = try #require(JackServer(synchronous: false))
            defer { withExtendedLifetime(server) {} }
            let engine = try EngineProcess()
            let before = Files.read(state(engine, "run"))
            let words = ["--name", engine.name, "--socket", engine.folder.file("other"), "--library", engine.library]
            var environment = ["XDG_STATE_HOME": engine.folder.file("state"), "HOME": engine.folder.path]
            environment.merge(JackServer.environment) { $1 }
            let other = try #require(Process(Programs.path("dictad"), words, environment: environment))
            Pause.until { other.errorsSoFar.contains("JACK client") }
            _ = kill(other.pid, SIGTERM)
            let end = other.finish()
            #expect(end.code == 0 && !end.errors.contains("warning engine: an engine ("), "\(end)")
            #expect(Files.read(state(engine, "run")) == before && Files.read(state(engine, "crash")) == nil)
        }
    }
}
