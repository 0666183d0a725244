// Tests the file of a recording that hooks, stop, info and media applets are told of: all that is heard, or none (C7 F10).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct HeardFileTests {
        private let folder = TempFolder()

        /// Runs the remote on the fixture's engine.
        private func dicta(_ fixture: EngineFixture, _ words: String...) -> Finished {
            let own = ["--socket", fixture.engine.socket, "--engine", fixture.engine.name]
            return Process.run(Programs.path("dicta"), own + words, environment: ["HOME": folder.path])
        }

        /// Waits for a file of a hook to have a text.
        private func text(_ path: String, lines: Int = 1) -> String {
            var text = ""
            Pause.until {
                text = Files.read(path) ?? ""
                return text.count(where: { $0 == "\n" }) >= lines
            }
            return text
        }

        /// Waits until the state of a hook has these words, and gives it.
        private func told(_ engine: EngineProcess, _ event: String, _ words: String) throws -> String {
            var status = ""
            try Pause.until {
                let items = try engine.reply("hooks").items
                status = items.first { $0.text("event") == event }?.text("status") ?? ""
                return status.contains(words)
            }
            return status
        }

        /// A take, and another one over its second half: what is heard is not in any one file.
        private func overwritten(_ fixture: EngineFixture) throws -> (first: Int, second: Int) {
            let first = fixture.soon
            try fixture.take("memo", at: first, frames: 48_000)
            let second = fixture.soon
            try fixture.engine.reply("overwrite", ["memo", "at", "24000f", "at-frame", "\(second)"])
            // The stop goes out long before its frame, since a late one is refused.
            try fixture.engine.ask("stop", "what", "rec", "at-frame", "\(second &+ 36_000)")
            return (fixture.probe.number(of: first), fixture.probe.number(of: second))
        }

        /// Expects a file with all that is heard, and nothing of what was recorded over.
        private func expectHeard(_ path: String, _ takes: (first: Int, second: Int)) throws {
            let samples = try EngineFixture.samples(path)
            try #require(samples.count == 60_000, "\(path)")
            let (before, after) = (FrameReport(samples[240..<23_760], .fine), FrameReport(samples[24_240..<59_760], .fine))
            #expect(before.isClean && before.first == UInt32(takes.first + 240), "\(before)")
            #expect(after.isClean && after.first == UInt32(takes.second + 240), "\(after)")
        }

        /// The upload hook of the README sent the first take, with the sentence that was replaced.
        @Test func aHookIsGivenWhatIsHeard() throws {
            let seen = folder.file("seen")
            // The line in `seen` comes last: the test waits for it.
            let line = "cat > \(folder.file("json")); printf '%s|%s\\n' \"${DICTA_PATH-none}\" \"$DICTA_RENDERED\" >> \(seen)"
            let fixture = try EngineFixture(settings: "on-completed = \(line)\n")
            let takes = try overwritten(fixture)
            try fixture.engine.ask("mark", "here", "in", "memo", "at", "12000f")
            try fixture.engine.ask("complete", "memo")
            let first = text(seen).split(separator: "\n").last ?? ""
            let parts = first.split(separator: "|").map(String.init)
            try #require(parts.count == 2 && parts[0] == "none", "\(first)")
            try expectHeard(parts[1], takes)
            #expect(parts[1].hasSuffix("/memo.wav") && parts[1].hasPrefix(fixture.engine.folder.file("cache")))
            #expect(Files.mode(String(parts[1].dropLast("/memo.wav".utf8.count))) == 0o700)
            #expect(try WaveTags(path: parts[1]).markers.map(\.frame) == [12_000])
            let json = try #require(Files.read(folder.file("json")))
            let python =
                "import json, sys; o = json.loads(sys.argv[1]);"
                + " print(o['path'], o['rendered'], *[s.split('/')[-1] for s in o['segments']])"
            #expect(Process.python(python, [json]).output == "None \(parts[1]) memo.wav memo~2.wav\n", "\(json)")

            // Completing again works, and the file is made once.
            let inode = try Inode(parts[1])
            let again = dicta(fixture, "complete", "memo")
            #expect(again.code == 0 && again.errors.isEmpty, "\(again)")
            #expect(text(seen, lines: 2) == "\(first)\n\(first)\n")
            #expect(try Inode(parts[1]) == inode)

            // It is found again after a restart, and info and media applets tell of it.
            _ = fixture.engine.quit()
            try fixture.engine.restart()
            #expect(dicta(fixture, "render", "memo").output == parts[1] + "\n")
            #expect(try Inode(parts[1]) == inode)
            let info = try fixture.engine.ask("info", "memo")
            #expect(info["path"] == nil && info.text("rendered") == parts[1], "\(info)")

            // A change of the recording makes another one.
            try fixture.engine.ask("undo", "memo")
            #expect(try fixture.engine.ask("info", "memo").text("path") == fixture.engine.library + "/memo.wav")
            #expect(dicta(fixture, "render", "memo").output == fixture.engine.library + "/memo.wav\n")
            try fixture.engine.ask("redo", "memo")
            try fixture.engine.ask("cut", "memo", "from", "0f", "to", "12000f")
            let cut = dicta(fixture, "render", "memo")
            #expect(cut.code == 0 && cut.output != parts[1] + "\n", "\(cut)")
            #expect(try EngineFixture.samples(String(cut.output.dropLast())).count == 48_000)
            // Nothing of a deleted recording stays.
            try fixture.engine.ask("delete", "memo")
            #expect(!Files.exists(parts[1]) && !Files.exists(String(cut.output.dropLast())))
        }

        /// The end of a take tells of the take's file, and of the recording only if that is all of it.
        @Test func stopTellsTheTakeAndNoPartAsTheWhole() throws {
            let seen = folder.file("seen")
            let line = "printf '%s|%s\\n' \"${DICTA_PATH-none}\" \"${DICTA_RENDERED-none}\" >> \(seen)"
            let fixture = try EngineFixture(settings: "on-record-stopped = \(line)\n")
            let library = fixture.engine.library
            try fixture.engine.ask("rec", "name", "memo")
            fixture.probe.waitFor(frame: fixture.soon)
            let first = dicta(fixture, "stop", "--json")
            #expect(first.output.contains("\"path\":\"\(library)/memo.wav\""), "\(first)")
            #expect(first.output.contains("\"segment_path\":\"\(library)/memo.wav\""), "\(first)")
            // Two hooks may run at once, and the second one could overtake the first.
            #expect(text(seen) == "\(library)/memo.wav|\(library)/memo.wav\n")
            try fixture.engine.ask("append", "memo")
            #expect(try fixture.engine.ask("status")["path"] == nil)
            fixture.probe.waitFor(frame: fixture.soon)
            let second = dicta(fixture, "stop")
            #expect(second.code == 0 && second.output == library + "/memo~2.wav\n", "\(second)")
            try fixture.engine.ask("append", "memo")
            fixture.probe.waitFor(frame: fixture.soon)
            let third = dicta(fixture, "stop", "--json")
            #expect(third.output.contains("\"segment_path\":\"\(library)/memo~3.wav\""), "\(third)")
            #expect(!third.output.contains("\"path\":"), "\(third)")
            #expect(text(seen, lines: 3).split(separator: "\n").first == "\(library)/memo.wav|\(library)/memo.wav")
            let after = text(seen, lines: 3).split(separator: "\n").dropFirst().map(String.init)
            #expect(after.allSatisfy { $0.hasPrefix("none|/") && $0.hasSuffix("/memo.wav") && !$0.contains(library) }, "\(after)")
            let played = try fixture.engine.ask("play", "memo")
            #expect(!played.text("path").hasPrefix(library), "\(played)")
            let items = try fixture.engine.reply("ls").items
            #expect(items.count == 1 && items.allSatisfy { $0["path"] == nil }, "\(items)")
        }

        /// A recording that cannot be rendered runs no hook, and this is told.
        @Test func aHookDoesNotRunWithoutTheFileItAsksFor() throws {
            let seen = folder.file("seen")
            let fixture = try EngineFixture(settings: "on-completed = echo \"$DICTA_RENDERED\" >> \(seen)\n")
            _ = try overwritten(fixture)
            try #require(Files.remove(fixture.engine.library + "/memo~2.wav"))
            _ = try? fixture.engine.ask("complete", "memo")
            let status = try told(fixture.engine, "completed", "could not be rendered")
            #expect(status.contains("on-completed was not run for memo, which could not be rendered"), "\(status)")
            #expect(!Files.exists(seen))
        }

        /// The take of another engine, running or left open, is not waited for: nothing would tell its end.
        @Test(arguments: [false, true]) func aHookDoesNotWaitForTheTakeOfAnotherEngine(isLeftOpen: Bool) throws {
            let seen = folder.file("seen")
            let held = try HeldLibrary()
            // A synchronous server would wait for the client that is killed, for fifty seconds.
            let fixture = try EngineFixture(
                synchronous: false, environment: held.environment,
                settings: "on-record-stopped = echo \"$DICTA_RENDERED\" >> \(seen)\n")
            _ = try overwritten(fixture)
            #expect(text(seen, lines: 2).split(separator: "\n").count == 2)
            let other = try EngineProcess(library: fixture.engine.library)
            try fixture.engine.ask("append", "memo")
            fixture.probe.waitFor(frame: fixture.soon)
            try held.hold(fixture.engine)
            try fixture.engine.ask("stop", "what", "rec")
            try other.ask("append", "memo")
            if isLeftOpen {
                other.signal(SIGKILL)
                _ = other.finish()
            }
            held.release()
            let status = try told(fixture.engine, "record-stopped", "could not be rendered")
            #expect(status.contains(isLeftOpen ? "left open; run" : "in use by another"), "\(status)")
            #expect(Files.read(seen)?.split(separator: "\n").count == 2)
        }
    }
}

/// The identity of a file, to notice that it was made again.
private struct Inode: Equatable {
    let number: UInt

    init(_ path: String) throws {
        var status = stat()
        try #require(unsafe stat(path, &status) == 0)
        number = status.st_ino
    }
}
