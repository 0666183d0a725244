// Tests of the verbs `quarantine` and `relink`, without an engine (F14 F9).
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

@Suite("dicta quarantine and dicta relink (F14 F9)")
struct ShelfCommandTests {
    let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }

    private func library() throws -> Library {
        let library = try Library(folder: folder)
        try library.keepTwoTakes("talk", try AudioFormat(rate: 48_000), frames: 4800)
        try #require(terminal.folder.write("garbage", to: "Recordings/talk~2.wav"))
        try #require(terminal.run("recover").code == 0)
        return library
    }

    @Test("the quarantine is listed, and each file is restored or discarded by its name")
    func quarantine() throws {
        let library = try library()
        let list = try terminal.run("quarantine", "--json")
        #expect(list.code == 0, "\(list)")
        #expect(
            Terminal.json(list.output, "o['files'], o['bytes'], o['items'][0]['file'], o['items'][0]['recording']")
                == "1 7 talk~2.wav talk")
        #expect(Terminal.json(list.output, "'cannot be read as audio' in o['items'][0]['reason']") == "True")
        #expect(try terminal.run("quarantine").output.contains("talk~2.wav"))
        let back = try terminal.run("quarantine", "restore", "talk~2.wav", "--json")
        #expect(
            Terminal.json(back.output, "o['files'], o['bytes'], o['items'][0]['name'], o['items'][0]['path']")
                == "1 7 talk~2.wav \(folder)/talk~2.wav")
        #expect(Files.read(library.path(of: "talk~2.wav")) == "garbage")
        try #require(terminal.run("recover").code == 0)
        let none = try terminal.run("quarantine", "discard", "none.wav")
        #expect(none.code == 1 && none.errors.contains("none.wav does not exist"), "\(none)")
        #expect(try terminal.run("quarantine", "discard").code != 0)
        #expect(try terminal.run("quarantine", "discard", "x", "--all").code != 0)
        let gone = try terminal.run("quarantine", "discard", "--all", "--json")
        #expect(Terminal.json(gone.output, "o['files'], o['bytes'], o['items'][0]['file']") == "1 7 talk~2.wav", "\(gone)")
        #expect(!Files.exists(folder + "/_Corrupted"))
        #expect(try terminal.run("quarantine").code == 0)
    }

    @Test("a recording follows its file, and a wrong one is refused with the reason")
    func relink() throws {
        let library = try Library(folder: folder)
        try library.keepTwoTakes("talk", try AudioFormat(rate: 48_000), frames: 4800)
        let far = terminal.folder.file("far.wav")
        try #require(Process.run("/bin/cp", [library.path(of: "talk.wav"), far]).code == 0)
        try #require(terminal.run("import", far, "--reference", "--name", "near").code == 0)
        let moved = terminal.folder.file("moved.wav")
        try #require(Process.run("/bin/mv", [far, moved]).code == 0)
        let verify = try terminal.run("verify", "near")
        #expect(verify.code == 1 && verify.output.contains("dicta relink near PATH"), "\(verify)")
        for words in [["export", "near", "--to", terminal.folder.file("out.wav")], ["peaks", "near"], ["analyse", "near"]] {
            let refused = try terminal.run(words)
            #expect(refused.code != 0 && refused.errors.contains("dicta relink near PATH"), "\(words): \(refused)")
        }
        let run = try terminal.run("relink", "near", moved, "--json")
        #expect(Terminal.json(run.output, "o['name'], o['path'], o['old_path']") == "near \(moved) \(far)", "\(run)")
        #expect(try terminal.run("verify", "near", "--deep").code == 0)
        let again = try terminal.run("relink", "near", moved)
        #expect(again.code == 0 && (again.output + again.errors).contains("is there already"), "\(again)")
        #expect(try terminal.run("verify", "near", "--deep").code == 0)
        let wrong = try terminal.run("relink", "talk", moved)
        #expect(wrong.code == 1 && wrong.errors.contains("refers to no file outside"), "\(wrong)")
    }

    @Test("two recordings with one id: verify tells them, and the id alone names neither (F12)")
    func oneId() throws {
        let library = try Library(folder: folder)
        try library.keepTwoTakes("talk", try AudioFormat(rate: 48_000), frames: 4800)
        let id = try library.readRecording("talk").id.description
        let copy =
            "cd '\(folder)' && cp talk.wav twin.wav && cp talk~2.wav twin~2.wav && sed 's/talk/twin/g' talk.json > twin.json"
        try #require(Process.run("/bin/sh", ["-c", copy]).code == 0)
        let verify = try terminal.run("verify")
        #expect(verify.code == 1 && verify.output.contains(id) && verify.output.contains("twin"), "\(verify)")
        let info = try terminal.run("info", id)
        #expect(info.code == 1 && info.errors.contains("talk and of twin"), "\(info)")
        try #require(terminal.run("copy", "twin", "--to", "other").code == 0)
        try #require(terminal.run("delete", "twin").code == 0)
        #expect(try terminal.run("verify").code == 0)
        let found = try terminal.run("info", String(id.prefix(8)), "--json")
        #expect(Terminal.json(found.output, "o['name'], o['id']") == "talk \(id)")
        let listed = try terminal.run("ls", "--columns", "name,id")
        #expect(listed.output.contains(id), "\(listed)")
    }

    @Test("a library that takes no second copies says so")
    func noCopies() throws {
        _ = try library()
        try #require(Process.run("/bin/rm", ["-rf", folder + "/.sidecars"]).code == 0)
        try #require(terminal.folder.write("in the way", to: "Recordings/.sidecars"))
        let run = try terminal.run("tag", "talk", "--add", "x")
        #expect(run.code == 0 && run.errors.contains("keeps no second copies"), "\(run)")
        #expect(try Library(folder: folder).readRecording("talk").tags == ["x"])
    }
}
