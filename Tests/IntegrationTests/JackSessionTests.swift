// Tests JACK sessions: saved by the real tool, restored by the script that it prints (J7).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct JackSessionTests {
        /// Folder in which this user's sessions are registered.
        private static let states = TempFolder()
        private static let home = ["XDG_STATE_HOME": states.path]

        /// A session of another user: options and folders are left out and reported; gains are restored.
        @Test func aForeignSessionBringsNoOptionsAndNoFolders() throws {
            let session = TempFolder()
            let text = """
                {"schema": 1, "master": 0.5, "library": "\(session.file("theirs"))", "settings": "\(session.file("s"))",
                 "socket": "\(session.file("theirs.sock"))",
                 "recording": "/etc/passwd", "options": {"osc-udp": "0", "osc-may": "all"}}
                """
            #expect(session.write(text, to: "dicta.json") && session.write("on-error = true\n", to: "s"))
            // The command line does not name the library and the socket, so the session could.
            let server = try #require(JackServer())
            let home = TempFolder()
            let environment = server.environment.merging([
                "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.file("state"),
                "XDG_CONFIG_HOME": home.file("config"), "XDG_CACHE_HOME": home.file("cache"),
            ]) { $1 }
            let words = ["--name", "foreign", "--restore", session.file("dicta.json")]
            let process = try #require(Process(Programs.path("dictad"), words, environment: environment))
            let socket = home.file("dicta/foreign.sock")
            var status = Fields()
            for _ in 0..<200 where status.double("master") != 0.5 {
                Pause.milliseconds(25)
                status = (try? EngineProcess.ask("status", engine: "foreign", socket: socket)) ?? status
            }
            #expect(status.double("master") == 0.5, "\(status.all)")
            #expect(status.text("osc_urls") == "osc.unix://\(socket)", "\(status.all)")
            #expect(status.text("start_problems").contains("--osc-may, --osc-udp"), "\(status.all)")
            #expect(status.text("library").hasPrefix(home.path), "\(status.all)")
            #expect(!Files.exists(session.file("theirs")) && !Files.exists(session.file("theirs.sock")))
            #expect(try EngineProcess.reply("hooks", [], engine: "foreign", socket: socket, timeout: 10).items.isEmpty)
            _ = try EngineProcess.ask("quit", engine: "foreign", socket: socket)
            #expect(process.finish().code == 0)
        }

        /// Name, state and connections return when the output of `jack_session_notify` is run, as users do it.
        @Test func theToolsOwnScriptBringsAllBack() throws {
            let fixture = try EngineFixture(
                engine: ["--connect-in", "nothing of that name", "--preroll", "3s"], environment: Self.home)
            let engine = fixture.engine
            let start = fixture.soon
            try fixture.take("tape", at: start, frames: 96_000)
            try engine.ask("play", "tape")
            try engine.ask("pause")
            try engine.ask("locate", "30000f")
            try engine.ask("rate", "0.8")
            try engine.ask("gain", "master", "0.5")
            let session = TempFolder()
            // Two blanks, since an unquoted path would lose one in the script's shell.
            #expect(Files.makeFolder(session.file("my  session")))
            let saved = Process.run(
                "/usr/bin/jack_session_notify", ["save", session.file("my  session/")], environment: environment(fixture.server))
            #expect(saved.code == 0 && saved.output.contains("dictad --name \(engine.name) --jack-session "), "\(saved)")
            #expect(try #require(engine.quit()).code == 0)
            #expect(!fixture.probe.hasPort("\(engine.name):in_l"))

            // Ten seconds are long for a test, and short for a busy machine: the script waits until the client is active.
            let status = "dicta --no-start --engine \(engine.name) --socket \(engine.socket) --json status"
            let look = "\(status) | grep -q '\"jack\":\"running\"'"
            let script = saved.output.replacing(
                "sleep 10", with: "for i in $(seq 600); do \(look) && break; sleep 0.05; done")
            #expect(script != saved.output && session.write(script, to: "script"))
            var variables = environment(fixture.server)
            let programs = Programs.path("dictad").dropLast("/dictad".count)
            variables["PATH"] = "\(programs):/usr/bin:/bin"
            let run = Process.run("/bin/bash", ["-e", session.file("script")], environment: variables)
            #expect(run.code == 0, "\(run)")
            func restored() throws -> Fields { try EngineProcess.ask("status", engine: engine.name, socket: engine.socket) }
            // The recording is opened by other threads.
            try Pause.until { try restored().text("play_name") == "tape" }
            let now = try restored()
            #expect(now.text("client") == engine.name && now.text("library") == engine.library)
            #expect(now.text("play_name") == "tape" && now.int("position_frames") == 30_000)
            #expect(now.double("master") == 0.5 && now.double("play_rate") == 0.8)
            // The session connects the probe to the inputs and outputs again.
            let sources = now.text("sources")
            #expect(sources.contains("probe:out_l") && sources.contains("probe:out_r"), "\(sources)")
            #expect(fixture.probe.isConnected("\(engine.name):out_l") && fixture.probe.isConnected("\(engine.name):out_r"))
            // The options of the first command line are restored, too.
            let settings = try EngineProcess.reply("settings", [], engine: engine.name, socket: engine.socket, timeout: 5)
            #expect(settings.items.first { $0.text("key") == "preroll" }?.text("value") == "3s", "\(settings.items)")
            _ = try EngineProcess.ask("quit", engine: engine.name, socket: engine.socket)
            Pause.until { !fixture.probe.hasPort("\(engine.name):in_l") }
        }

        /// qjackctl inserts the folder, splits the line at each blank and starts the result: without quotes or a shell.
        @Test func qjackctlsOwnWayBringsAllBack() throws {
            let fixture = try EngineFixture(environment: Self.home)
            let engine = fixture.engine
            try engine.ask("gain", "master", "0.5")
            let session = TempFolder()
            let folder = session.file("a  session of mine")
            #expect(Files.makeFolder(folder))
            let answer = try #require(fixture.ear.askSession(.saveAndQuit, of: engine.name, in: folder + "/"))
            #expect(answer.flags == 0)
            #expect(try #require(engine.finish()).code == 0)
            let line = answer.line.replacing("${SESSION_DIR}", with: "\(folder)/\(engine.name)/")
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            #expect(words.first == "dictad")
            let program = Programs.path("dictad")
            let process = try #require(
                Process(program, Array(words.dropFirst()), environment: environment(fixture.server)))
            var status = Fields()
            for _ in 0..<200 where status.double("master") != 0.5 && !process.hasEnded {
                Pause.milliseconds(50)
                status = (try? EngineProcess.ask("status", engine: engine.name, socket: engine.socket)) ?? status
            }
            #expect(status.text("library") == engine.library && status.double("master") == 0.5, "\(status.all)")
            #expect(kill(process.pid, SIGTERM) == 0)
            let end = process.finish()
            #expect(end.code == 0, "\(end)")
        }

        /// Save and quit during a take: the answer comes first, and the take is whole.
        @Test func savesAndQuits() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "x", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            let session = TempFolder()
            let answer = try #require(fixture.ear.askSession(.saveAndQuit, of: fixture.engine.name, in: session.path + "/"))
            #expect(answer.flags == 0 && answer.line.contains("${SESSION_DIR}") && !answer.line.contains(session.path))
            #expect(try #require(fixture.engine.finish()).code == 0)
            let samples = try EngineFixture.samples(fixture.engine.library + "/x.wav")
            let report = FrameReport(samples, .fine)
            #expect(samples.count >= 47_000 && report.isClean && report.silent == 0, "\(samples.count) \(report)")
        }

        @Test func aTemplateHasNothingThatWasRecorded() throws {
            let fixture = try EngineFixture()
            // It still plays once the template was made, however long that takes.
            #expect(SparseWave.make(fixture.engine.library + "/tape.wav", SparseWave.sine(440, frames: 48_000), times: 60))
            try fixture.engine.ask("play", "tape")
            try fixture.engine.ask("gain", "master", "0.5")
            let session = TempFolder()
            let answer = try #require(fixture.ear.askSession(.template, of: fixture.engine.name, in: session.path + "/"))
            #expect(answer.flags == 0)
            let state = try #require(Files.read(session.file("\(fixture.engine.name)/dicta.json")))
            #expect(state.contains("\"recording\": null") && state.contains("\"master\": 0.5"), "\(state)")
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
        }

        /// A session that cannot be written is reported as failed, and the engine goes on.
        @Test func saysWhereItCannotSave() throws {
            let fixture = try EngineFixture()
            let session = TempFolder()
            #expect(session.write("in the way", to: fixture.engine.name))
            let answer = try #require(fixture.ear.askSession(.saveAndQuit, of: fixture.engine.name, in: session.path + "/"))
            #expect(answer.flags == 1)
            fixture.probe.waitFor(frame: fixture.soon &+ 24_000)
            #expect(try fixture.engine.ask("status").text("jack") == "running")
        }

        private func environment(_ server: JackServer) -> [String: String] {
            ["JACK_DEFAULT_SERVER": server.name, "JACK_NO_START_SERVER": "1", "HOME": "/tmp"].merging(Self.home) { $1 }
        }
    }
}
