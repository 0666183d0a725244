// Room: tests of dicta. The library without an engine (issue 4 part 9).
import Control
import Dictation
import Storage
import Testing
import Workbench

@Suite("dicta: the library without an engine (F2 F7 F8)")
struct AloneTests {
    let terminal = Terminal()

    private func library() throws -> Library {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        for (name, frames) in [("memo", 480), ("interview", 48_000)] {
            let format = try AudioFormat(rate: 48_000)
            let file = "\(name).wav"
            let writer = try SegmentWriter(path: library.path(of: file), format: format)
            try writer.writeSilence(frames: frames)
            var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
            segment.bytes = try writer.close()
            segment.frames = Int64(frames)
            try library.keepTake(JournalEntry(name: name, segment: segment))
        }
        try library.updateRecording("interview") { recording in
            recording.note = "with the mayor"
            recording.tags = ["work"]
            recording.edits.arrangement.add(Marker(frame: 24_000, name: "question", note: "the second"))
        }
        return library
    }

    @Test("ls, search, info and verify of the standard folder, and of any other")
    func looks() throws {
        let library = try library()
        let list = try terminal.run("ls", "--sort", "name", "--json")
        #expect(list.code == 0 && list.errors.isEmpty)
        #expect(
            Terminal.json(list.output, "[i['name'] for i in o['items']], o['total'], o['items'][0]['tags']")
                == "['interview', 'memo'] 2 work")
        let text = try terminal.run("ls", "MEM")
        #expect(text.code == 0 && text.output.contains("memo") && !text.output.contains("interview"))
        #expect(try terminal.run("ls", "--limit", "1", "--offset", "1", "--sort", "size").output.contains("memo"))
        let found = try terminal.run("search", "quest", "may")
        #expect(found.code == 0 && found.output.contains("interview") && !found.output.contains("memo"))
        let info = try terminal.run("info", "interview", "--json")
        #expect(
            Terminal.json(info.output, "o['note'], o['items'][0]['name'], o['items'][0]['frames']")
                == "with the mayor question 24000")
        #expect(try terminal.run("verify").code == 0)
        #expect(Files.write("short", to: library.path(of: "memo.wav")))
        let verify = try terminal.run("verify", "--deep", "--json", "--library", library.folder)
        #expect(verify.code == 1 && verify.errors.isEmpty)
        #expect(Terminal.json(verify.output, "o['checked'], o['problems'] > 0, o['items'][0]['name']") == "2 True memo")
        #expect(!Files.exists(terminal.log), "no engine was started")
    }

    @Test("no name of a file orders the terminal about: lists, labels, errors, and JSON says it whole (issue 12 no. 4)")
    func controlCharacters() throws {
        let library = try library()
        let evil = "x\u{1b}]0;pwned\u{7}\u{9b}2J\u{202e}y\u{7f}"
        try library.updateRecording("interview") { recording in
            recording.title = evil
            recording.note = evil + "\nsecond line"
            recording.tags = [evil]
            recording.edits.arrangement.add(Marker(frame: 100, name: evil, note: evil))
        }
        let allowed: Set<Unicode.Scalar> = ["\n", "\t"]
        func isClean(_ text: String) -> Bool {
            text.unicodeScalars.allSatisfy {
                allowed.contains($0) || $0.properties.generalCategory != .control && $0.value != 0x202e
            }
        }
        for words in [
            ["marks", "interview"], ["marks", "interview", "--labels"], ["info", "interview"], ["ls"], ["info", evil],
            ["marks", evil], ["rename", "interview", "--to", "a/" + evil], ["import", "/nowhere/" + evil], [evil],
            ["ls", "--" + evil],
        ] {
            let run = try terminal.run(words + ["--library", library.folder])
            #expect(isClean(run.output) && isClean(run.errors), "\(words): \(run)")
            #expect(!run.output.isEmpty || !run.errors.isEmpty)
        }
        let json = try terminal.run("marks", "interview", "--json")
        #expect(isClean(json.output))
        #expect(Terminal.json(json.output, "o['items'][0]['name'].encode().hex()") == Self.hex(evil))
        let wrong = try terminal.run("info", evil, "--json")
        #expect(
            isClean(wrong.output)
                && Terminal.json(wrong.output, "bytes.fromhex('\(Self.hex("x\u{1b}]"))').decode() in str(o)") == "True")
        let settings = terminal.folder.file("settings")
        #expect(Files.write("\(evil) = 1\n", to: settings))
        let check = Process.run(
            try Terminal.products() + "/dictad", ["--check-settings", "--settings", settings], environment: ["HOME": "/tmp"])
        #expect(check.code == 1 && isClean(check.output) && isClean(check.errors), "\(check)")
        let log = Process.run(try Terminal.products() + "/dictad", ["--" + evil], environment: ["HOME": "/tmp"])
        #expect(log.code == 2 && isClean(log.output) && isClean(log.errors), "\(log)")
    }

    private static func hex(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    @Test("recover puts right what a crash has left, also beside the standard folder")
    func recovers() throws {
        let library = try library()
        #expect(
            Files.write("{", to: library.path(of: "memo.json")) && Files.write("x", to: library.path(of: ".dicta-copy-abcdef")))
        let run = try terminal.run("recover", "--library", library.folder, "--json")
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(Terminal.json(run.output, "sorted(i['action'] for i in o['items'])") == "['cleared', 'described']")
        #expect(try library.readRecording("memo").timeline.length == 480)
        #expect(Files.read(library.folder + "/_Corrupted/memo.json") == "{")
        #expect(try terminal.run("recover", "--json").output.contains("\"items\":[]"))
    }

    @Test("import and peaks, also into a folder that is not there yet (F6 F9)")
    func imports() throws {
        let source = try library().path(of: "interview.wav")
        let folder = terminal.folder.file("New")
        let run = try terminal.run("import", source, "--name", "talk", "--tag", "a,b", "--library", folder, "--json")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(
            Terminal.json(run.output, "o['name'], o['items'][0]['seconds'], o['items'][0]['path']")
                == "talk 1 \(folder)/talk.wav")
        #expect(try terminal.run("import", source, "--library", folder).output == "interview\n")
        #expect(try terminal.run("ls", "--tag", "b", "--library", folder).output.contains("talk"))
        let peaks = try terminal.run("peaks", "talk", "--columns", "10", "--library", folder, "--json")
        #expect(
            Terminal.json(peaks.output, "o['zoom'], len(o['items']), o['drawn'], o['items'][9]['left_rms']") == "4800 10 0 0")
        let part = try terminal.run(
            "peaks", "talk", "--zoom", "256", "--from", "256f", "--to", "1024f", "--library", folder, "--json")
        #expect(Terminal.json(part.output, "[i['frame'] for i in o['items']]") == "[256, 512, 768]")
        #expect(try terminal.run("import", source, "--reference", "--name", "far", "--library", folder).code == 0)
        let far = try terminal.run("info", "far", "--library", folder, "--json")
        #expect(Terminal.json(far.output, "o['path'], o['seconds'], o['waveform']") == "\(source) 1 ready")
        let both = try terminal.run("import", source, source, "--name", "x", "--library", folder)
        #expect(both.code == 2 || both.code == 1)
        #expect(try terminal.run("import", "/tmp/none.wav", "--library", folder).errors.contains("/tmp/none.wav does not exist"))
        #expect(try terminal.run("peaks", "talk", "--from", "2", "--to", "1", "--library", folder).code != 0)
    }

    @Test("refusals, in words")
    func refusals() throws {
        let none = try terminal.run("ls")
        #expect(none.code == 1 && none.errors.contains("there is no folder \(terminal.folder.path)/Recordings"))
        _ = try library()
        let missing = try terminal.run("info", "nothing")
        #expect(missing.code == 1 && missing.errors.contains("no recording \"nothing\""))
        #expect(try terminal.run("verify", "nothing").code == 1)
        #expect(try terminal.run("info").code == 3, "only an engine knows the current one")
        #expect(
            try terminal.run("delete", "memo").code == 3
                && terminal.run("tag", "memo", "--add", "x", "--library", "/tmp").code == 2)
        #expect(try terminal.run("status", "--library", "/tmp").code == 2)
        #expect(Files.exists(terminal.folder.file("Recordings/memo.wav")))
    }
}
