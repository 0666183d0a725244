// Tests that two engines and the terminal on one library lose nothing (F11).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct SharedLibraryTests {
        /// Two engines record; meanwhile both tag and mark one recording, another one is renamed back and forth, and a
        /// terminal without an engine recovers, verifies and lists.
        @Test func twoEnginesAndATerminalLoseNothing() throws {
            let fixture = try EngineFixture()
            let library = fixture.engine.library
            let other = try EngineProcess(library: library)
            #expect(fixture.probe.connectOutputs(to: other.name))
            for name in ["shared", "fro"] { try fixture.engine.ask("rec", "name", name, "for", "0.2s", "wait", "yes") }
            let start = fixture.soon &+ 4800
            try fixture.engine.ask("rec", "name", "a", "at-frame", "\(start)")
            try other.ask("rec", "name", "b", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 4800)
            // A recording that one engine records cannot be changed by the other.
            #expect(throws: EngineProcess.Trouble.self) { try other.ask("tag", "a", "add", "x") }
            #expect(throws: EngineProcess.Trouble.self) { try other.ask("rename", "a", "to", "c") }

            let count = 25
            let work = try [(fixture.engine, "A"), (other, "B")].map { engine, mark in
                let remote = "'\(Programs.path("dicta"))' --no-start --engine \(engine.name) --socket '\(engine.socket)'"
                let names = mark == "A" ? "fro to" : "to fro"
                return try shell(
                    """
                    for i in $(seq \(count)); do
                        \(remote) tag shared --add \(mark)$i || echo lost $i
                        \(remote) mark \(mark)$i --in shared --at ${i}f || echo lost $i
                        set -- \(names); \(remote) rename $1 --to $2 >&- 2>&-
                        \(remote) mark take$i || echo lost $i
                    done
                    """)
            }
            let alone = try shell(
                """
                for i in $(seq 10); do
                    for verb in recover ls 'marks shared' verify; do
                        '\(Programs.path("dicta"))' --no-start $verb --library '\(library)' --json || echo failed $verb
                    done
                done
                """)
            for run in work.map({ $0.finish() }) {
                #expect(!run.output.contains("lost"), "\(run.output.suffix(400)) \(run.errors.suffix(400))")
            }
            let said = alone.finish()
            // A recording that is being renamed or recorded at that moment is no failure, and nothing has to be repaired.
            let lines = said.output.split(separator: "\n")
            let failed = zip(lines, lines.dropFirst()).filter { $1.hasPrefix("failed") }.map(\.0)
            #expect(
                !said.output.contains("quarantined") && !said.output.contains("failed recover"),
                "\(failed) \(said.errors.suffix(600))")
            for (engine, name) in [(fixture.engine, "a"), (other, "b")] {
                let end = fixture.probe.frameTime &+ 96_000
                let stopped = try engine.ask("stop", "at-frame", "\(end)")
                let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
                // Silence stands only where JACK itself delivered no frames.
                #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(name): \(report)")
                #expect(stopped.int("lost_frames") == 0 && stopped.int("frames") == Int(end &- start), "\(stopped)")
                #expect(try engine.reply("marks", [name]).items.count == count)
            }
            let shared = try Library(folder: library).readRecording("shared")
            let wanted = Set((1...count).flatMap { ["A\($0)", "B\($0)"] })
            #expect(Set(shared.tags) == wanted && shared.markers.count == 2 * count)
            #expect(Set(shared.markers.map(\.name)) == wanted)
            let lists = try [fixture.engine, other].map { try $0.reply("ls").items.map { $0.text("name") }.sorted() }
            #expect(lists[0] == lists[1] && lists[0].count == 4 && lists[0].prefix(2) == ["a", "b"])
            #expect(try fixture.engine.reply("recover").items.isEmpty)
            #expect(try fixture.engine.ask("verify").int("problems") == 0)
        }

        /// A command without a name is for the loaded recording, never for another one that has got its name meanwhile.
        @Test func theNameOfTheLoadedRecordingIsTaken() throws {
            let fixture = try EngineFixture()
            let library = try Library(folder: fixture.engine.library)
            let other = try EngineProcess(library: fixture.engine.library)
            try fixture.engine.ask("rec", "name", "im", "for", "0.2s", "wait", "yes")
            _ = try fixture.engine.reply("queue", ["do", "add", "name", "im"])
            try fixture.engine.ask("load", "im")
            try fixture.engine.ask("loop", "a", "100f", "b", "5000f")
            try other.ask("rename", "im", "to", "old")
            try other.ask("copy", "old", "to", "im")
            // The playhead was never in it.
            try library.rememberPlayPosition(0, name: "im")
            let before = try library.readRecording("im")
            let orders = [
                ["mark", "here"], ["cut", "from", "0", "to", "100f"], ["complete"], ["append"], ["info"], ["marks"],
                ["queue", "do", "play", "name", "1"], ["play", "at-word", "hello"],
                ["cut", "name", "im", "from", "@A", "until", "@B"], ["mark", "here", "in", "im", "at", "@A"],
                ["peaks", "name", "im", "from", "@A", "until", "@B"],
            ]
            for words in orders {
                let trouble = #expect(throws: EngineProcess.Trouble.self) {
                    try fixture.engine.reply(words[0], Array(words.dropFirst()))
                }
                #expect(trouble?.description.contains("im is another recording now") == true, "\(words)")
            }
            // The playhead is no place in it.
            for verb in ["insert", "overwrite"] {
                let trouble = #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.reply(verb, ["im"]) }
                #expect(trouble?.description.contains("im is not loaded") == true, "\(verb)")
            }
            #expect(try library.readRecording("im") == before)
            // By its name it is meant, and after it has been loaded.
            try fixture.engine.ask("mark", "named", "in", "im", "at", "1f")
            try fixture.engine.ask("load", "im")
            try fixture.engine.ask("mark", "here", "at", "2f")
            #expect(try library.readRecording("im").markers.map(\.name) == ["named", "here"])
            #expect(try library.readRecording("old").markers.isEmpty)
        }

        /// A change of another recording of that name, by its name, neither exchanges nor unloads the loaded one.
        @Test func anotherRecordingOfTheNameIsChanged() throws {
            let fixture = try EngineFixture()
            let library = try Library(folder: fixture.engine.library)
            let other = try EngineProcess(library: fixture.engine.library)
            try fixture.engine.ask("rec", "name", "im", "for", "0.2s", "wait", "yes")
            try fixture.engine.ask("load", "im")
            let id = try library.readRecording("im").id.description
            try other.ask("rename", "im", "to", "old")
            try other.ask("copy", "old", "to", "im")
            try fixture.engine.ask("cut", "name", "im", "from", "0", "until", "100f")
            try Pause.until { try fixture.engine.ask("status")["play_error"] != nil }
            let told = try fixture.engine.ask("status")
            #expect(told.text("play_error").contains("im is another recording now") && told.text("play_id") == id, "\(told.all)")
            try fixture.engine.ask("delete", "im")
            #expect(try fixture.engine.ask("status").text("play_id") == id)
            #expect(try library.readRecording("old").id.description == id)
        }

        /// A program that knows nothing of takes exchanges recordings while a take goes into one (F12, R24).
        @Test func aTakeGoesIntoItsRecordingWhateverItsName() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let library = try Library(folder: engine.library)
            for name in ["a", "b"] { try engine.ask("rec", "name", name, "for", "0.2s", "wait", "yes") }
            let ids = try ["a", "b"].map { try library.readRecording($0).id }
            _ = try engine.reply("append", ["a"])
            try engine.waitForTake(seconds: 0.2)
            let script = """
                cd '\(engine.library)' && sed 's/"a"/"z"/g; s/"a\\.wav"/"z.wav"/g' a.json > z.json && mv a.wav z.wav &&
                sed 's/"b"/"a"/g; s/"b\\.wav"/"a.wav"/g' b.json > a.json && mv b.wav a.wav && rm b.json
                """
            let moved = Process.run("/bin/sh", ["-c", script])
            try #require(moved.code == 0, "\(moved.errors)")
            let end = try engine.ask("stop")
            #expect(end.text("name") == "z" && end.text("segment_path").hasSuffix("/z~2.wav"), "\(end)")
            let (kept, other) = (try library.readRecording("z"), try library.readRecording("a"))
            #expect([kept.id, other.id] == ids && kept.segments.count == 2 && other.segments.count == 1)
            #expect(kept.segments.allSatisfy { Files.exists(library.path(of: $0.file)) })
        }

        private let caches = TempFolder()

        private func shell(_ script: String) throws -> Process {
            try #require(Process("/bin/bash", ["-c", script], environment: ["XDG_CACHE_HOME": caches.path]))
        }
    }
}
