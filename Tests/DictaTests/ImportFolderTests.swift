// Tests of importing folders with the built program, without an engine.
import Dictation
import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing

@testable import dicta

@Suite("dicta import --recursive (F9, issue 14 no. 18)")
struct ImportFolderTests {
    private let terminal = Terminal()
    private var tree: String { terminal.folder.file("tree") }
    private var library: String { terminal.folder.file("Library") }

    private func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(tree)/\(name)", withIntermediateDirectories: true)
    }

    private func sound(_ name: String, frames: Int = 480) throws {
        let writer = try SegmentWriter(path: "\(tree)/\(name)", format: try AudioFormat(rate: 48_000))
        try writer.writeSilence(frames: frames)
        _ = try writer.close()
    }

    private func text(_ name: String) throws { try #require(Files.write("no sound at all\n", to: "\(tree)/\(name)")) }

    private func bring(_ words: String..., to folder: String? = nil) throws -> Finished {
        try terminal.run(["import", tree, "--library", folder ?? library] + words, path: "/usr/bin:/bin")
    }

    /// The number of recordings in a library.
    private func count(_ folder: String, _ words: String...) throws -> String {
        Terminal.json(try terminal.run(["ls", "--library", folder, "--json"] + words).output, "o['total']")
    }

    @Test("a folder needs the option, which the refusal names; nothing is imported")
    func needsTheOption() throws {
        try folder("")
        try sound("one.wav")
        let run = try bring()
        #expect(run.code == 2 && run.errors.contains("\(tree) is a folder; add --recursive"), "\(run)")
        #expect(try bring("--recursive", "--name", "x").code == 2)
        #expect(try count(library) == "0")
    }

    @Test("all folders in order, without hidden ones, links round in circles and the library itself; others are named")
    func walks() throws {
        try folder("b/deep")
        try folder("a")
        try folder(".hidden")
        try folder("Library")
        for name in ["b/2.wav", "b/deep/3.wav", "a/1.wav", "z.wav", ".hidden/no.wav", "a/.no.wav", "Library/own.wav"] {
            try sound(name)
        }
        for name in ["a/cover.jpg", "a/list.m3u", "a/picture.iff", "b/readme"] { try text(name) }
        for (name, target) in [("b/up", ".."), ("b/self", "self"), ("a/gone.wav", "nothing"), ("a/linked.wav", "../z.wav")] {
            try FileManager.default.createSymbolicLink(atPath: "\(tree)/\(name)", withDestinationPath: target)
        }
        try #require(unsafe mkfifo("\(tree)/a/pipe.wav", 0o600) == 0)
        // All these sounds are the same.
        let run = try bring("--recursive", "--again", "--tag", "old", "--json", to: "\(tree)/Library")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
        #expect(
            Terminal.json(run.output, "[i['name'] for i in o['items'] if 'name' in i], o['imported'], o['skipped']")
                == "['1', 'linked', '2', '3', 'z'] 5 9")
        let skipped = Terminal.json(
            run.output, "sorted((i['source'].split('/tree/')[1], i['skipped']) for i in o['items'] if 'skipped' in i)")
        let wanted = [
            "('Library', 'it is the library itself')", "('a/cover.jpg', 'it is no audio file')",
            "('a/gone.wav', 'it is a link that leads nowhere')", "('a/list.m3u', 'it is no audio file')",
            "('a/picture.iff', 'it is no audio file')", "('a/pipe.wav', 'it is no regular file')",
            "('b/readme', 'it is no audio file')",
            "('b/self', 'it is a link that leads nowhere')", "('b/up', 'it is a link to a folder')",
        ]
        #expect(skipped == "[" + wanted.joined(separator: ", ") + "]")
        #expect(try count("\(tree)/Library") == "6")
        #expect(try count("\(tree)/Library", "--tag", "old") == "5")
    }

    @Test("a damaged file of AMR is a failure, and none that is passed over as no audio", arguments: ["amr-nb", "awb"])
    func telephones(ending: String) throws {
        #expect(Library.isSound("talk.\(ending)") && Library.isSound("talk.GSM"))
        try folder("")
        try text("talk.\(ending)")
        let run = try bring("--recursive")
        #expect(run.code != 0 && run.errors.contains("talk.\(ending)"), "\(run)")
        #expect(!(run.output + run.errors).contains("it is no audio file"), "\(run)")
    }

    @Test("a folder that holds a card twice comes in once: the second of two equal files is named, unless both are wanted (F22)")
    func twice() throws {
        try folder("card")
        try sound("card/1.wav")
        try sound("card/2.wav", frames: 960)
        try FileManager.default.copyItem(atPath: "\(tree)/card", toPath: "\(tree)/copy")
        let run = try bring("--recursive", "--json")
        #expect(run.code == 0, "\(run)")
        #expect(
            Terminal.json(run.output, "[i['name'] for i in o['items'] if 'name' in i], o['imported'], o['skipped']")
                == "['1', '2'] 2 2")
        let skipped = Terminal.json(
            run.output, "[(i['source'].split('/tree/')[1], i['skipped'].split(';')[0]) for i in o['items'] if 'skipped' in i]")
        #expect(skipped == "[('copy/1.wav', '1 has its contents already'), ('copy/2.wav', '2 has its contents already')]")
        #expect(try count(library) == "2")
        #expect(try bring("--recursive", "--again").code == 0)
        #expect(try count(library) == "6")
    }

    @Test("text names what was left alone on standard error, and counts it; a damaged song is a failure")
    func text() throws {
        try folder("a")
        try sound("a/good.wav")
        try text("a/notes.txt")
        let run = try bring("--recursive")
        #expect(run.code == 0 && run.output.contains("good") && !run.output.contains("notes"), "\(run)")
        #expect(run.output.contains("Imported   1\n") && run.output.contains("Skipped    1\n"), "\(run.output)")
        #expect(run.errors == "\(tree)/a/notes.txt was left alone: it is no audio file\n")
        try text("a/broken.wav")
        let broken = try bring("--recursive", "--again")
        #expect(broken.code == 1 && broken.output.contains("good (2)"), "\(broken)")
        #expect(broken.errors.contains("\(tree)/a/broken.wav cannot be read as audio"), "\(broken.errors)")
        #expect(broken.errors.hasSuffix("dicta: 1 of 3 failed; done: 1, left alone: 1\n"), "\(broken.errors)")
        #expect(broken.errors.contains("notes.txt was left alone"))
        // The second time all that is sound is there already.
        let again = try bring("--recursive")
        #expect(again.code == 1 && again.errors.hasSuffix("dicta: 1 of 3 failed; done: 0, left alone: 2\n"), "\(again)")
    }

    @Test(
        "the sum of an operation counts all its parts",
        arguments: [
            (3, 0, 5, "3 of 5 failed, the others are done"), (2, 0, 2, "2 of 2 failed"),
            (1, 1, 4, "1 of 4 failed; done: 2, left alone: 1"), (1, 3, 4, "1 of 4 failed; done: 0, left alone: 3"),
        ])
    func sum(failed: Int, leftAlone: Int, total: Int, words: String) {
        #expect(Program.sum(failed: failed, leftAlone: leftAlone, of: total) == words)
    }

    @Test("a file that the disk or the permissions do not show is a failure; a link that leads nowhere is none")
    func unreachable() throws {
        try folder("a")
        try sound("a/good.wav")
        try sound("a/lost.wav")
        for (name, target) in [("gone.wav", "nothing"), ("loop.wav", "loop.wav"), ("under.wav", "good.wav/x")] {
            try FileManager.default.createSymbolicLink(atPath: "\(tree)/a/\(name)", withDestinationPath: target)
        }
        let preload = try #require(terminal.folder.preload(Self.failing))
        let environment = terminal.environment(path: "/usr/bin:/bin").merging(["LD_PRELOAD": preload]) { $1 }
        let run = Process.run(
            try Terminal.products() + "/dicta", ["import", tree, "--library", library, "--recursive"], environment: environment)
        #expect(run.code == 1 && run.errors.contains("cannot look at \(tree)/a/lost.wav: Input/output error"), "\(run)")
        #expect(run.errors.contains("1 of 5 failed") || run.errors.contains("1 of 2 failed"), "\(run)")
        for name in ["gone", "loop", "under"] {
            #expect(run.errors.contains("\(tree)/a/\(name).wav was left alone: it is a link that leads nowhere"), "\(run)")
        }
        #expect(try count(library) == "1")
    }

    /// A disk that fails on one file.
    private static let failing = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <string.h>
        #include <sys/stat.h>
        int stat(const char *path, struct stat *to) {
            int (*real)(const char *, struct stat *) = dlsym(RTLD_NEXT, "stat");
            if (strstr(path, "/lost.wav")) { errno = EIO; return -1; }
            return real(path, to); }
        """

    @Test("a file that is called as a file of another recording is told so")
    func namesOfFiles() throws {
        try folder("")
        try sound("song.wav")
        try sound("song.json.wav", frames: 960)
        let run = try terminal.run(["import", "\(tree)/song.wav", "\(tree)/song.json.wav", "--library", library])
        #expect(run.code == 0, "\(run)")
        let words = "song.json.wav is called \"song.json (2)\" here, since \(library)/song.json is a file of another recording"
        #expect((run.output + run.errors).contains(words), "\(run)")
    }

    @Test("a folder without any audio is an error, and so is the library itself")
    func nothing() throws {
        try folder("a")
        try text("a/notes.txt")
        let run = try bring("--recursive")
        #expect(run.code != 0 && run.errors.contains("import: no audio file was found; files left alone: 1"), "\(run)")
        #expect(run.errors.contains("notes.txt was left alone"))
        try #require(Files.exists(library))
        let own = try terminal.run("import", library, "--recursive", "--library", library)
        #expect(own.code == 2 && own.errors.contains("is in the library itself"), "\(own)")
    }

    @Test("a library whose disk is not mounted is told, and nothing is written in its place (F26)", .enabled(if: getuid() == 0))
    func diskAway() throws {
        try folder("a")
        try sound("a/x.wav")
        let disk = terminal.folder.file("disk")
        try #require(Files.makeFolder(disk))
        let script = """
            set -e
            import() { "$2" import "$3" --again --library "$1"; }
            mount -t tmpfs -o size=200m tmpfs "$1"
            import "$@"
            "$2" import "$3" --again --library "$1/takes"
            umount "$1"
            "$2" ls --library "$1" || echo refused
            "$2" ls --library "$1/takes" || echo refused
            import "$@" || echo refused
            ls -A "$1"
            touch "$1/here"
            import "$@"
            """
        let run = Process.run(
            "/usr/bin/unshare",
            ["--mount", "sh", "-c", script, "sh", disk, try Terminal.products() + "/dicta", "\(tree)/a/x.wav"],
            environment: terminal.environment(path: "/usr/bin:/bin"))
        #expect(run.code == 0 && run.output == "x\nx\nrefused\nrefused\nrefused\nx\n", "\(run)")
        for (library, count) in [(disk, 2), (disk + "/takes", 1)] {
            let words = "dicta: the disk of \(library) is away, and nothing is written in its place"
            #expect(run.errors.split(separator: "\n").count { $0.hasPrefix(words) } == count, "\(run)")
        }
    }
}
