// Tests of cached files that belong to a recording: rendered ones, and decoded copies (C7 F3).
import Dictation
import Storage
import TestSupport
import Testing

@Suite("Cached files follow their recording (C7 F3)")
struct CachedFileTests {
    private let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }
    private var cache: String { terminal.folder.file(".cache/dicta") }

    private func dicta(_ words: String...) throws -> Finished { try terminal.run(words, path: "/usr/bin:/bin") }

    private func shell(_ line: String) -> Finished { Process.run("/bin/bash", ["-c", line]) }

    /// A recording of which a part is cut out, so that no file is all that is heard.
    private func record(_ name: String) throws {
        let library = try Library(folder: folder)
        let format = try AudioFormat(rate: 48_000)
        let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
        try writer.writeSilence(frames: 4800)
        _ = try writer.close()
        try library.updateRecording(name) { $0.edits.delete(0..<100) }
    }

    @Test("a rendered file outlives a rename for an hour after its last use, for a hook that waits; a deletion removes it")
    func renderedFiles() throws {
        try record("memo")
        let path = try dicta("render", "memo").output.dropLast()
        try #require(Files.exists(String(path)))
        #expect(try dicta("rename", "memo", "--to", "mayor").code == 0)
        #expect(Files.exists(String(path)), "a hook that was given this path can still read it")
        let next = String(try dicta("render", "mayor").output.dropLast())
        #expect(next != path && Files.exists(next) && Files.exists(String(path)))
        // An hour later any rename or rendering removes it.
        try #require(shell("touch -d '2 hours ago' '\(path)'").code == 0)
        #expect(try dicta("rename", "mayor", "--to", "boss").code == 0)
        #expect(!Files.exists(String(path)) && Files.exists(next))
        #expect(!Files.exists(String(path.dropLast("/memo.wav".count))), "with its folder")
        // The name it had before is the recording's again: the file is used again and stays.
        #expect(try dicta("rename", "boss", "--to", "mayor").code == 0)
        #expect(try dicta("render", "mayor").output == next + "\n")
        try #require(shell("touch -d '2 hours ago' '\(next)'").code == 0)
        try record("other")
        #expect(try dicta("render", "other").code == 0)
        #expect(Files.exists(next))
        #expect(try dicta("delete", "mayor", "--yes").code == 0)
        #expect(!Files.exists(next))
    }

    @Test(
        "what was rendered under an earlier name goes with the recording, and with what it gave up",
        // The commands that give sound up.
        arguments: [["delete", "boss", "--yes"], ["flatten", "boss", "--forget"], ["clean", "boss", "--forget"]])
    func renderedUnderEarlierNames(words: [String]) throws {
        try record("memo")
        let first = String(try dicta("render", "memo").output.dropLast())
        #expect(try dicta("rename", "memo", "--to", "mayor").code == 0)
        let second = String(try dicta("render", "mayor").output.dropLast())
        #expect(try dicta("rename", "mayor", "--to", "boss").code == 0)
        // Another recording has the first name now.
        try record("memo")
        let other = String(try dicta("render", "memo").output.dropLast())
        #expect(Files.exists(first) && Files.exists(second) && Files.exists(other) && other != first)
        #expect(try terminal.run(words, path: "/usr/bin:/bin").code == 0)
        #expect(!Files.exists(first) && !Files.exists(second) && Files.exists(other))
    }

    @Test("a deletion removes what was left an hour ago by other recordings")
    func leftForAnHour() throws {
        try record("memo")
        let path = String(try dicta("render", "memo").output.dropLast())
        #expect(try dicta("rename", "memo", "--to", "mayor").code == 0)
        try #require(shell("touch -d '2 hours ago' '\(path)'").code == 0)
        try record("other")
        #expect(try dicta("delete", "other", "--yes").code == 0)
        #expect(!Files.exists(path))
    }

    @Test("decoded copies go with their recording, and follow a rename")
    func decodedCopies() throws {
        let library = try Library(folder: folder)
        let song = terminal.folder.file("song.m4a")
        let made = shell("ffmpeg -nostdin -v error -f lavfi -i sine=frequency=440:duration=1 -c:a aac '\(song)'")
        try #require(made.code == 0, "\(made)")
        func copies() -> [String] { shell("ls '\(cache)/decoded' 2>/dev/null").output.split(separator: "\n").map(String.init) }
        // A foreign file that is only referred to.
        try #require(try dicta("import", song, "--reference", "--name", "far").code == 0)
        #expect(copies().count == 1)
        #expect(try dicta("delete", "far", "--yes").code == 0)
        #expect(copies().isEmpty && Files.exists(song))
        // A recording that is only AAC.
        try record("memo")
        try #require(try dicta("deliver", "memo", "--discard").code == 0)
        try #require(try dicta("export", "memo", "--to", terminal.folder.file("x.wav")).code == 0)
        let copy = copies()
        #expect(copy.count == 1)
        #expect(try dicta("rename", "memo", "--to", "mayor").code == 0)
        #expect(copies().count == 1 && copies() != copy)
        let renamed = copies()
        try #require(try dicta("export", "mayor", "--to", terminal.folder.file("y.wav")).code == 0)
        #expect(copies() == renamed, "it is not decoded again")
        #expect(try dicta("delete", "mayor", "--yes").code == 0)
        #expect(copies().isEmpty, "\(library.folder)")
    }
}
