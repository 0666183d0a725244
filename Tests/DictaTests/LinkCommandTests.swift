// Tests of links in a library and in the folder of an export: no command touches what is behind them (F23).
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

@Suite("dicta: links at the places of its own files (F23)")
struct LinkCommandTests {
    let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }
    private var other: String { terminal.folder.file("other") }

    /// Another program's folder, and its state down to the time of each change.
    private func makeOther() throws {
        try #require(
            Process.run(
                "/bin/sh",
                [
                    "-c",
                    "mkdir \"$1\" && cd \"$1\" && echo '{}' > settings.json && echo a > audio.wav && echo b > lock"
                        + " && echo c > settings.wav.peaks && echo d > .dicta-left && echo e > settings.diary.json",
                    "sh", other,
                ]
            ).code == 0)
    }

    private var state: String {
        Process.run("/bin/sh", ["-c", "cd \"$1\" && ls -lA --time-style=full-iso && cat * .d*", "sh", other]).output
    }

    private func link(_ target: String, _ path: String) { #expect(unsafe symlink(target, path) == 0) }

    private func library() throws {
        try Library(folder: folder).keepTwoTakes("settings", try AudioFormat(rate: 48_000), frames: 4800)
        try makeOther()
    }

    /// Commands that make, change, export, check and delete: none follows a link to a folder.
    @Test("a link in place of a folder is not followed", arguments: [".sidecars", ".peaks", "_Corrupted", ".dicta-export-x"])
    func folders(name: String) throws {
        try library()
        _ = Process.run("/bin/rm", ["-rf", "\(folder)/\(name)"])
        link(other, "\(folder)/\(name)")
        let (before, out) = (state, terminal.folder.file("out"))
        #expect(Files.makeFolder(out))
        link(other, "\(out)/.dicta-export-x")
        try #require(terminal.folder.write("garbage", to: "broken.wav"))
        for words in [
            ["tag", "settings", "--add", "x"], ["note", "settings", "--text", "words"], ["copy", "settings", "--to", "copied"],
            ["rename", "copied", "--to", "named"], ["cut", "settings", "--from", "0.01s", "--until", "0.02s"],
            ["export", "settings", "--to", "\(out)/"], ["export", "settings", "--to", "\(out)/", "--format", "flac"],
            ["flatten", "settings"], ["clean", "settings", "--forget"], ["import", terminal.folder.file("out/settings.wav")],
            ["verify", "--deep"], ["recover"], ["quarantine"], ["ls"], ["delete", "settings"],
        ] {
            let run = try terminal.run(words, path: "/usr/bin:/bin")
            #expect(run.code <= 1, "\(words): \(run)")
            #expect(state == before, "\(words): \(run)")
        }
        #expect(
            Files.exists("\(out)/settings.wav") && Files.exists("\(out)/settings.flac") && !Files.exists("\(folder)/settings.wav")
        )
    }

    @Test("what a linked folder costs is said, with what to do")
    func sentences() throws {
        try library()
        _ = Process.run("/bin/rm", ["-rf", "\(folder)/.sidecars"])
        for name in [".sidecars", "_Corrupted", ".peaks"] { link(other, "\(folder)/\(name)") }
        let words = { (name: String) in "\(folder)/\(name) is a symbolic link, and nothing behind it was changed" }
        let tag = try terminal.run("tag", "settings", "--add", "x")
        #expect(tag.code == 0 && tag.errors.contains(words(".sidecars")), "\(tag)")
        let list = try terminal.run("quarantine")
        #expect(list.code == 1 && list.errors.contains(words("_Corrupted")), "\(list)")
        let recover = try terminal.run("recover", "--json")
        for name in [".sidecars", ".peaks"] { #expect((recover.output + recover.errors).contains(words(name)), "\(recover)") }
        #expect(try terminal.run("verify", "settings").output.contains(words(".peaks")))
    }

    @Test("a link in place of a file is not written through", arguments: ["settings.json", "settings.diary.json"])
    func files(name: String) throws {
        try library()
        try #require(
            Process.run(
                "/bin/sh",
                [
                    "-c", "mkdir -p \"$1/.config/dicta\" && echo diary-files = on > \"$1/.config/dicta/settings\"", "sh",
                    terminal.folder.path,
                ]
            ).code == 0)
        if Files.exists("\(folder)/\(name)") {
            try #require(Process.run("/bin/mv", ["\(folder)/\(name)", "\(other)/\(name)"]).code == 0)
        }
        link("\(other)/\(name)", "\(folder)/\(name)")
        let before = state
        let tag = try terminal.run("tag", "settings", "--add", "x")
        #expect((tag.output + tag.errors).contains("\(name) is a symbolic link"), "\(tag)")
        #expect(state == before)
        try #require(terminal.run("delete", "settings").code == 0)
        #expect(state == before)
    }
}
