// Tests MPRIS 2 on a private session bus, with busctl as the client (C9).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct MediaTests {
        private let path = "/org/mpris/MediaPlayer2"
        private let player = "org.mpris.MediaPlayer2.Player"

        /// Applets ask for the position once and count on by themselves: each jump is told, and nothing else is.
        @Test func jumpsAreTold() throws {
            let bus = try SessionBus()
            defer { bus.end() }
            let fixture = try EngineFixture(keeps: 30, environment: bus.environment)
            #expect(SparseWave.make("\(fixture.engine.library)/tape.wav", SparseWave.sine(440, frames: 48_000), times: 60))
            let folder = TempFolder()
            let watch = try #require(
                Process(
                    "/bin/sh",
                    ["-c", "exec busctl --user --json=short --match=member=Seeked monitor > \(folder.file("told")) 2>&1"],
                    environment: bus.environment))
            defer {
                _ = kill(watch.pid, SIGKILL)
                _ = watch.finish()
            }
            func seeks() -> [Int] {
                (Files.read(folder.file("told")) ?? "").split(separator: "\n").filter { $0.contains("\"Seeked\"") }.compactMap {
                    $0.split(separator: "\"data\":[").last.flatMap { Int($0.prefix { $0.isNumber }) }
                }
            }
            try fixture.engine.ask("play", "tape")
            #expect(Pause.until { (try? fixture.engine.ask("status").text("play_state")) == "playing" })
            // The monitor has to be there first: nothing tells that it listens, so a jump is repeated until one is told.
            #expect(
                Pause.until(30) {
                    _ = try? fixture.engine.ask("locate", "20s")
                    Pause.milliseconds(700)
                    return !seeks().isEmpty
                }, "\(Files.read(folder.file("told")) ?? "")")
            #expect(seeks().allSatisfy { (19_500_000...22_000_000).contains($0) }, "\(seeks())")
            let before = seeks().count
            // Playing on is no jump.
            let frame = fixture.probe.frameTime
            fixture.probe.waitFor(frame: frame &+ 96_000)
            #expect(seeks().count == before, "\(seeks())")
            try fixture.engine.ask("pause", "what", "play")
            try fixture.engine.ask("locate", "5s")
            #expect(Pause.until(30) { seeks().count == before + 1 }, "\(seeks())")
            #expect(seeks().last == 5_000_000, "\(seeks())")
        }

        @Test func mediaKeysPlayAndAppletsSee() throws {
            let bus = try SessionBus()
            defer { bus.end() }
            let fixture = try EngineFixture(keeps: 30, environment: bus.environment)
            let name = "org.mpris.MediaPlayer2.dicta.engine_\(fixture.engine.name)"
            func property(_ key: String) -> String {
                String(bus.ask("get-property", name, path, player, key).output.dropLast())
            }
            func call(_ words: String...) -> Finished {
                Process.run(
                    "/usr/bin/busctl", ["--user", "call", name, path, player] + words, environment: bus.environment)
            }
            func becomes(_ key: String, _ value: String) -> Bool { Pause.until { property(key) == value } }
            // The engine asks the bus for its name, and does not wait for the answer.
            #expect(becomes("PlaybackStatus", "s \"Stopped\"") && property("CanPlay") == "b false")
            // The recordings are longer than a busy machine needs to ask for their state.
            let second = SparseWave.sine(440, frames: 48_000)
            for (name, seconds) in [("a tape", 10), ("titled", 5)] {
                #expect(SparseWave.make("\(fixture.engine.library)/\(name).wav", second, times: seconds))
            }
            // The title of a recording is shown where there is one, not the file's name (issue 12 no. 20).
            _ = try fixture.engine.reply("note", ["name", "titled", "title", "With the mayor"])
            let sidecar = fixture.engine.library + "/titled.json"
            let text = try #require(Files.read(sidecar))
            #expect(
                Files.write(text.replacing("\"title\"", with: "\"artist\": \"Ada\", \"title\"", maxReplacements: 1), to: sidecar))
            try fixture.engine.ask("play", "titled")
            #expect(becomes("PlaybackStatus", "s \"Playing\""))
            let titled = property("Metadata")
            #expect(titled.contains("\"xesam:title\" s \"With the mayor\""), "\(titled)")
            #expect(titled.contains("\"xesam:artist\" as 1 \"Ada\""), "\(titled)")
            try fixture.engine.ask("stop", "what", "play")

            try fixture.engine.ask("play", "a tape")
            #expect(becomes("PlaybackStatus", "s \"Playing\""))
            let metadata = property("Metadata")
            #expect(metadata.contains("\"xesam:title\" s \"a tape\"") && metadata.contains("\"mpris:length\" x 10000000"))
            #expect(metadata.contains("\"xesam:url\" s \"file://\(fixture.engine.library)/a%20tape.wav\""), "\(metadata)")
            #expect(call("PlayPause").code == 0)
            #expect(becomes("PlaybackStatus", "s \"Paused\""))
            let track = metadata.split(separator: "\"").first { $0.hasPrefix("/dicta/track/") }.map(String.init) ?? "/none"
            #expect(call("SetPosition", "ox", track, "4000000").code == 0)
            #expect(becomes("Position", "x 4000000"))
            #expect(call("SetPosition", "ox", "/another", "1000000").code == 0)
            #expect(call("Seek", "x", "2000000").code == 0)
            #expect(becomes("Position", "x 6000000"))
            #expect(bus.ask("set-property", name, path, player, "Rate", "d", "0.5").code == 0)
            #expect(becomes("Rate", "d 0.5"))
            #expect(bus.ask("set-property", name, path, player, "Volume", "d", "0.25").code == 0)
            #expect(becomes("Volume", "d 0.25"))
            #expect(try fixture.engine.ask("status").double("master") == 0.25)
            #expect(call("Play").code == 0)
            #expect(becomes("PlaybackStatus", "s \"Playing\""))
            #expect(call("Stop").code == 0)
            #expect(becomes("PlaybackStatus", "s \"Stopped\""))
            for wrong in [["Nonsense"], ["Seek", "s", "x"], ["OpenUri", "s", "http://x/"]] {
                let run = Process.run(
                    "/usr/bin/busctl", ["--user", "call", name, path, player] + wrong, environment: bus.environment)
                #expect(run.code != 0, "\(wrong)")
            }
            #expect(bus.ask("set-property", name, path, player, "PlaybackStatus", "s", "x").code != 0)
            #expect(bus.ask("get-property", name, path, "org.mpris.MediaPlayer2", "Identity").output == "s \"Dicta\"\n")
            let all = bus.ask("call", name, path, "org.freedesktop.DBus.Properties", "GetAll", "s", player)
            #expect(all.code == 0 && all.output.contains("MinimumRate"))
        }

        /// The keys for the next and previous track change the recording while there is a queue, and applets see its ends (P11).
        @Test func theKeysOfTracksFollowTheQueue() throws {
            let bus = try SessionBus()
            defer { bus.end() }
            let fixture = try EngineFixture(environment: bus.environment)
            let name = "org.mpris.MediaPlayer2.dicta.engine_\(fixture.engine.name)"
            func becomes(_ key: String, _ value: String) -> Bool {
                Pause.until { bus.ask("get-property", name, path, player, key).output == value + "\n" }
            }
            // Neither ends by itself while a busy machine asks the bus.
            let second = SparseWave.sine(440, frames: 48_000)
            for name in ["one", "two"] {
                #expect(SparseWave.make("\(fixture.engine.library)/\(name).wav", second, times: 120))
            }
            try fixture.engine.ask("play", "name", "one", "more", "two")
            #expect(becomes("CanGoNext", "b true") && becomes("CanGoPrevious", "b false"))
            #expect(bus.ask("call", name, path, player, "Next").code == 0)
            try Pause.until { try fixture.engine.ask("status").text("play_name") == "two" }
            #expect(try fixture.engine.ask("status").text("play_name") == "two")
            #expect(becomes("CanGoNext", "b false") && becomes("CanGoPrevious", "b true"))
            _ = try fixture.engine.reply("queue", ["repeat", "on", "shuffle", "on"])
            #expect(becomes("LoopStatus", "s \"Playlist\"") && becomes("Shuffle", "b true") && becomes("CanGoNext", "b true"))
            #expect(bus.ask("call", name, path, player, "Previous").code == 0)
            try Pause.until { try fixture.engine.ask("status").text("play_name") == "one" }
            #expect(try fixture.engine.ask("status").text("play_name") == "one")
        }

        /// An applet is told of the file of a recording only if all that is heard is in it.
        @Test func appletsSeeNoPartAsTheWhole() throws {
            let bus = try SessionBus()
            defer { bus.end() }
            let fixture = try EngineFixture(environment: bus.environment)
            try fixture.take("tape", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("cut", "tape", "from", "0f", "to", "12000f")
            let name = "org.mpris.MediaPlayer2.dicta.engine_\(fixture.engine.name)"
            func url() throws -> String {
                try fixture.engine.ask("play", "tape")
                let all = bus.ask("get-property", name, path, player, "Metadata").output
                #expect(all.contains("xesam:title"), "\(all)")
                return String(all.firstRange(of: "\"xesam:url\" s \"").map { all[$0.upperBound...].prefix { $0 != "\"" } } ?? "")
            }
            #expect(try url() == "")
            let rendered = try fixture.engine.ask("render", "tape").text("path")
            #expect(try url() == "file://" + rendered)
        }

        /// A key of a headset during a take has no effect unless the setting allows it, and this is logged.
        @Test func mediaKeysLeaveATakeAloneUnlessTheyAreAskedFor() throws {
            let bus = try SessionBus()
            defer { bus.end() }
            let fixture = try EngineFixture(environment: bus.environment)
            let name = "org.mpris.MediaPlayer2.dicta.engine_\(fixture.engine.name)"
            func press(_ key: String) { #expect(bus.ask("call", name, path, player, key).code == 0) }
            func becomes(_ state: String) throws { try fixture.engine.wait("record_state", state) }
            // The engine asks the bus for its name, and does not wait for the answer.
            Pause.until { bus.ask("get-property", name, path, player, "CanPlay").code == 0 }
            try fixture.engine.ask("rec", "name", "x")
            for key in ["Pause", "PlayPause", "Stop", "Play"] {
                press(key)
                // The key was answered on the bus when it arrived, and carried out in the same turn of the loop.
                #expect(try fixture.engine.ask("status").text("record_state") == "recording", "\(key)")
            }
            #expect(bus.ask("call", name, path, "org.mpris.MediaPlayer2", "Quit").code == 0)
            #expect(bus.ask("get-property", name, path, "org.mpris.MediaPlayer2", "CanQuit").output == "b false\n")
            try fixture.engine.reply("set", ["mpris-takes", "on"])
            press("PlayPause")
            try becomes("paused")
            press("Play")
            try becomes("recording")
            press("Stop")
            try becomes("idle")
            let end = try #require(fixture.engine.quit())
            #expect(
                end.errors.contains("a take runs and is left alone") && end.errors.contains("'quit' needs the privilege 'quit'"),
                "\(end.errors)")
        }

        /// The bus freezes and dies during a take, which goes on unharmed.
        @Test func aBusThatDiesHurtsNothing() throws {
            let bus = try SessionBus()
            let fixture = try EngineFixture(environment: bus.environment)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "x", "at-frame", "\(start)")
            _ = kill(bus.daemon.pid, SIGSTOP)
            fixture.probe.waitFor(frame: start &+ 24_000)
            #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name)
            _ = kill(bus.daemon.pid, SIGCONT)
            bus.end()
            fixture.probe.waitFor(frame: start &+ 48_000)
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.int("lost_frames") == 0)
            #expect(FrameReport(try EngineFixture.samples(stopped.text("path")), .fine).isClean)
            let end = try #require(fixture.engine.quit())
            #expect(end.code == 0 && end.errors.contains("D-Bus is gone"), "\(end.errors)")
        }
    }
}
