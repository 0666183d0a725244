// Tests of `set` and `settings` without an engine.
import Control
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("dicta set and settings without an engine (issue 14 no. 20)")
struct SettingsAloneTests {
    private let terminal = Terminal()
    private var common: String { terminal.folder.file(".config/dicta/settings") }
    private var studio: String { terminal.folder.file(".config/dicta/studio.settings") }

    /// The value of a Python expression on the JSON answer `o`.
    private func json(_ expression: String, _ words: String...) throws -> String {
        Terminal.json(try terminal.run(["--json"] + words).output, expression)
    }

    @Test("a change is checked, kept with the file's comments, and told with the time at which it takes effect")
    func changes() throws {
        let keys = ["key", "value", "from", "before", "takes_effect"].map { "o['items'][0]['\($0)']" }.joined(separator: ", ")
        let first = try json("o['file'], len(o['items']), \(keys)", "set", "backstep", "1.5s")
        #expect(first == "\(common) 1 backstep 1.5s file 0s when the engine starts next")
        let text = SettingsTable.template.replacing("#backstep = 0s\n", with: "#backstep = 0s\nbackstep = 1.5s\n")
        #expect(Files.read(common) == text)
        #expect(Files.mode(common) == 0o600)
        // Several settings at once; --library is a setting here, not the folder of a verb of the library.
        let several = try terminal.run("set", "--rec-format", "flac", "--library", "/srv/songs")
        #expect(several.code == 0 && several.output.contains("/srv/songs") && several.errors.isEmpty, "\(several)")
        #expect(try terminal.run("set", "rec-format").output.contains("flac"))
        let changed = try json("sorted((i['key'], i['value'], i['from']) for i in o['items'])", "settings", "--changed")
        #expect(changed == "[('backstep', '1.5s', 'file'), ('library', '/srv/songs', 'file'), ('rec-format', 'flac', 'file')]")
        #expect(try json("len(o['items'])", "settings") == "\(SettingsTable.all.count)")
        #expect(try json("o['items'][0]['value'], o['items'][0]['from']", "set", "backstep", "--reset") == "0s default")
        #expect(Files.read(common)?.contains("\nbackstep") == false)
        #expect(!Files.exists(terminal.log), "no engine was started")
    }

    @Test("a change keeps the bytes of other lines, also where they are no UTF-8")
    func latin1() throws {
        let old = terminal.folder.file("old")
        let lines = "# Stra\\337e\\nbackstep = 0s\\r\\non-completed = /home/Stra\\337e/hook\\n"
        let write = "mkdir -p '\(terminal.folder.file(".config/dicta"))' && printf '\(lines)' | tee '\(old)' > '\(common)'"
        #expect(Process.run("/bin/sh", ["-c", write]).code == 0)
        #expect(try terminal.run("set", "rec-format", "flac").code == 0)
        let added = Process.run("/bin/sh", ["-c", "head -c $(stat -c %s '\(old)') '\(common)' | cmp - '\(old)'"])
        #expect(added.code == 0 && Files.read(common)?.hasSuffix("hook\nrec-format = flac\n") == true, "\(added)")
        #expect(try terminal.run("set", "backstep", "1s").code == 0)
        let changed = Process.run("/bin/sh", ["-c", "sed 's/^backstep.*/backstep = 1s/' '\(old)' | cmp -n 56 - '\(common)'"])
        #expect(changed.code == 0, "\(changed)")
    }

