// Tests that what was loaded and set is there again after a restart of a plain engine (P13).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct RestoreTests {
        /// A server, and an engine whose library has two recordings of two seconds.
        private struct Rig {
            let server: JackServer
            let engine: EngineProcess

            init(settings: String? = nil, environment: [String: String] = [:]) throws {
                // A synchronous server would wait for a client that was killed.
                server = try #require(JackServer(synchronous: false), "no jackd")
                engine = try EngineProcess(environment: environment, settings: settings)
                let wheel = try #require(Probe("wheel"), "no probe")
                #expect(wheel.setFreewheel(true))
                for name in ["one", "two"] {
                    try engine.ask("rec", "name", name, "for", "96000f", "wait", "yes")
                }
                #expect(wheel.setFreewheel(false))
            }

            /// Loads a recording and sets everything that is kept.
            func set() throws {
                try engine.ask("load", "one", "from", "0.5s")
                try engine.ask("loop", "a", "12000f", "b", "48000f")
                try engine.ask("rate", "0.8")
                try engine.ask("pitch", "-150")
                try engine.ask("gain", "left", "-6", "right", "-inf", "master", "0.5", "channels", "swap")
                try engine.ask("monitor", "level", "-12", "pitch", "100")
            }

            static let all = [
                "play_name", "play_state", "position_frames", "loop_a_frames", "loop_b_frames", "play_rate", "pitch_cents",
                "left_db",
                "right_db", "master", "channels", "monitor_level_db", "monitor_pitch_cents", "looping",
            ]

            var values: [String] {
                get throws {
                    let status = try engine.ask("status")
                    return Self.all.map { "\($0) \(status[$0]?.description ?? "")" }
                }
            }

            var file: String { engine.folder.file("state/dicta/\(engine.name).state.json") }

            /// Waits until the file of the state has these words.
            func kept(_ words: String) -> Bool { Pause.until { Files.read(file)?.contains(words) == true } }
        }

        /// After a quit, and after a kill a second later, everything is there again; the file is the user's alone.
        @Test func everythingIsThereAgain() throws {
            let rig = try Rig()
            try rig.set()
            let before = try rig.values
            #expect(before.first == "play_name one" && before[2] == "position_frames 24000", "\(before)")
            #expect(rig.engine.quit()?.code == 0)
            try rig.engine.restart()
            try rig.engine.wait("play_name", "one")
            #expect(try rig.values == before)
            // The file has the change that is awaited only together with the one before it.
            try rig.engine.ask("loop", "clear-b")
            try rig.engine.ask("pitch", "300")
            let later = try rig.values
            // The path of the library has numbers too.
            #expect(rig.kept("\"pitch_cents\": 300.0"))
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            try rig.engine.restart()
            try rig.engine.wait("play_name", "one")
            #expect(try rig.values == later && later != before)
            #expect(Process.run("/usr/bin/stat", ["-c", "%a", rig.file]).output == "600\n")
        }

        /// A place behind the loop, where playback goes straight on, is there again too.
        @Test func aPlaceBehindTheLoopIsKept() throws {
            let rig = try Rig()
            try rig.engine.ask("load", "one", "from", "0.25s")
            try rig.engine.ask("loop", "a", "12000f", "b", "48000f")
            try rig.engine.ask("locate", "72000f")
            let before = try rig.values
            #expect(before.contains("position_frames 72000") && before.contains("loop_b_frames 48000"), "\(before)")
            #expect(rig.engine.quit()?.code == 0)
            for _ in 0..<2 {
                try rig.engine.restart()
                try rig.engine.wait("play_name", "one")
                Pause.milliseconds(300)
                #expect(try rig.values == before)
                #expect(rig.engine.quit()?.code == 0)
            }
        }

        /// A killed engine forgets at most ten seconds of listening, also of a file outside the library.
        @Test func thePlaceIsKeptWhilePlaying() throws {
            let rig = try Rig()
            let path = rig.engine.folder.file("long.wav")
            let sox = ["-n", "-r", "48000", "-c", "2", path, "synth", "60", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            try rig.engine.ask("play", path, "from", "5s")
            // The place is kept ten seconds after the start: a busy machine may keep it late.
            func kept() -> Int {
                let text = Files.read(rig.file) ?? ""
                let digits = text.split(separator: "\"position_frames\": ").dropFirst().first?.prefix { $0.isNumber }
                return digits.flatMap { Int($0) } ?? 0
            }
            Pause.until { kept() >= 10 * 48_000 }
            let place = try rig.engine.ask("status").int("position_frames")
            #expect(place < 20 * 48_000, "\(place)")
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            try rig.engine.restart()
            try rig.engine.wait("play_name", "long")
            let status = try rig.engine.ask("status")
            #expect(status.text("play_state") == "stopped")
            let restored = status.int("position_frames")
            #expect((place - 11 * 48_000...place).contains(restored), "\(restored) of \(place)")
        }

        /// A command that comes first wins, and a play without a name waits for the recording that is restored.
        @Test func commandsComeBeforeTheRestoredState() throws {
            let held = try HeldLibrary()
            let rig = try Rig(environment: held.environment)
            try rig.engine.ask("load", "one", "from", "0.5s")
            #expect(rig.engine.quit()?.code == 0)
            // Held before its first file, the library opens the restored recording only after the command has come.
            try rig.engine.restart()
            try rig.engine.wait("play_name", "one")
            try held.hold(rig.engine)
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            try rig.engine.restart()
            let play = try #require(
                Process(Programs.path("dicta"), ["--engine", rig.engine.name, "--socket", rig.engine.socket, "play", "two"]))
            try Pause.until { try rig.engine.ask("status").text("play_state") == "loading" }
            // The restored recording would have taken the place by then: nothing tells that nothing comes.
            Pause.milliseconds(300)
            held.release()
            #expect(play.finish().output.hasPrefix("Playing two from"))
            #expect(try rig.engine.ask("status").text("play_name") == "two")
            try rig.engine.ask("load", "one", "from", "1s")
            #expect(rig.kept("\"position_frames\": 48000"))
            try held.hold(rig.engine)
            rig.engine.signal(SIGKILL)
            _ = rig.engine.finish()
            try rig.engine.restart()
            let resume = try #require(
                Process(Programs.path("dicta"), ["--engine", rig.engine.name, "--socket", rig.engine.socket, "play"]))
            // The play has come, and waits.
            Pause.milliseconds(300)
            held.release()
            #expect(resume.finish().output.hasPrefix("Playing one from 0:01"))
        }

        /// A recording that is gone is a line in the log; the rest is restored. So it is with a damaged file.
        @Test func whatIsGoneIsOnlyTold() throws {
            let rig = try Rig()
            try rig.set()
            #expect(rig.engine.quit()?.code == 0)
            for name in ["one.wav", "one.json"] { #expect(Files.remove("\(rig.engine.library)/\(name)")) }
            try rig.engine.restart()
            try Pause.until { try rig.engine.ask("status").text("play_state") != "loading" }
            let status = try rig.engine.ask("status")
            #expect(status.text("play_name") == "" && status.double("play_rate") == 0.8 && status["play_error"] == nil)
            let log = try #require(rig.engine.quit()).errors
            #expect(log.contains("'one' is not loaded again: "), "\(log)")
            #expect(Files.write("{ nonsense", to: rig.file))
            try rig.engine.restart()
            #expect(try rig.engine.ask("status").double("play_rate") == 1)
            #expect(try #require(rig.engine.quit()).errors.contains("is damaged and was put aside"))
        }

        /// With `restore off` an engine begins afresh, and keeps nothing; engines of two names do not mix.
        @Test func restoreOffBeginsAfresh() throws {
            let rig = try Rig(settings: "restore = off\n")
            try rig.set()
            // The state is kept within a second: nothing tells that nothing comes.
            Pause.milliseconds(1500)
            #expect(rig.engine.quit()?.code == 0 && !Files.exists(rig.file))
            try rig.engine.restart()
            let status = try rig.engine.ask("status")
            #expect(status.text("play_name") == "" && status.double("play_rate") == 1)
            try rig.engine.ask("set", "restore", "on")
            try rig.engine.ask("rate", "0.8")
            #expect(rig.kept("\"rate\": 0.8"))
            let other = try EngineProcess(environment: ["XDG_STATE_HOME": rig.engine.folder.file("state")])
            #expect(try other.ask("status").double("play_rate") == 1)
            try other.ask("rate", "1.5")
            #expect(other.quit()?.code == 0)
            #expect(rig.engine.quit()?.code == 0)
            try rig.engine.restart()
            #expect(try rig.engine.ask("status").double("play_rate") == 0.8)
            #expect(Files.read(rig.engine.folder.file("state/dicta/\(other.name).state.json"))?.contains("1.5") == true)
        }
    }
}
