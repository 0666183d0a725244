// Tests that only the owner names the program that listens: not a session's folder, and no surface (C10).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct RecogniserAuthorityTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        /// A session of another user names a recogniser, a model and a vocabulary: the owner's recogniser runs, without them.
        @Test func aSessionFolderNamesNoRecogniser() throws {
            let server = try #require(JackServer(), "no jackd")
            defer { server.stop() }
            let (own, theirs) = (try StandInRecogniser(pieces: 1), try StandInRecogniser(pieces: 1))
            try own.write("echo \"$@\" >> \"$DIR/words\"")
            try theirs.write("")
            let fixture = try SessionFixture()
            #expect(fixture.writeOwnSettings("recogniser = \(own.path)\n"))
            #expect(Files.makeFolder(fixture.project("p")))
            let settings = """
                recogniser = \(theirs.path)
                recogniser-model = \(theirs.folder.path)
                recogniser-vocabulary = \(theirs.path)
                recogniser-language = xx
                transcribe-after = on
                rec-format = flac
                """
            #expect(Files.write(settings + "\n", to: fixture.project("p") + "/settings"))
            let state = "{\"schema\": 1, \"options\": {\"recogniser\": \"\(theirs.path)\"}}\n"
            #expect(Files.write(state, to: fixture.project("p") + "/session.json"))
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            let status = try fixture.ask("status")
            let left = "recogniser, recogniser-model, recogniser-language, recogniser-vocabulary, transcribe-after"
            #expect(status.text("settings_problems").contains("cannot set \(left): ignored"), "\(status.all)")
            try fixture.ask("import", "path", own.sound)
            let words = try fixture.ask("transcribe", "name", "bursts").int("words")
            #expect(words == 1 && own.calls == 1 && theirs.calls == 0)
            let given = try #require(Files.read(own.folder.file("words")))
            #expect(!given.contains("--model") && !given.contains("--vocabulary") && !given.contains("--language"), "\(given)")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// Each way to name one, over UDP and TCP, by a surface that may only look, and by one that may do all there is.
        /// All four, since what nobody may do has no other guard.
        @Test(arguments: ["osc.udp", "osc.tcp"], [Permissions(surfaces: [.look]), .all])
        func aSurfaceNamesNoRecogniser(way: String, may: Permissions) throws {
            let stand = try StandInRecogniser(pieces: 1)
            try stand.write("")
            let engine = try EngineProcess(
                ["--osc-udp", "0", "--osc-tcp", "0"], waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("set", ["key", "osc-may", "value", may.text])
            let client = try OscClient(try #require(try OscTests.urls(engine).first { $0.hasPrefix(way) }))
            let name = OSCArgument.string("bursts")
            let calls: [(path: String, words: [OSCArgument])] = [
                ("/dicta/set", [.string("recogniser"), .string(stand.path)]),
                ("/dicta/set", [.string("--recogniser"), .string(stand.path)]),
                ("/dicta/set", [.string("recogniser-model"), .string(stand.path)]),
                ("/dicta/set", [.string("recogniser-vocabulary"), .string(stand.path)]),
                ("/dicta/transcribe", [name, .string("--recogniser"), .string(stand.path)]),
                ("/dicta/transcribe", [name, .string("--vocabulary"), .string(stand.path)]),
                ("/dicta/transcribe/recogniser", [.string(stand.path)]),
            ]
            for call in calls {
                let answer = try #require(try client.ask(call.path, call.words), "\(call)")
                #expect(answer.path == "/error", "\(call): \(answer)")
            }
            #expect(stand.calls == 0)
            #expect(Files.read(engine.settings)?.contains(stand.path) != true)
            // The owner names it: then it runs.
            _ = try engine.reply("transcribe", ["bursts", "recogniser", stand.path])
            #expect(stand.calls == 1)
        }
    }
}
