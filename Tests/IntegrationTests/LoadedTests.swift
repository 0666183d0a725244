// Tests verbs of the library on the recording that is loaded: rename, delete, tag, note, copy, deliver, clean, import (F3).
import Control
import Dictation
import Foundation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct LoadedTests {
        /// A recording that plays is renamed twice: not a frame is lost, its place and its second file are found.
        @Test func aRecordingThatPlaysIsRenamed() throws {
            let fixture = try EngineFixture.memo(keeps: 20)
            let begin = try fixture.play("memo")
            // The sound before the first new name is compared, too.
            fixture.wait(milliseconds: 800)
            try fixture.engine.ask("rename", "memo", "to", "mayor")
            try fixture.engine.wait("play_name", "mayor")
            try fixture.engine.ask("rename", "mayor", "to", "boss")
            try fixture.engine.wait("play_name", "boss")
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            #expect(try fixture.waitForEnd(seconds: 8))
            // Frame for frame as in the files, which are silent where a late server missed frames.
            let boss = try Library(folder: fixture.engine.library).readRecording("boss")
            let files = try boss.segments.map { try EngineFixture.samples(fixture.engine.library + "/" + $0.file) }
            try #require(files.map(\.count) == [96_000, 96_000])
            let first = fixture.heard(begin + 100..<begin + 95_000)
            #expect(first.elementsEqual(files[0][100..<95_000]), "\(FrameReport(first, .fine))")
            let second = fixture.heard(begin + 97_000..<begin + 191_000)
            #expect(second.elementsEqual(files[1][1000..<95_000]), "\(FrameReport(second, .fine))")
            // The loaded recording goes on under its new name: markers, edits, places.
            try fixture.engine.ask("locate", "2s")
            try fixture.engine.ask("mark", "here")
            #expect(try fixture.engine.ask("cut", "from", "0", "to", "1s").text("name") == "boss")
            try fixture.engine.ask("undo")
            #expect(try fixture.engine.ask("info").text("name") == "boss")
            #expect(try fixture.engine.reply("marks").items.count == 1)
            #expect(try fixture.engine.ask("play").text("name") == "boss")
            try fixture.engine.ask("pause")
            let place = try fixture.engine.ask("status").int("position_frames")
            try fixture.engine.ask("info", "boss")
            #expect(try Library(folder: fixture.engine.library).readRecording("boss").playPosition == Int64(place))
        }

        /// A recording of which a later file is missing says which one, as an export does (C2).
        @Test func aMissingFileIsTold() throws {
            let fixture = try EngineFixture.memo()
            let library = try Library(folder: fixture.engine.library)
            let file = library.path(of: try #require(library.readRecording("memo").segments.last).file)
            try #require(Process.run("/bin/mv", [file, file + ".away"]).code == 0)
            do throws(EngineProcess.Trouble) {
                try fixture.engine.ask("play", "memo")
                Issue.record("it was played")
            } catch {
                #expect("\(error)".contains("\(file) is missing, so memo cannot be opened: move the file back"), "\(error)")
            }
        }

        /// A recording whose file lies elsewhere is one of the library for the player: its name, its markers and its edits.
        @Test func aReferenceIsRenamedMarkedAndCut() throws {
            let fixture = try EngineFixture()
            let path = fixture.engine.folder.file("far.wav")
            // Long enough that a busy machine can pause it before its end.
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 480_000), rate: 48_000))
            _ = try fixture.engine.reply("import", [path, "reference", "yes", "name", "near"])
            #expect(try fixture.engine.ask("play", "near").text("name") == "near")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("rename", "near", "to", "nearer")
            try fixture.engine.wait("play_name", "nearer")
            try fixture.engine.ask("mark", "here", "at", "48000f")
            #expect(try fixture.engine.reply("marks", ["nearer"]).items.count == 1)
            try fixture.engine.ask("cut", "from", "0", "until", "0.5s")
            try Pause.until { try fixture.engine.ask("status").int("duration_frames") == 456_000 }
            #expect(try fixture.engine.ask("status").int("duration_frames") == 456_000)
            try fixture.engine.ask("locate", "36000f")
            try fixture.engine.ask("play")
            try fixture.engine.ask("pause")
            let place = try fixture.engine.ask("status").int("position_frames")
            try fixture.engine.ask("info", "nearer")
            #expect(try Library(folder: fixture.engine.library).readRecording("nearer").playPosition == Int64(place))
            try fixture.engine.ask("delete", "nearer")
            try fixture.engine.wait("play_name", "")
            #expect(Files.exists(path))
            // The file by its path is none of the library's.
            #expect(try fixture.engine.ask("play", path).text("name") == "far")
        }

        /// A reference that only ffmpeg can read is renamed while ffmpeg decodes it.
        @Test func aReferenceIsRenamedWhileItIsDecoded() throws {
            let tools = TempFolder()
            let script = """
                #!/bin/sh
                [ -e '\(tools.file("held"))' ] && touch '\(tools.file("begun"))'
                while [ -e '\(tools.file("held"))' ]; do sleep 0.02; done
                exec /usr/bin/ffmpeg "$@"
                """
            try #require(tools.write(script, to: "ffmpeg", mode: 0o700))
            let fixture = try EngineFixture(environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
            let path = fixture.engine.folder.file("far.m4a")
            // Long enough that a busy machine can pause it before its end.
            let tone = "sine=duration=20:sample_rate=48000"
            let made = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", tone, "-c:a", "aac", path])
            try #require(made.code == 0, "\(made)")
            _ = try fixture.engine.reply("import", [path, "reference", "yes", "name", "near"])
            let emptied = Process.run("/bin/rm", ["-r", fixture.engine.folder.file("cache/dicta/decoded")])
            try #require(emptied.code == 0, "\(emptied)")
            try #require(tools.write("", to: "held"))
            let play = try #require(Process(Programs.path("dicta"), ["--socket", fixture.engine.socket, "play", "near"]))
            Pause.until { Files.exists(tools.file("begun")) }
            #expect(Files.exists(tools.file("begun")))
            try fixture.engine.ask("rename", "near", "to", "nearer")
            #expect(Files.remove(tools.file("held")))
            #expect(play.finish().code == 0)
            try fixture.engine.wait("play_name", "nearer")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("mark", "here", "at", "48000f")
            #expect(try fixture.engine.reply("marks", ["nearer"]).items.count == 1)
        }

        /// A renamed recording is loaded again when the server has gone and come back.
        @Test func aRenamedRecordingOutlivesTheServer() throws {
            let fixture = try ReturningServerFixture()
            _ = try fixture.engine.reply("rec", ["name", "memo", "for", "192000f", "wait", "yes"])
            try fixture.engine.ask("play", "memo", "from", "0")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("rename", "memo", "to", "mayor")
            try fixture.engine.wait("play_name", "mayor")
            fixture.kill()
            try fixture.wait("jack", "waiting")
            try fixture.revive()
            #expect(try fixture.engine.ask("play").text("name") == "mayor")
            #expect(try fixture.engine.ask("status")["play_error"] == nil)
        }

        /// A background rename is followed as well, and a play on its way finds the new name.
        @Test func aHeldPlayFindsTheNewName() throws {
            let fixture = try EngineFixture.memo()
            try fixture.take("other", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("play", "memo")
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            let frame = fixture.probe.frameTime &+ 96_000
            try client.send(
                try OSCMessage("/dicta/play", [.string("other"), .string("--at-frame"), .int64(Int64(frame))]).encode())
            // The play is read, and waits for its frame.
            fixture.wait(milliseconds: 400)
            try fixture.engine.ask("rename", "other", "to", "third")
            #expect(client.waits(for: 1, seconds: 5))
            try fixture.engine.wait("play_name", "third")
        }

        @Test(arguments: ["pause", "play"]) func whatIsDeletedIsUnloaded(state: String) throws {
            let fixture = try EngineFixture.memo()
            try fixture.engine.ask("play", "memo")
            if state == "pause" { try fixture.engine.ask("pause") }
            // The answer comes when the player has left the recording.
            try fixture.engine.ask("delete", "me*")
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "stopped" && status["play_error"] == nil, "\(status.all)")
            #expect(status["play_name"] == nil, "\(status.all)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixture.engine.library).filter { $0.hasPrefix("memo") }
                    .isEmpty)
            // The name is free for a file from elsewhere.
            let path = fixture.engine.folder.file("memo.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), rate: 48_000))
            try fixture.engine.ask("import", path)
            #expect(try fixture.engine.ask("play", "memo").text("name") == "memo")
            #expect(try fixture.engine.ask("status").int("duration_frames") == 48_000)
        }

        @Test func theOthersJustWork() throws {
            let fixture = try EngineFixture.memo()
            try fixture.engine.ask("play", "memo")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("tag", "memo", "add", "work")
            try fixture.engine.ask("note", "memo", "text", "fine")
            try fixture.engine.ask("copy", "memo", "to", "twin")
            try fixture.engine.ask("undo")
            try fixture.engine.reply("clean", ["memo", "forget", "yes"])
            try fixture.engine.ask("deliver", "memo", "discard", "yes")
            #expect(try fixture.engine.ask("play").text("name") == "memo")
            // An error would have ended it by then: the reader is ahead of the sound.
            fixture.wait(milliseconds: 200)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status["play_error"] == nil, "\(status)")
            let files = try FileManager.default.contentsOfDirectory(atPath: fixture.engine.library).filter {
                $0.hasPrefix("memo.")
            }.sorted()
            #expect(files == ["memo.json", "memo.m4a"])
        }

        /// Only a running take refuses, and the take goes on.
        @Test func aRunningTakeRefuses() throws {
            let fixture = try EngineFixture.memo()
            try fixture.engine.ask("append", "memo")
            try fixture.engine.ask("play", "memo")
            for words in [["rename", "memo", "to", "x"], ["delete", "memo"], ["tag", "memo", "add", "x"]] {
                let error = #expect(throws: EngineProcess.Trouble.self) {
                    try fixture.engine.reply(words[0], Array(words.dropFirst()))
                }
                let told = error.map(\.description) ?? ""
                #expect(told.contains("while it is recorded; stop the take first"), "\(words): \(told)")
            }
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
        }
    }
}
