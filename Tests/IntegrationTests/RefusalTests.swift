// Tests bad input to an engine: a clear error each, and nothing is lost (C2, limits).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct RefusalTests {
        @Test func everyWrongVerbAtAWrongTimeIsRefusedAndTheTakeGoesOn() throws {
            let fixture = try EngineFixture()
            let folder = TempFolder()
            #expect(folder.write("no sound at all", to: "text.wav"))
            expect(fixture, .wrongState, "stop")
            expect(fixture, .wrongState, "pause")
            expect(fixture, .wrongState, "resume")
            expect(fixture, .wrongState, "play")
            expect(fixture, .wrongState, "locate", "1s")
            expect(fixture, .notFound, "play", "nobody")
            expect(fixture, .storage, "play", folder.file("text.wav"))
            expect(fixture, .storage, "play", folder.path)
            expect(fixture, .badArgument, "rec", "format", "flac", "bits", "float")
            expect(fixture, .storage, "rec", "name", "../outside")
            expect(fixture, .badArgument, "rec", "at-frame", "\(fixture.probe.frameTime &- 48_000 * 60)")

            expect(fixture, .badArgument, "rec", "preroll", "9223372036854775807f")

            expect(fixture, .badArgument, "rec", "for", "9223372036854775807f")

            // The longest possible time, as a limit that is never reached.
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "kept", "for", "48000000000000f", "at-frame", "\(start)")
            expect(fixture, .wrongState, "locate", "48000000000000f")
            expect(fixture, .wrongState, "rec")
            expect(fixture, .wrongState, "resume")
            expect(fixture, .badArgument, "stop", "at-frame", "\(fixture.probe.frameTime &- 48_000 * 20)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            let end = fixture.probe.frameTime &+ 72_000
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && stopped.int("frames") == Int(end &- start), "\(report)")
        }

        /// Verbs at a wrong time are refused in a sentence with the remedy.
        @Test func aVerbAtAWrongTimeIsRefusedInASentence() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            func expect(_ told: String, _ words: String...) {
                let run = fixture.engine.dicta(words)
                #expect(run.code == 1 && run.errors.contains(told) && !run.errors.contains("cannot"), "\(words): \(run)")
            }
            expect("Nothing is recorded: begin a take (dicta rec)", "pause", "--what", "rec")
            expect("Nothing is recorded\n", "stop", "--what", "rec")
            expect("Nothing is recorded or loaded: name a recording (--in NAME), or play it first", "mark")
            expect("Nothing is recorded or loaded: name a recording (dicta marks NAME; dicta ls)", "marks")
            try fixture.engine.ask("rec", "name", "memo")
            expect("memo is being recorded: stop it first (dicta stop)", "rec")
            expect("The take is not paused: it goes on already", "resume")
            try fixture.engine.ask("pause")
            expect("Already paused", "pause")
            expect("memo is paused: continue it (dicta resume), or stop it first (dicta stop)", "append", "memo")
            try fixture.engine.ask("stop")
        }

        /// The caller of a command that another one cancels or replaces, or that a quit ends, is told so in a sentence.
        @Test func aCancelledCommandIsToldInASentence() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            let surface = try LocalClient(to: engine.socket, at: engine.folder.file("surface"))
            func send(_ words: String...) throws {
                try surface.send(try OSCMessage("/dicta/" + words[0], words.dropFirst().map { .string($0) }).encode())
            }
            func expect(_ told: String, after count: Int) {
                #expect(surface.waits(for: count, seconds: 10), "\(told): \(surface.answers)")
                #expect(surface.errors.last?.contains(.string(told)) == true, "\(told): \(surface.errors)")
            }
            let far = "\(fixture.probe.frameTime &+ 48_000 * 600)"
            try send("play", "at-frame", far)
            try send("stop")
            expect("A stop cancelled this command", after: 2)
            try send("midi", "do", "learn", "line", "rec")
            try send("midi", "do", "learn", "line", "stop")
            expect("Another lesson has begun", after: 3)
            try send("play", "at-frame", far)
            // The engine has taken the play once it answers a later request.
            try engine.ask("ping")
            #expect(engine.quit()?.code == 0)
            expect("The engine was told to quit before this was done", after: 5)
        }

        /// The library carries out all that came before the quit, so its callers are told what was done.
        @Test func aQuitAnswersWhatTheLibraryHasDone() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let surface = try LocalClient(to: engine.socket, at: engine.folder.file("surface"))
            for verb in Array(repeating: "ls", count: 8) + ["quit"] {
                try surface.send(try OSCMessage("/dicta/" + verb, []).encode())
            }
            #expect(surface.waits(for: 9, seconds: 10) && surface.errors.isEmpty, "\(surface.answers): \(surface.errors)")
        }

        /// Messages tell places and lengths as a person gives them, not in frames.
        @Test func messagesTellTimesAndNotFrames() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("load", "memo")
            let wrong: [(words: [String], told: String)] = [
                (["mark", "--in", "memo", "--at", "90s"], "memo: 1:30 is past the end (0:01); give an earlier place"),
                (["locate", "2.5s"], "0:02.5 is past the end (0:01): give an earlier place"),
                (["play", "memo", "--from", "96000f"], "0:02 is past the end (0:01): give an earlier place"),
                (["insert", "memo", "--at", "1h"], "1:00:00 is past the end (0:01): give an earlier place"),
                (["cut", "memo", "--from", "5s", "--until", "6s"], "cut: --from (0:05) is past the end of memo (0:01);"),
                (["cut", "memo", "--from", "0.5s", "--until", "0.25s"], "--until (0:00.25) is not after --from (0:00.5)"),
                (["loop", "--a", "0.5s", "--b", "0.25s"], "B (0:00.25) is not after A (0:00.5)"),
                (["loop", "--a", "0.5s", "--b", "0.51s"], "the loop from 0:00.5 to 0:00.51 is shorter than 50 ms"),
                (["next"], ": 'dicta marks' lists them"),
            ]
            for (words, told) in wrong {
                let errors = fixture.engine.dicta(words).errors
                #expect(errors.contains(told) && !errors.contains("frame"), "\(words): \(errors)")
            }
            let log = try #require(fixture.engine.quit()).errors
            #expect(log.contains("memo.wav: 1.0 s") && !log.contains("48000 frames"), "\(log)")
        }

        /// A mono file made by sox plays on both channels.
        @Test func aForeignMonoFilePlays() throws {
            let fixture = try EngineFixture(keeps: 20)
            let folder = TempFolder()
            let made = Process.run(
                "/usr/bin/sox", ["-n", "-r", "48000", "-c", "1", folder.file("mono.flac"), "synth", "1", "sine", "440"])
            #expect(made.code == 0)
            try fixture.engine.ask("play", folder.file("mono.flac"))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            let heard = fixture.ear.heard
            #expect(heard.contains { $0[0] > 0.5 } && heard.allSatisfy { $0[0] == $0[1] })
        }

        @Test func withoutAServerTheEngineWaitsAndSaysSo() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            #expect(try engine.ask("status").text("jack") == "waiting")
            for verb in ["rec", "pause", "resume"] {
                do {
                    try engine.ask(verb)
                    Issue.record("\(verb) was not refused")
                } catch {
                    guard case .refused(let failure) = error else { throw error }
                    #expect(failure.code == .noServer && failure.words.contains("JACK"))
                }
            }
            let finished = engine.quit()
            #expect(finished?.code == 0)
            #expect(finished?.errors.contains("no JACK server 'nobody-here' runs; waiting for it") == true)
        }

        /// An engine that runs before the server joins it when it starts.
        @Test func theServerMayComeLater() throws {
            JackServer.endKept()
            let engine = try EngineProcess(
                waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": JackServer.nextName])
            let server = try #require(JackServer())
            try Pause.until {
                _ = try engine.ask("ping")
                return try engine.ask("status").text("jack") == "running"
            }
            #expect(try engine.ask("status").text("jack") == "running")
            _ = engine.quit()
            _ = server
        }

        /// `dicta start; dicta rec` is not refused while the engine connects to a running server.
        @Test func aTakeRightAfterTheStartIsNoRefusal() throws {
            let server = try #require(JackServer())
            for _ in 0..<3 {
                let engine = try EngineProcess(waitsForJack: false)
                try engine.ask("rec")
                #expect(try engine.ask("stop").int("frames") >= 0)
                #expect(engine.quit()?.code == 0)
            }
            _ = server
        }

        @Test func anUnwritableLibraryIsAnErrorAtTheStart() {
            let run = Process.run(Programs.path("dictad"), ["--library", "/proc/nowhere", "--socket", "/tmp/dicta-never"])
            #expect(run.code == 1 && run.errors.contains("/proc/nowhere"))
        }

        @Test func aSecondEngineOfTheSameNameIsRefused() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            let run = Process.run(Programs.path("dictad"), ["--library", engine.library, "--socket", engine.socket])
            #expect(run.code == 1 && run.errors.contains("already runs"))
        }

        @Test func wrongWordsOnTheCommandLineAreUsageErrors() {
            #expect(Process.run(Programs.path("dictad"), ["--colour", "red"]).code == 2)
            #expect(Process.run(Programs.path("dictad"), ["--preroll"]).code == 2)
            #expect(Process.run(Programs.path("dictad"), ["--preroll", "soon"]).code == 2)
            #expect(Process.run(Programs.path("dictad"), ["--version"]).output.hasPrefix("dictad "))
        }

        private func expect(_ fixture: EngineFixture, _ code: FailureCode, _ verb: String, _ words: String...) {
            do throws(EngineProcess.Trouble) {
                _ = try fixture.engine.reply(verb, words)
                Issue.record("\(verb) \(words) was not refused")
            } catch {
                guard case .refused(let failure) = error else {
                    Issue.record("\(verb) \(words): \(error)")
                    return
                }
                #expect(failure.code == code && failure.words.count > 20, "\(verb) \(words): \(failure)")
            }
        }
    }
}
