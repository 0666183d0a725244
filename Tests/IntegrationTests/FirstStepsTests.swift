// Tests `session/run`, the first steps of a newcomer, with the release build (J8, issue 14 number 26).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Programs.folder("DICTA_RELEASE") != nil && !PipeWireServer.isOurs)) struct FirstStepsTests {
        private let home = TempFolder()

        private func run(_ words: [String], _ environment: [String: String]) -> Finished {
            let project = File.parent(of: File.parent(of: File.parent(of: #filePath)))
            var all = Programs.toolchain.merging(environment) { $1 }
            for name in ["HOME", "XDG_RUNTIME_DIR"] { all[name] = home.path }
            for part in ["CONFIG", "STATE", "CACHE"] { all["XDG_\(part)_HOME"] = home.file(part) }
            return Process.run(project + "/session/run", words, environment: all)
        }

        /// Without a server, and without a sound card as here, it starts a dummy one, and ends it with the engine.
        @Test(.enabled(if: !Files.exists("/proc/asound/cards"))) func withoutAServer() {
            let dummy = ["JACK_DEFAULT_SERVER": "first\(getpid())"]
            let steps = run([], dummy)
            #expect(steps.code == 0 && steps.output.contains("Recorded and played."), "\(steps)")
            #expect(steps.output.contains("nothing will be heard"), "\(steps)")
            let end = run(["--stop"], dummy)
            #expect(end.code == 0 && end.output.contains("engine ended\nJACK server '"), "\(end)")
        }

        /// On a desktop with PipeWire and no jackd it works inside PipeWire.
        @Test func inPipeWire() {
            let pipewire = PipeWireServer()
            #expect(pipewire.start() && pipewire.addSource("Desk"))
            let desktop = ["PIPEWIRE_RUNTIME_DIR": pipewire.runtimeFolder]
            let steps = run([], desktop)
            #expect(steps.code == 0 && steps.output.contains("Recorded and played."), "\(steps)")
            #expect(steps.output.contains("Running: engine as JACK client 'dicta', PipeWire."), "\(steps)")
            #expect(!steps.output.contains("dummy"), "\(steps)")
            let end = run(["--stop"], desktop)
            #expect(end.code == 0 && end.output == "engine ended\n", "\(end)")
        }
    }
}