    @Test("a wrong change is refused in the words of an engine, and changes nothing")
    func refusals() throws {
        #expect(try terminal.run("set", "rec-format", "mp3").code == 0)
        let before = Files.read(common)
        let wrong: [(words: [String], told: String)] = [
            (["backstp", "1"], "backstep"), (["backstep", "soon"], "backstep must be"), (["osc-udp", "x"], "x"),
            (["rec-bits", "24"], "mp3"), (["backstep", "1", "--reset"], "do not go together"),
            (["rec-preroll", "11s"], "a pre-roll of 11.0 s is more than the 10.0 s that the engine keeps"),
            (["rec-preroll", "11s"], "let it keep more first, with 'dicta set preroll 11s'"),
            (["--library", "songs", "--reset"], "name the setting"), (["midi", "x"], "dicta help midi"),
        ]
        for (words, told) in wrong {
            let run = try terminal.run(["set"] + words)
            #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(told), "\(words): \(run)")
        }
        // A question ends the reason, and nothing comes behind its mark.
        let mistyped = try terminal.run("set", "rec-fromat", "wav")
        #expect(
            mistyped.errors
                == "dicta: nothing was changed: unknown setting 'rec-fromat'; did you mean 'rec-format'? (dicta help set)\n")
        #expect(Files.read(common) == before)
    }

    @Test("with --engine the file of that engine is changed, over that of all engines; wrong lines are told")
    func ofOneEngine() throws {
        #expect(try terminal.run("set", "rec-format", "flac").code == 0)
        #expect(try terminal.run("--engine", "studio", "set", "reserve", "70").code == 0)
        #expect(Files.read(studio)?.contains("\nreserve = 70\n") == true)
        #expect(Files.read(common)?.contains("\nreserve = 70\n") == false)
        let sources = "[(i['value'], i['from']) for i in o['items'] if i['key'] in ('rec-format', 'reserve')]"
        #expect(try json(sources, "--engine", "studio", "settings") == "[('70', 'engine'), ('flac', 'file')]")
        #expect(try json("o['engine_file']", "--engine", "studio", "settings") == studio)
        #expect(Files.write("nonsense = 1\n", to: studio))
        let told = try json("o['problems'], o['settings_problems'][0]", "--engine", "studio", "settings")
        #expect(told.hasPrefix("1 \(studio): line 1: "), "\(told)")
    }

    @Test("programs that change settings at the same time lose no change")
    func race() throws {
        let program = try Terminal.products() + "/dicta"
        let changes = [
            ("backstep", "1s"), ("reserve", "70"), ("rec-format", "flac"), ("rec-preroll", "2s"), ("monitor-level", "-6"),
            ("dpc-quality", "faster"), ("resample", "best"), ("rec-channels", "1"),
        ]
        let runs = changes.map { (key, value) in
            Process(program, ["set", "--\(key)=\(value)"], environment: terminal.environment(path: "/nowhere"))
        }
        for ((key, value), run) in zip(changes, runs) {
            let ended = try #require(run).finish()
            guard ended.code != 0 else { continue }
            // On a busy disk the others may need more than the second for which a program waits. It says so, and loses nothing.
            #expect(ended.errors.contains("is in use by another program"), "\(ended)")
            #expect(try terminal.run("set", "--\(key)=\(value)").code == 0)
        }
        let text = Files.read(common) ?? ""
        for (key, value) in changes { #expect(text.contains("\n\(key) = \(value)\n"), "\(key)") }
    }

    @Test("an engine that begins to answer while the file is written takes the change, and its answer is told")
    func engineComes() throws {
        #expect(try terminal.run("set", "reserve", "70").code == 0)
        // dicta asks for the lock of the settings after it has found no engine: it is held up there, for as long as it takes.
        let (held, reached) = (terminal.folder.file("held"), terminal.folder.file("reached"))
        let preload = try #require(terminal.folder.preload(Self.heldLock))
        #expect(terminal.folder.write("", to: "held"))
        let variables = ["LD_PRELOAD": preload, "HOLD_FLAG": held, "HOLD_REACHED": reached]
        let run = try #require(
            Process(
                try Terminal.products() + "/dicta", ["set", "backstep", "2s"],
                environment: terminal.environment(path: "/nowhere").merging(variables) { $1 }))
        while !Files.exists(reached), !run.hasEnded { _ = usleep(5000) }
        let isWaiting = Files.exists(reached)
        let engine = try terminal.engine { request, _ in
            let item: Fields = ["key": .text(request.name), "takes_effect": .text("immediately")]
            return .success(Reply(["file": .text("told by the stub")], items: [item]))
        }
        defer { engine.stop() }
        #expect(Files.remove(held))
        let told = run.finish()
        #expect(isWaiting && told.code == 0 && told.output.contains("told by the stub"), "\(told)")
        #expect(Files.read(common)?.contains("\nbackstep = 2s\n") == true)
    }

    /// Holds up each lock while the file of `HOLD_FLAG` exists, and makes the file of `HOLD_REACHED` then.
    private static let heldLock = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <unistd.h>
        int flock(int fd, int how) {
            int (*real)(int, int) = dlsym(RTLD_NEXT, "flock");
            const char *flag = getenv("HOLD_FLAG"), *reached = getenv("HOLD_REACHED");
            if (flag && reached && access(flag, F_OK) == 0) {
                close(open(reached, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
                while (access(flag, F_OK) == 0) usleep(5000);
            }
            return real(fd, how);
        }
        """
}
