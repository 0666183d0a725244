// Tests of settings that were changed without an engine, with real engines.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Settings changed without an engine (issue 14 no. 20)") struct SettingsAloneTests {
        private let home = TempFolder()
        private var variables: [String: String] {
            ["HOME": home.path, "XDG_RUNTIME_DIR": home.path, "JACK_DEFAULT_SERVER": "nobody-here"]
        }

        private func dicta(_ words: String...) -> Finished { dicta(words) }

        private func dicta(_ words: [String]) -> Finished {
            Process.run(Programs.path("dicta"), ["--no-start", "--engine", "studio", "--json"] + words, environment: variables)
        }

        private func start(_ words: String...) throws -> Process {
            try #require(Process(Programs.path("dictad"), ["--name", "studio"] + words, environment: variables))
        }

        private func awaitAnswer(_ engine: Process) {
            while dicta("ping").code != 0, !engine.hasEnded { Pause.milliseconds(20) }
        }

        /// The same requests, without an engine and then with one, have the same answers but for the time of their effect.
        @Test func answersAreThoseOfAnEngine() throws {
            let requests = [
                ["set", "backstep", "2s"], ["set", "--rec-format", "flac", "--rec-bits", "16"], ["set", "rec-format"], ["set"],
                ["settings"], ["settings", "--changed"], ["set", "backstep", "--reset"], ["set", "rec-format", "mp3"],
                ["set", "osc-udp", "0.0.0.0:0"], ["set", "nothing", "1"], ["set", "library", "songs"], ["set", "midi", "x"],
            ]
            func told() -> [String] {
                for file in ["settings", "studio.settings"] { _ = unsafe unlink(home.file(".config/dicta/\(file)")) }
                return requests.map { words in
                    let run = dicta(words)
                    var text = run.output
                    for holds in ["immediately", "with the next take"] {
                        text = text.replacing("\"\(holds)\"", with: "\"when the engine starts next\"")
                    }
                    return "\(words): \(run.code) \(text)\(run.errors)"
                }
            }
            let alone = told()
            let engine = try start()
            awaitAnswer(engine)
            for (first, second) in zip(alone, told()) { #expect(first == second) }
            #expect(dicta("quit").code == 0 && engine.finish().code == 0)
        }

        /// An engine that starts afterwards has the settings; one that was about to start gets them as well: it has read the files
        /// and does not answer yet, since the file system of its library is frozen.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func enginesHaveTheSettings() throws {
            #expect(dicta("set", "backstep", "1s").code == 0)
            let first = try start("--library", home.file("songs"))
            awaitAnswer(first)
            #expect(dicta("status").output.contains("\"backstep_seconds\":1"))
            #expect(dicta("quit").code == 0 && first.finish().code == 0)
            let disk = try SmallDisk(megabytes: 16)
            try disk.freeze()
            let engine = try start("--library", disk.path + "/songs")
            // D: it waits for the disk, and has read its settings before.
            while Files.read("/proc/\(engine.pid)/stat")?.contains(") D ") != true, !engine.hasEnded { Pause.milliseconds(5) }
            let run = dicta("set", "backstep", "3s")
            try disk.thaw()
            #expect(run.code == 0 && run.output.contains("when the engine starts next"), "\(run)")
            awaitAnswer(engine)
            // The engine reads its files once more after it has begun to answer.
            var status = ""
            for _ in 0..<100 where !status.contains("\"backstep_seconds\":3") {
                status = dicta("status").output
                Pause.milliseconds(20)
            }
            #expect(status.contains("\"backstep_seconds\":3"), "\(status)")
            #expect(dicta("quit").code == 0 && engine.finish().code == 0)
        }
    }
}
