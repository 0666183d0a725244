// Tests of `dicta doctor` with a stand-in for the engine, and programs that hang or are missing (C14).
import Control
import Dictation
import Glibc
import System
import TestSupport
import Testing

@Suite("dicta doctor (C14)")
struct DoctorTests {
    let terminal = Terminal()

    /// Programs of a user, as shell scripts. Nothing else is in PATH but what a script of the test needs.
    private func path(_ programs: [String: String]) throws -> String {
        let folder = terminal.folder.file("programs")
        try #require(Files.makeFolder(folder))
        for (name, text) in programs { try #require(terminal.folder.write(text, to: "programs/\(name)", mode: 0o700)) }
        return folder + ":/usr/bin:/bin"
    }

    /// The findings of a check as `state finding; next`.
    private func findings(_ run: Finished, _ check: String) -> [String] {
        let text = Terminal.json(
            run.output,
            "'\\n'.join(i['state'] + ' ' + i['finding'] + ('; ' + i['next'] if 'next' in i else '') for i in o['items']"
                + " if i['check'] == '\(check)')")
        return text.split(separator: "\n").map(String.init)
    }

    private static let checks = [
        "realtime", "memory lock", "JACK server", "engine", "library", "ffmpeg", "recogniser", "speech", "desktop", "service",
        "pedals", "MIDI", "terminal", "settings", "clock", "locale", "last engine", "index",
    ]

    @Test("each part is told once at least, without an engine, and nothing is started or changed") func lonely() throws {
        let before = Process.run("/usr/bin/find", [terminal.folder.path]).output
        let run = try terminal.run("doctor", "--json")
        // No JACK server runs for this user.
        #expect(run.code == CommandTable.problemCode, "\(run)")
        for check in Self.checks { #expect(!findings(run, check).isEmpty, "\(check): \(run.output)") }
        #expect(findings(run, "engine").first?.contains("no engine 'dicta' runs; dicta start") == true)
        #expect(findings(run, "JACK server").first?.hasPrefix("problem no JACK server runs") == true, "\(run.output)")
        #expect(Process.run("/usr/bin/find", [terminal.folder.path]).output == before)
        #expect(try terminal.run("--no-start", "ping").code == 3)
        let text = try terminal.run("doctor")
        #expect(text.code == 4 && text.errors.isEmpty, "\(text)")
        for check in Self.checks { #expect(text.output.contains(" \(check) "), "\(check)") }
        #expect(text.output.contains("problem"))
    }

    @Test("a program that hangs is a problem after some seconds, and holds nothing else up") func hangs() throws {
        let programs = try path(["ffmpeg": "#!/bin/sh\nsleep 600\n", "ffprobe": "#!/bin/sh\nexit 0\n"])
        let began = ContinuousClock.now
        let run = try terminal.run(["doctor", "--json"], path: programs)
        #expect(ContinuousClock.now - began < .seconds(60), "it ended by itself")
        #expect(run.code == 4 && findings(run, "ffmpeg").first?.contains("did not end within") == true, "\(run)")
        #expect(findings(run, "clock").first?.hasPrefix("ok ") == true)
        #expect(Process.run("/usr/bin/pgrep", ["-f", terminal.folder.file("programs/ffmpeg")]).output.isEmpty)
    }

    @Test("missing and broken programs are told with what to do") func programs() throws {
        let broken = try path(["ffmpeg": "#!/bin/sh\nexit 3\n", "ffprobe": "#!/bin/sh\nexit 0\n"])
        let run = try terminal.run(["doctor", "--json"], path: broken, adding: ["EDITOR": "nowhere-editor -x"])
        #expect(findings(run, "ffmpeg").first?.hasPrefix("problem ") == true && run.output.contains("ends with 3"))
        #expect(findings(run, "terminal").contains { $0.contains("nowhere-editor") && $0.hasPrefix("problem ") }, "\(run.output)")
        let none = try terminal.run(["doctor", "--json"], path: "/nowhere")
        #expect(findings(none, "ffmpeg").first?.hasPrefix("note ") == true && none.output.contains("apt-get install ffmpeg"))
        #expect(findings(none, "speech").first?.contains("espeak-ng") == true)
    }

    @Test("a frozen JACK server is a problem, asked in a process of its own") func frozenServer() throws {
        // The stand-in for dictad hangs as libjack does at a frozen server.
        let run = try terminal.run(besideEngine: "#!/bin/sh\nsleep 600\n", "doctor", "--json")
        #expect(run.code == 4 && findings(run, "JACK server").first?.contains("does not answer within") == true, "\(run)")
    }

    @Test("troubles of the settings, the library and the disk") func files() throws {
        try #require(Files.makeFolder(terminal.folder.file(".config")))
        try #require(Files.makeFolder(terminal.folder.file(".config/dicta")))
        let library = terminal.folder.file("Recordings")
        try #require(Files.makeFolder(library))
        try #require(Files.makeFolder(library + "/_Corrupted"))
        try #require(Files.write("x", to: library + "/_Corrupted/a.wav"))
        try #require(Files.write("{}", to: library + "/.gone.take"))
        try #require(Files.write("nonsense\nlink-may = play\n", to: terminal.folder.file(".config/dicta/settings")))
        let run = try terminal.run("doctor", "--json")
        #expect(findings(run, "settings").contains { $0.contains("line 1") && $0.hasPrefix("problem ") }, "\(run.output)")
        #expect(findings(run, "library").contains { $0.contains("a take was left open") && $0.contains("dicta recover") })
        #expect(findings(run, "library").contains { $0.contains("_Corrupted") })
        #expect(findings(run, "disk").first?.contains("of recording") == true)
        try #require(Files.write("link-may = play\n", to: terminal.folder.file(".config/dicta/settings")))
        #expect(findings(try terminal.run("doctor", "--json"), "settings") == ["ok no line is wrong; links may play (link-may)"])
    }

    @Test("a library that is away is a problem, and no other disk is measured in its place (F26)") func awayLibrary() throws {
        let library = terminal.folder.file("Recordings")
        let engine = try terminal.engine { _, _ in
            .success(Reply(["engine": .text("dicta"), "jack": .text("running"), "library": .text(library)]))
        }
        let gone = try terminal.run("doctor", "--json")
        engine.stop()
        let words = "problem the folder \(library), the library of the running engine, is gone"
        #expect(findings(gone, "library").first?.hasPrefix(words) == true, "\(gone)")
        #expect(gone.code == 4 && findings(gone, "disk").isEmpty)
        // Without an engine the first take makes it, unless its disk is away.
        #expect(findings(try terminal.run("doctor", "--json"), "library").first?.hasPrefix("note ") == true)
        for folder in ["state", "state/dicta"] { try #require(Files.makeFolder(terminal.folder.file(folder))) }
        let real = String(Process.run("/usr/bin/realpath", [terminal.folder.path]).output.dropLast())
        try #require(terminal.folder.write("\(real)/Recordings\n", to: "state/dicta/disks"))
        for isThere in [false, true] {
            if isThere { try #require(Files.makeFolder(library)) }
            let away = try terminal.run("doctor", "--json")
            #expect(findings(away, "library").first?.hasPrefix("problem the disk of ") == true, "\(away)")
            #expect(findings(away, "disk").isEmpty, "\(away)")
            let list = try terminal.run("ls")
            #expect(list.code == 1 && list.errors.contains("the disk of \(real)/Recordings is away"), "\(list)")
        }
    }

    @Test("the state of an engine: version, troubles, ports; one that is silent") func engines() throws {
        let engine = try terminal.engine { request, _ in
            switch request.verb {
            case .engine(.status):
                .success(
                    Reply([
                        "engine": .text("dicta"), "version": .text("0.0.1"), "jack": .text("running"), "sources": .text(""),
                        "sinks": .text("system:playback_1"), "last_error": .text("the disk is full"), "xruns": .int(3),
                    ]))
            default: .success(Reply())
            }
        }
        let run = try terminal.run("doctor", "--json")
        #expect(findings(run, "engine").contains { $0.contains("version 0.0.1") && $0.contains("dicta quit") }, "\(run.output)")
        #expect(findings(run, "engine").contains("problem the disk is full"))
        #expect(findings(run, "ports").count == 1 && findings(run, "ports")[0].contains("inputs are connected to nothing"))
        engine.stop()
        let silent = try terminal.engine { _, _ in nil }
        defer { silent.stop() }
        let hung = try terminal.run("doctor", "--json")
        #expect(findings(hung, "engine").first?.hasPrefix("problem ") == true && hung.code == 4, "\(hung.output)")
        #expect(try terminal.run("--remote", "osc.tcp://127.0.0.1:9", "doctor").code == 2)
    }

    @Test("the note of an engine that crashed") func crash() throws {
        for folder in ["state", "state/dicta"] { try #require(Files.makeFolder(terminal.folder.file(folder))) }
        let note = RunNote(version: "9.9", started: 1, boot: "b").text + "signal 11\ntime 2\n"
        try #require(terminal.folder.write(note, to: "state/dicta/dicta.crash"))
        let run = try terminal.run("doctor", "--json")
        let found = try #require(findings(run, "last engine").first)
        #expect(found.hasPrefix("note ") && found.contains("9.9") && found.contains("SIGSEGV") && found.contains("dicta.crash"))
    }

    @Test("the note of an engine that has died since the last start") func death() throws {
        for folder in ["state", "state/dicta"] { try #require(Files.makeFolder(terminal.folder.file(folder))) }
        let note = RunNote(version: "9.9", started: 1, boot: "").text
        try #require(terminal.folder.write(note, to: "state/dicta/dicta.run"))
        let dead = try terminal.run("doctor", "--json")
        let found = try #require(findings(dead, "last engine").first)
        #expect(found.hasPrefix("note ") && found.contains("9.9") && found.contains("SIGKILL"), "\(found)")
        // The lock is that of an engine that lives.
        let descriptor = try File.open(terminal.folder.file("state/dicta/dicta.run"), .write)
        defer { File.close(descriptor) }
        #expect(try File.lock(descriptor))
        let alive = try terminal.run("doctor", "--json")
        #expect(findings(alive, "last engine") == ["ok the engines before ended in order"], "\(alive)")
    }

    @Test(
        "weeks begin as the locale says", .enabled(if: Files.exists("/usr/lib/locale/locale-archive")),
        // The three days on which weeks begin anywhere.
        arguments: [("de_DE.UTF-8", "Monday"), ("en_US.UTF-8", "Sunday"), ("fa_IR.UTF-8", "Saturday")])
    func weeks(locale: String, day: String) throws {
        let run = try terminal.run(["doctor", "--json"], adding: ["LC_ALL": locale, "LANGUAGE": "en"])
        let found = try #require(findings(run, "locale").first)
        // A locale that is not installed here is told as such.
        #expect(found == "ok \(locale); weeks begin on \(day)" || found.contains("is not installed here"), "\(found)")
    }
}
