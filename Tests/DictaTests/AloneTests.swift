// Tests of the verbs that work on the library without an engine.
import Control
import Dictation
import Glibc
import Storage
import System
import TestSupport
import Testing

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

    /// Before, the library was ./Recordings, wherever that was.
    @Test("without HOME the library is in the home of the account, and is told", arguments: ["", "home"])
    func noHome(home: String) throws {
        let account = try #require(ThisProcess.accountHome)
        let run = try terminal.run(
            ["--json", "--no-start", "ls", "--limit", "1"],
            adding: ["HOME": home, "XDG_CACHE_HOME": terminal.folder.path, "XDG_CONFIG_HOME": terminal.folder.path])
        // It may be there, or not.
        #expect(run.output.contains("\(account)/Recordings"), "\(run)")
    }

    @Test("verify tells a transcript without a recording, unless recordings are named")
    func transcriptAlone() throws {
        let terminal = Terminal()
        let folder = terminal.folder.file("Recordings")
        let library = try Library(folder: folder)
        try library.keepTwoTakes("talk", try AudioFormat(rate: 48_000), frames: 4800)
        try #require(terminal.folder.write("{}", to: "Recordings/gone.transcript.json"))
        let all = try terminal.run("verify", "--json")
        #expect(all.code == 1)
        #expect(Terminal.json(all.output, "o['checked'], o['problems'], o['items'][0]['name']") == "1 1 gone.transcript.json")
        #expect(try terminal.run("verify").output.contains("gone.transcript.json is a transcript without a recording"))
        #expect(try terminal.run("verify", "talk").code == 0)
    }

    @Test("ls, search, info and verify of the standard folder, and of any other")
    func looks() throws {
        let library = try library()
        let list = try terminal.run("ls", "--sort", "name", "--json")
        #expect(list.code == 0 && list.errors.isEmpty)
        #expect(
            Terminal.json(list.output, "[i['name'] for i in o['items']], o['total'], o['items'][0]['tags']")
                == "['interview', 'memo'] 2 ['work']")
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
                && Terminal.json(wrong.output, "bytes.fromhex('\(Self.hex("x\u{1b}]"))').decode() in o['error']['message']")
                    == "True"
        )
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
            Files.write("{", to: library.path(of: "memo.json"))
                && Files.write("x", to: library.path(of: ".dicta-copy-1k2qz8w0x9ab")))
        let run = try terminal.run("recover", "--library", library.folder, "--json")
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(Terminal.json(run.output, "sorted(i['action'] for i in o['items'])") == "['cleared', 'described']")
        #expect(try library.readRecording("memo").timeline.length == 480)
        #expect(Files.read(library.folder + "/_Corrupted/memo.json") == "{")
        #expect(try terminal.run("recover", "--json").output.contains("\"items\":[]"))
    }

    /// A library on a disk that nobody may write to, as a colleague's or a backup.
    @Test("a waveform of a library that can only be read", .enabled(if: geteuid() == 0, "mounts read-only: run it as root"))
    func readOnlyWaveform() throws {
        let folder = terminal.folder.file("Recordings")
        let source = terminal.folder.file("talk.wav")
        #expect(Process.run("/usr/bin/sox", ["-n", "-r", "48000", source, "synth", "1", "sine", "440", "vol", "0.5"]).code == 0)
        #expect(try terminal.run("import", source, "--library", folder).code == 0)
        #expect(Process.run("/bin/rm", ["-rf", folder + "/.peaks"]).code == 0)
        let program = try Terminal.products() + "/dicta"
        let cache = terminal.folder.file("cache")
        let script = """
            mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 9
            for round in 1 2; do "$0" peaks talk --columns 10 --library "$1" --json; done
            """
        let run = Process.run(
            "/usr/bin/unshare", ["--mount", "--propagation", "private", "/bin/sh", "-c", script, program, folder],
            environment: ["HOME": terminal.folder.path, "XDG_CACHE_HOME": cache, "XDG_RUNTIME_DIR": terminal.folder.path])
        #expect(run.code == 0, "\(run)")
        let answers = run.output.split(separator: "\n").map(String.init)
        // It is drawn once, and kept.
        #expect(
            answers.map { Terminal.json($0, "len(o['items']), o['drawn'], o['items'][5]['mono_high'] > 0.4") } == [
                "10 1 True", "10 0 True",
            ],
            "\(answers)")
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
        #expect(try terminal.run("import", source, "--again", "--library", folder).output == "interview\n")
        #expect(try terminal.run("ls", "--tag", "b", "--library", folder).output.contains("talk"))
        let peaks = try terminal.run("peaks", "talk", "--columns", "10", "--library", folder, "--json")
        #expect(
            Terminal.json(peaks.output, "o['zoom'], len(o['items']), o['drawn'], o['items'][9]['left_rms']") == "4800 10 0 0")
        let part = try terminal.run(
            "peaks", "talk", "--zoom", "256", "--from", "256f", "--until", "1024f", "--library", folder, "--json")
        #expect(Terminal.json(part.output, "[i['frame'] for i in o['items']]") == "[256, 512, 768]")
        #expect(try terminal.run("import", source, "--reference", "--again", "--name", "far", "--library", folder).code == 0)
        let far = try terminal.run("info", "far", "--library", folder, "--json")
        #expect(Terminal.json(far.output, "o['path'], o['seconds'], o['waveform']") == "\(source) 1 ready")
        let both = try terminal.run("import", source, source, "--name", "x", "--library", folder)
        #expect(both.code == 2 || both.code == 1)
        #expect(try terminal.run("import", "/tmp/none.wav", "--library", folder).errors.contains("/tmp/none.wav does not exist"))
        #expect(try terminal.run("peaks", "talk", "--from", "2", "--until", "1", "--library", folder).code != 0)
    }

    @Test("an imported file that gets another name than its own says so, once (F9, issue 14 no. 18)")
    func importsUnderAnotherName() throws {
        let source = try library().path(of: "interview.wav")
        let odd = terminal.folder.file(".odd\nname .wav")
        try #require(Process.run("/bin/cp", [source, odd]).code == 0)
        let folder = terminal.folder.file("New")
        let run = try terminal.run("import", odd, "--library", folder)
        #expect(run.code == 0 && run.output == "_odd_name\n", "\(run)")
        #expect(run.errors.contains(" is called \"_odd_name\" here: a name has at most 200 bytes of UTF-8"), "\(run.errors)")
        #expect(try terminal.run("import", source, "--again", "--library", folder).errors.isEmpty)
        let again = try terminal.run("import", source, "--again", "--library", folder, "--json")
        #expect(
            Terminal.json(again.output, "o['name'], o['items'][0]['name_hint']")
                == "interview (2) \(source) is called \"interview (2)\" here, since another recording has its name")
        #expect(try terminal.run("import", source, "--again", "--name", "other", "--library", folder).errors.isEmpty)
    }

    @Test("one of several that cannot be imported hides none of the others (F9)")
    func partlyImported() throws {
        let library = try library()
        let (one, two) = (library.path(of: "memo.wav"), library.path(of: "interview.wav"))
        let words = ["import", one, "/tmp/none.wav", two, "--again", "--library", terminal.folder.file("New")]
        let run = try terminal.run(words + ["--json"])
        #expect(run.code == 1)
        #expect(
            Terminal.json(run.output, "[(i['name'], 'error' in i) for i in o['items']], o['error']['code']")
                == "[('memo', False), ('interview', False), ('/tmp/none.wav', True)] 9")
        let text = try terminal.run(words)
        #expect(text.code == 1 && text.output.contains("memo (2)") && text.output.contains("interview (2)"))
        #expect(text.errors.contains("1 of 3 failed") && text.errors.contains("/tmp/none.wav does not exist"))
    }

    @Test("tag, note, rename, copy and delete work without an engine, and leave a recording that is in use alone (F3 F11)")
    func changes() throws {
        let library = try library()
        #expect(try terminal.run("tag", "memo", "interview", "--add", "a,b").code == 0)
        #expect(try library.readRecording("memo").tags == ["a", "b"])
        #expect(try terminal.run("note", "memo", "--text", "n", "--title", "t").code == 0)
        #expect(try terminal.run("note", "memo", "--clear").code == 0)
        #expect(try library.readRecording("memo").note.isEmpty && library.readRecording("memo").title == "t")
        #expect(try terminal.run("note", "memo", "--title", "").code == 0)
        #expect(try library.readRecording("memo").title.isEmpty)
        let several = try terminal.run("rename", "*", "--to", "y")
        #expect(several.code == 2 && several.errors.contains("2 are meant (interview, memo)"), "\(several)")
        #expect(try terminal.run("rename", "memo", "--to", "note").output == "note\n")
        #expect(try terminal.run("copy", "note", "--to", "twin").output == "twin\n")
        #expect(try terminal.run("delete", "note").code == 0)
        let left = try terminal.run("ls", "--sort", "name", "--json").output
        #expect(Terminal.json(left, "[i['name'] for i in o['items']]") == "['interview', 'twin']")
        let other = terminal.folder.file("Other")
        #expect(try terminal.run("tag", "twin", "--add", "c", "--library", other).errors.contains("does not exist"))
        #expect(try terminal.run("tag", "twin", "--add", "c", "--library", library.folder).code == 0)
        // A take of another program holds its lock.
        let (journal, held) = (library.path(of: ".twin.take"), terminal.folder.file("held"))
        // The journal is there before it is locked: the second file tells of the lock.
        let lock = "exec 9> \"$1\"; flock 9; : > \"$2\"; exec sleep 60"
        let holder = try #require(Process("/bin/sh", ["-c", lock, "sh", journal, held]))
        Pause.until { Files.exists(held) }
        let busy = try terminal.run("delete", "twin", "--json")
        #expect(busy.code == 1 && Files.exists(library.path(of: "twin.wav")), "\(busy)")
        _ = kill(holder.pid, SIGKILL)
        _ = holder.finish()
    }

    @Test("one recording that cannot be recovered hides none of the others (F7 F8)")
    func partlyRecovered() throws {
        let library = try library()
        #expect(Files.write("{", to: library.path(of: "memo.json")))
        try #require(Process.run("/bin/mkdir", [library.path(of: "a folder.json")]).code == 0)
        let run = try terminal.run("recover", "--json")
        #expect(run.code == 1)
        #expect(
            Terminal.json(run.output, "[(i['name'], i['action']) for i in o['items']]")
                == "[('memo', 'described'), ('a folder', 'failed')]")
        #expect(try terminal.run("recover").errors.contains("is a folder"))
        #expect(try library.readRecording("memo").timeline.length == 480)
    }

    @Test("a recovery that leaves a fault as it is tells so by its exit code")
    func leftAsItIs() throws {
        let library = try library()
        #expect(Files.write("{\"schema\": 99}", to: library.path(of: "memo.json")))
        let run = try terminal.run("recover", "--json")
        #expect(run.code == 1 && Terminal.json(run.output, "o['problems'], o['items'][0]['action']") == "1 left", "\(run)")
        // A file of the same length, but without sound: `verify` and `recover` tell the same.
        let words = "printf XXXX | dd of='\(library.path(of: "interview.wav"))' conv=notrunc status=none"
        try #require(Process.run("/bin/sh", ["-c", words]).code == 0)
        let second = try terminal.run("recover", "--json")
        #expect(second.code == 1, "\(second)")
        #expect(Terminal.json(second.output, "[(i['name'], i['action']) for i in o['items']]").contains("('interview', 'left')"))
    }

    @Test("the setting says where the library is, without an engine too (F1)")
    func settingOfTheLibrary() throws {
        let library = try library()
        let other = terminal.folder.file("Elsewhere")
        try write(settings: "library = ~/Elsewhere\nreserve = 0\n")
        #expect(try terminal.run("ls").errors.contains(other))
        #expect(try terminal.run("import", library.path(of: "memo.wav")).code == 0)
        #expect(Files.exists("\(other)/memo.wav") && !Files.exists(library.path(of: "memo (2).wav")))
        for verb in ["ls", "verify", "recover", "clean"] {
            let run = try terminal.run(verb, "--json")
            #expect(run.code == 0 && !run.output.contains("interview"), "\(verb): \(run.output)\(run.errors)")
        }
        #expect(Files.write("{", to: "\(other)/memo.json"))
        #expect(try terminal.run("recover").output.contains("described"))
        // The setting `reserve` holds without an engine too.
        try write(settings: "library = ~/Elsewhere\nreserve = 1000000\n")
        let exported = terminal.folder.file("export.wav")
        let refused = [
            ["import", library.path(of: "interview.wav")], ["copy", "memo"], ["export", "memo", "--to", exported],
        ]
        for words in refused {
            let run = try terminal.run(words)
            #expect(run.code != 0 && run.errors.contains("kept for takes; free some space"), "\(words): \(run)")
        }
        // Another disk has no takes to keep room for.
        let elsewhere = "/dev/shm/dicta-\(getpid()).wav"
        defer { _ = Files.remove(elsewhere) }
        #expect(try terminal.run("export", "memo", "--to", elsewhere).code == 0)
        #expect(!Files.exists(exported) && !Files.exists("\(other)/memo (2).wav"))
        // A wrong line of the settings is ignored, as in the engine.
        try write(settings: "library = Elsewhere\n")
        #expect(try terminal.run("ls").output.contains("interview"))
    }

    private func write(settings: String) throws {
        let folder = terminal.folder.file(".config/dicta")
        try #require(Process.run("/bin/mkdir", ["-p", folder]).code == 0)
        try #require(Files.write(settings, to: "\(folder)/settings"))
    }

    @Test("complete says that its hook was not run, where there is one (F10)")
    func completesWithoutItsHook() throws {
        let library = try library()
        #expect(try terminal.run("complete", "memo").code == 0)
        try write(settings: "on-completed = touch \(terminal.folder.file("ran"))\n")
        try library.updateRecording("memo") { $0.state = .draft }
        let run = try terminal.run("complete", "memo", "--json")
        #expect(
            run.code == 1 && Terminal.json(run.output, "o['state'], 'on-completed' in o['error']['message']") == "completed True")
        #expect(try terminal.run("complete", "memo").errors.contains("was not run"))
        #expect(try library.readRecording("memo").state == .completed && !Files.exists(terminal.folder.file("ran")))
        // A setting for a hook on another event has no effect on `reopen`.
        #expect(try terminal.run("reopen", "memo").code == 0)
    }

    /// Locks as NFSv4 and SMB have them: an exclusive lock needs a descriptor that may write, or there are no locks.
    private static let locks = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <string.h>
        #include <stdio.h>
        #include <unistd.h>
        #include <sys/file.h>
        int flock(int fd, int how) {
            static int (*next)(int, int);
            if (!next) next = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
            if (how & LOCK_EX && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) { errno = EBADF; return -1; }
            char link[64], path[4096] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
            if (readlink(link, path, sizeof path - 1) > 0 && getenv("NO_LOCK") && strstr(path, getenv("NO_LOCK"))) {
                errno = ENOLCK;
                return -1;
            }
            return next(fd, how);
        }
        """

    @Test("a take left open on NFS is recovered, and one that cannot be locked is told (F7)")
    func recoversOnNFS() throws {
        let library = try library()
        let preload = try #require(terminal.folder.preload(Self.locks))
        func leaveOpen(_ name: String) throws {
            let format = try AudioFormat(rate: 48_000)
            let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
            try writer.writeSilence(frames: 100)
            _ = try writer.close()
            let segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
            let entry = String(decoding: JournalEntry(name: name, segment: segment).printed, as: UTF8.self)
            try #require(Files.write(entry, to: library.path(of: ".\(name).take")))
        }
        for name in ["open", "stuck"] { try leaveOpen(name) }
        #expect(Files.write("x", to: library.path(of: ".dicta-copy-1k2qz8w0x9ab")))
        let run = Process.run(
            try Terminal.products() + "/dicta", ["recover", "--json", "--library", library.folder],
            environment: [
                "LD_PRELOAD": preload, "NO_LOCK": ".stuck.take", "HOME": terminal.folder.path,
                "XDG_RUNTIME_DIR": terminal.runtime,
            ])
        #expect(run.errors.isEmpty)
        #expect(
            Terminal.json(run.output, "sorted((i['name'], i['action']) for i in o['items'])")
                == "[('.dicta-copy-1k2qz8w0x9ab', 'cleared'), ('open', 'made whole'), ('stuck', 'left')]")
        #expect(Terminal.json(run.output, "['lock' in i['words'] for i in o['items'] if i['name'] == 'stuck']") == "[True]")
        #expect(try library.readRecording("open").timeline.length == 100)
        // A home on NFS has the user's settings on NFS too.
        #expect(try terminal.run("recover", "--library", library.folder).output.contains("made whole"))
    }

    /// A disk that does not confirm the name of a file: the change is there, with its second copy, and so are the steps of undo.
    @Test("a change that the disk does not confirm is done, and told as one that a power cut may take back (F11)")
    func unconfirmed() throws {
        let library = try library()
        let preload = try #require(terminal.folder.preload(TempFolder.unconfirmed))
        func run(_ file: String, _ words: String...) throws {
            let run = try terminal.run(["--no-start"] + words, adding: ["LD_PRELOAD": preload])
            let told = "\(file) is changed, but the disk did not confirm it: Input/output error; a power cut may"
            #expect(run.code == 1 && run.errors.contains(told), "\(run)")
            #expect(Files.read(library.path(of: ".sidecars/\(file)")) == Files.read(library.path(of: file)))
        }
        try run("memo.json", "tag", "memo", "--add", "x")
        #expect(try library.readRecording("memo").tags == ["x"])
        try run("interview.json", "cut", "interview", "--from", "0", "--until", "100f")
        #expect(try library.readRecording("interview").timeline.length == 47_900)
        try run("interview.json", "undo", "interview")
        #expect(try library.readRecording("interview").timeline.length == 48_000)
        #expect(try terminal.run("verify").code == 0)
    }

    /// All three are caught by one list and in one way: one of them is enough for a short run.
    @Test("what ends an export by a signal leaves nothing of it (F9)", arguments: [SIGINT, SIGTERM, SIGHUP].few)
    func signalsInAnExport(number: Int32) throws {
        let library = try library()
        let format = try AudioFormat(encoding: .pcm16, rate: 192_000)
        let writer = try SegmentWriter(path: library.path(of: "long.wav"), format: format)
        // So long that the export is under way at the signal, which a busy machine may send late.
        for _ in 0..<40 { try writer.writeSilence(frames: 192_000) }
        _ = try writer.close()
        let target = terminal.folder.file("out")
        try #require(Process.run("/bin/mkdir", [target]).code == 0)
        let run = try #require(
            Process(
                try Terminal.products() + "/dicta",
                ["export", "long", "--to", "\(target)/", "--format", "flac", "--rate", "0.7", "--library", library.folder],
                environment: ["HOME": terminal.folder.path, "XDG_RUNTIME_DIR": terminal.runtime]))
        let hidden = { Process.run("/bin/ls", ["-A", target]).output }
        // The file has no name yet, but the program has it open.
        let open = { Process.run("/bin/ls", ["-l", "/proc/\(run.pid)/fd"]).output.contains("\(target)/#") }
        while !open(), !run.hasEnded { usleep(2000) }
        #expect(kill(run.pid, number) == 0)
        let end = run.finish()
        // A shell may have told its children to ignore the signal; then the program ends with a refusal.
        #expect(end.code == -number || end.code == 1, "\(end)")
        #expect(hidden() == "")
    }

    @Test("refusals, in words")
    func refusals() throws {
        let none = try terminal.run("ls")
        #expect(none.code == 1 && none.errors.contains("the folder \(terminal.folder.path)/Recordings does not exist"))
        _ = try library()
        let missing = try terminal.run("info", "nothing")
        #expect(missing.code == 1 && missing.errors.contains("no recording \"nothing\""))
        #expect(try terminal.run("verify", "nothing").code == 1)
        #expect(try terminal.run("info").code == 3, "only an engine knows the current one")
        #expect(try terminal.run("mark", "memo").code == 3 && terminal.run("delete", "nothing").code == 1)
        #expect(try terminal.run("status", "--library", "/tmp").code == 2)
        #expect(Files.exists(terminal.folder.file("Recordings/memo.wav")))
    }
}
