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
            expect(fixture, .badArgument, "rec", "preroll", "60s")
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
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 48_000)")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && stopped.int("frames") == 48_000, "\(report)")
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
            let engine = try EngineProcess(
                waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": JackServer.nextName])
            let server = try #require(JackServer())
            for _ in 0..<100 {
                if try engine.ask("status").text("jack") == "running" { break }
                _ = try engine.ask("ping")
                Pause.milliseconds(50)
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
