// Tests of engines that stand still, and of programs that outlive a kill (C4, F19, issue 39 no. 34).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite("Engines that stand still or are killed") struct LifeTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        private func take(_ names: String..., in folder: String) throws {
            let library = try Library(folder: folder)
            for name in names {
                let format = try AudioFormat(rate: 48_000)
                let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
                try writer.writeSilence(frames: 48_000)
                var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
                (segment.bytes, segment.frames) = (try writer.close(), 48_000)
                try library.keepTake(JournalEntry(name: name, segment: segment))
            }
        }

        /// A socket that a cleaner of runtime folders removes comes back under a running take, and so does the file beside it.
        @Test func aRemovedSocketComesBackUnderATake() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "long")
            for file in [engine.socket, engine.socket + ".json"] { #expect(Files.remove(file)) }
            Pause.until { Files.exists(engine.socket + ".json") }
            #expect(try engine.ask("status").text("name") == "long")
            #expect(try engine.ask("stop").text("path").hasSuffix("/long.wav"))
            #expect(engine.quit()?.errors.contains("bound anew") == true)
        }

        /// No second engine takes the name of one that records, though the lock file is gone with the socket.
        @Test func aRemovedLockLetsNoSecondEngineIn() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "long")
            for file in [engine.socket, engine.socket + ".json", engine.socket + ".lock"] { #expect(Files.remove(file)) }
            let folder = TempFolder()
            // An engine that is let in would not end.
            let second = Process.run(
                "/usr/bin/timeout",
                [
                    "30", Programs.path("dictad"), "--name", engine.name, "--socket", engine.socket, "--library",
                    folder.file("library"),
                ],
                environment: Self.nobody.merging(["HOME": folder.path, "LC_ALL": "C.UTF-8"]) { $1 })
            #expect(second.code != 0, "\(second)")
            #expect(second.errors.contains("already runs") || second.errors.contains("still runs"), "\(second)")
            Pause.until { Files.exists(engine.socket + ".json") }
            #expect(try engine.ask("status").text("name") == "long")
            #expect(try engine.ask("stop").text("path").hasSuffix("/long.wav"))
        }

        /// Before, a command that may take an hour waited an hour for an engine that stood still.
        @Test(arguments: [false, true]) func aFrozenEngineIsGivenUpAfterAWhile(overTCP: Bool) throws {
            let engine = try EngineProcess(
                ["--osc-tcp", "0"], waitsForJack: false, environment: Self.nobody, settings: "osc-may = all\n")
            try take("memo", in: engine.library)
            let urls = try engine.ask("status").text("osc_urls").split(separator: "\n").map(String.init)
            let url = try #require(urls.first { $0.hasPrefix("osc.tcp://") })
            let whose = overTCP ? ["--remote", url] : ["--socket", engine.socket]
            let words = ["90", Programs.path("dicta")] + whose + ["tag", "memo", "--add", "x"]
            engine.signal(SIGSTOP)
            let run = Process.run("/usr/bin/timeout", words, environment: ["HOME": "/nowhere", "LC_ALL": "C.UTF-8"])
            engine.signal(SIGCONT)
            #expect(run.code == 3 && run.errors.contains("no sign of life"), "\(run)")
            // The engine goes on, and does what was asked: the command may still act.
            #expect(try Pause.until(30) { try engine.ask("info", "memo").text("tags") == "x" })
        }

        /// An operation that takes longer than any silence is waited for as long as the engine lives.
        @Test func aLongOperationIsWaitedFor() throws {
            let stand = try StandInRecogniser(pieces: 1)
            try stand.write("N2=0; while [ $N2 -lt 25 ]; do sleep 1; N2=$((N2 + 1)); done")
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            let run = Process.run(
                Programs.path("dicta"), ["--socket", engine.socket, "transcribe", "bursts", "--recogniser", stand.path],
                environment: ["HOME": "/nowhere", "LC_ALL": "C.UTF-8"])
            #expect(run.code == 0, "\(run)")
        }

        /// A recogniser takes gigabytes and all processors: it ends with its engine, and so does what it has started.
        @Test func aRecogniserEndsWithAKilledEngine() throws {
            let stand = try StandInRecogniser(pieces: 2)
            try stand.write("sleep 300 & echo $! > $DIR/child; echo $$ > $DIR/self; wait")
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("transcribe", ["bursts", "recogniser", stand.path, "background", "yes"])
            let pids = [try pid(in: stand.folder.file("self")), try pid(in: stand.folder.file("child"))]
            #expect(pids.allSatisfy { Files.exists("/proc/\($0)") })
            engine.signal(SIGKILL)
            _ = engine.finish()
            for pid in pids { #expect(hasEnded(pid), "\(pid) lives") }
        }

        /// A hook is the user's own, such as an upload: it goes on where its engine is killed.
        @Test func aHookOutlivesAKilledEngine() throws {
            let folder = TempFolder()
            let line = "on-marker = echo $$ > '\(folder.file("self"))'; exec sleep 300\n"
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody, settings: line)
            try take("memo", in: engine.library)
            try engine.ask("mark", "here", "in", "memo", "at", "1f")
            let hook = try pid(in: folder.file("self"))
            engine.signal(SIGKILL)
            _ = engine.finish()
            #expect(Pause.until { Files.read("/proc/\(hook)/stat")?.contains("(sleep) S") == true })
            _ = kill(hook, SIGKILL)
        }

        /// A decoder would write on until the disk is full: it ends with its engine, and the next engine clears what it has written.
        @Test func aDecoderEndsWithAKilledEngine() throws {
            let folder = TempFolder()
            let sound = folder.file("sound.m4a")
            let made = Process.run("/usr/bin/ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", sound])
            try #require(made.code == 0, "\(made.errors)")
            let script = "#!/bin/sh\necho $$ > '\(folder.file("self"))'\nexec sleep 300\n"
            try #require(folder.write(script, to: "ffmpeg", mode: 0o700))
            let environment = Self.nobody.merging(["PATH": "\(folder.path):/usr/bin:/bin"]) { $1 }
            let engine = try EngineProcess(waitsForJack: false, environment: environment)
            _ = try engine.reply("import", ["path", sound, "background", "yes"])
            let decoder = try pid(in: folder.file("self"))
            func hidden() -> String { Process.run("/usr/bin/find", [engine.library, "-name", ".dicta-import-*"]).output }
            #expect(Files.exists("/proc/\(decoder)") && !hidden().isEmpty)
            engine.signal(SIGKILL)
            _ = engine.finish()
            #expect(hasEnded(decoder), "\(decoder) lives")
            try engine.restart(waitsForJack: false)
            #expect(Pause.until(30) { hidden().isEmpty }, "\(hidden())")
        }

        /// The process whose id a script writes into a file.
        private func pid(in file: String) throws -> Int32 {
            func text() -> String { Files.read(file) ?? "" }
            #expect(Pause.until(60) { text().hasSuffix("\n") })
            return try #require(Int32(text().dropLast()))
        }

        /// Waits for the end of a process, and ends one that goes on. A zombie of this test's reaper is as dead as one that is gone.
        private func hasEnded(_ pid: Int32) -> Bool {
            let isGone = Pause.until(60) { Files.read("/proc/\(pid)/stat")?.contains(") Z ") ?? true }
            if !isGone { _ = kill(pid, SIGKILL) }
            return isGone
        }

        /// Transcriptions of a whole library take hours: recordings whose turn has not come can be renamed and deleted, and are
        /// followed.
        @Test func recordingsThatWaitForARecogniserAreRenamedAndDeleted() throws {
            let stand = try StandInRecogniser(pieces: 1)
            try stand.hang(from: 1)
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            for name in ["a", "b", "c", "d"] {
                _ = try engine.reply("import", ["path", stand.sound, "name", name, "again", "yes"])
            }
            let number = try engine.reply(
                "transcribe", ["*", "recogniser", stand.path, "background", "yes"]
            ).fields.int("operation")
            #expect(stand.wait { stand.calls == 1 })
            try engine.reply("rename", ["c", "to", "later"])
            try engine.reply("delete", ["b"])
            // Another recording has the name by now, and is none of those that were meant.
            _ = try engine.reply("copy", ["d", "to", "c"])
            // The one that is listened to keeps its name.
            #expect(throws: EngineProcess.Trouble.self) { try engine.reply("rename", ["a", "to", "other"]) }
            try stand.write("")
            #expect(
                stand.wait {
                    (try? engine.reply("operations").items.first { $0.int("operation") == number }?.text("state")) == "done"
                })
            for (name, count) in [("a", 1), ("later", 1), ("d", 1), ("c", 0)] {
                let words = try Library(folder: engine.library).transcript(of: name).files.flatMap(\.lines).flatMap(\.words).count
                #expect(words == count, "\(name)")
            }
            #expect(stand.calls == 3 || stand.calls == 4, "\(stand.calls)")
        }

        /// An engine that a screen has started is not a zombie once it has ended.
        @Test func anEngineOfTheScreenLeavesNoZombie() throws {
            let desktop = Desktop(environment: ["JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": "nobody-here"])
            let screen = try TuiWindow("--engine \(desktop.engine) tui", environment: desktop.environment)
            screen.start { !$0.isEmpty }
            #expect(Pause.until(60) { desktop.pid != nil })
            let pid = try #require(desktop.pid)
            #expect(Files.exists("/proc/\(pid)"))
            _ = kill(pid, SIGKILL)
            #expect(Pause.until(30) { !Files.exists("/proc/\(pid)") }, "\(Files.read("/proc/\(pid)/stat") ?? "")")
            screen.window.send("q")
        }
    }
}
