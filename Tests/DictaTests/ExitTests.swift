// Tests of exit codes, output streams and JSON.
import Control
import Dictation
import Glibc
import TestSupport
import Testing

@Suite("dicta: exit codes, streams, JSON (C4)")
struct ExitTests {
    let terminal = Terminal()

    @Test(
        "2 for a wrong command line, with words on standard error only",
        arguments: [
            // `CommandCheckTests` prove what is wrong. The code and the streams are the same for all: some are enough for a
            // short run.
            ["statsu"], ["rec", "--nope"], ["--nope"], ["rec", "--bits", "12"], ["rec", "--bits"], ["rec", "x", "y"],
            ["locate"], ["locate", "x"], ["locate", "1", "2"], ["locate", "-5"], ["gain", "--left", "13"],
            ["gain", "--master=-1"], ["rec", "--wait=1"], ["status", "--at-frame", "1"], ["rec", "--preroll", "601s"],
            ["stop", "--what", "me"], ["rec", "--name", ""], ["help", "statsu"], ["rec", "--at-frame", "4294967296"],
            ["rate"], ["rate", "2.1"], ["pitch", "-1201"], ["nudge", "-25h"], ["cue", "up"], ["loop", "c"],
            ["loop", "--a", "-1s"],
            ["play", "x", "--from", "-48000f"], ["locate", "-48000f"], ["backstep", "11s"], ["dpc", "--quality", "best"],
            ["status", "-x"], ["rec", "--name", "a", "--name", "b"], ["--engine", "../x", "status"], ["load", "--", "-a", "b"],
        ].few)
    func usage(words: [String]) throws {
        let run = try terminal.run(words)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("dicta: ") && run.errors.hasSuffix("\n"))
        let json = try terminal.run(["--json"] + words)
        #expect(json.code == 2)
        #expect(json.errors.isEmpty)
        #expect(["2", "4", "5"].contains(Terminal.json(json.output, "o['error']['code']")))
    }

    @Test("an argument too many is answered with the option that it could belong to; what --remote cannot do says so")
    func hints() throws {
        let url = "osc.tcp://127.0.0.1:9/"
        for (words, said) in [
            (["rename", "a", "b"], "rename: unexpected 'b'; did you mean --to b?"),
            (["cut", "a", "10s"], "cut: unexpected '10s'; did you mean --from 10s?"),
            (["stop", "rec"], "stop: unexpected 'rec'; did you mean --what rec?"),
            (["status", "x"], "status: unexpected 'x'; 'dicta help status' lists its arguments"),
            (["--remote", url, "start"], "start: not possible over --remote; run it on the engine's machine"),
            (["--remote", url, "tour"], "tour: not possible over --remote; run it on the engine's machine"),
            (["--remote", url, "watch"], "watch: not possible over --remote; run it on the engine's machine"),
        ] {
            let run = try terminal.run(words)
            #expect(run.code == 2 && run.errors.hasPrefix("dicta: " + said), "\(run)")
        }
    }

    @Test("3 when no engine answers, for every verb that needs one; its example is a right command line")
    func noEngine() throws {
        for command in CommandTable.all where command.needsEngine && !command.worksAlone {
            let words = command.example.split(separator: " ").dropFirst().map(String.init)
            let run = try terminal.run(["--no-start"] + words)
            #expect(run.code == 3, "\(command.example): \(run.errors)")
            #expect(run.output.isEmpty)
            let json = try terminal.run(words + ["--json", "--no-start"])
            #expect(json.code == 3)
            #expect(Terminal.json(json.output, "o['error']['code'], len(o['error']['message']) > 10") == "3 True")
        }
        #expect(!Files.exists(terminal.log), "nothing was started")
    }

    @Test("verbs that may start an engine say so when there is none to start")
    func nothingToStart() throws {
        // The built dictad stands beside the built dicta; this copy of dicta has nothing beside it.
        let copy = terminal.folder.file("alone")
        #expect(Process.run("/usr/bin/install", ["-m", "700", try Terminal.products() + "/dicta", copy]).code == 0)
        for verb in ["rec", "play", "start"] {
            let run = Process.run(
                copy, [verb], environment: ["XDG_RUNTIME_DIR": terminal.runtime, "XDG_STATE_HOME": terminal.folder.path])
            #expect(run.code == 3)
            #expect(run.errors.contains("dictad is neither beside dicta nor in PATH"))
        }
    }

    @Test("0 and the bare word that scripts want; the arguments arrive as they were meant")
    func done() throws {
        let engine = try terminal.engine { request, _ in
            if request.verb == .playing(.locate), request.place(.at) != .span(.frames(48000)) {
                return .failure(Failure(.broken, "lost"))
            }
            if request.verb == .monitoring(.gain), request.double(.left) != -6 || request.double(.right) != -.infinity {
                return .failure(Failure(.broken, "loud"))
            }
            if request.verb == .playing(.nudge), request.time(.by) != .frames(-240) { return .failure(Failure(.broken, "off")) }
            if request.verb == .playing(.pitch), request.double(.cents) != -150 { return .failure(Failure(.broken, "flat")) }
            return .success(Samples.reply(to: request))
        }
        defer { engine.stop() }
        for (words, output) in [
            (["stop"], "/r/x.wav\n"), (["rec"], "x\n"), (["rec", "--wait"], "/r/x.wav\n"), (["play", "x"], "Playing x\n"),
            (["locate", "48000f"], ""), (["nudge", "-240f"], ""), (["pitch", "-150"], ""),
            (["gain", "--left", "-6", "--right=-inf"], ""), (["quit"], ""),
            (["--version"], "dicta 0.2.0\n"),
        ] {
            let run = try terminal.run(words)
            #expect(run.code == 0 && run.output == output && run.errors.isEmpty, "\(words): \(run)")
        }
    }

    @Test("a path with a slash is the one here, a name is left as it is")
    func paths() throws {
        let engine = try terminal.engine { request, _ in
            .success(Reply(["name": .text(request.text(.name) ?? request.text(.in) ?? "none")]))
        }
        defer { engine.stop() }
        #expect(try terminal.run("play", "x").output == "Playing x\n")
        #expect(try terminal.run("play", "/a/b.wav").output == "Playing /a/b.wav\n")
        let relative = try terminal.run("play", "./b.wav").output
        #expect(relative.hasPrefix("Playing /") && relative.hasSuffix("/b.wav\n") && !relative.contains("/./"))
        let marks = try terminal.run("marks", "./b.wav").output
        #expect(marks.contains(" /") && marks.hasSuffix("/b.wav\n") && !relative.contains("/./"), "\(marks)")
        #expect(try terminal.run("play", "--", "--odd").output == "Playing --odd\n")
        #expect(try terminal.run("play").output == "Playing none\n")
    }

    @Test("1 for a refusal, 2 when the engine finds the argument bad; words as the engine said them")
    func refused() throws {
        let engine = try terminal.engine { request, _ in
            .failure(
                request.verb == .recording(.pause)
                    ? Failure(.wrongState, "nothing records") : Failure(.badArgument, "no such place"))
        }
        defer { engine.stop() }
        let run = try terminal.run("pause")
        #expect(run.code == 1 && run.output.isEmpty && run.errors == "dicta: nothing records\n")
        let json = try terminal.run("--json", "pause")
        #expect(json.code == 1)
        #expect(json.output == "{\"error\":{\"code\":6,\"message\":\"nothing records\"},\"json_version\":2}\n")
        #expect(try terminal.run("locate", "1").code == 2)
    }

    @Test("JSON of every verb is one object that Python takes")
    func json() throws {
        let engine = try terminal.engine { request, _ in .success(Samples.reply(to: request)) }
        defer { engine.stop() }
        // The example of `open` is refused without the user's own setting: see OpenTests. That of `tour` waits for keys.
        for command in CommandTable.all where !["start", "watch", "tui", "open", "tour"].contains(command.name) {
            let words = command.example.split(separator: " ").dropFirst().map(String.init)
            let run = try terminal.run(words + ["--json"])
            // The doctor finds that no JACK server runs here.
            let codes = command.name == "doctor" ? [0, CommandTable.problemCode] : [0]
            #expect(codes.contains(run.code) && run.errors.isEmpty, "\(command.name): \(run)")
            #expect(Terminal.json(run.output, "'error' in o") == "False")
            #expect(run.output.filter { $0 == "\n" }.count == 1)
        }
        let list = try terminal.run("ls", "--json")
        #expect(Terminal.json(list.output, "o['count'], len(o['items']), o['items'][0]['bytes']") == "2 2 1553664000")
        let stop = try terminal.run("stop", "--json")
        #expect(Terminal.json(stop.output, "o['peak_left_db'], o['path'], 'items' in o") == "None /r/x.wav False")
        #expect(Terminal.json(try terminal.run("--json", "--version").output, "o['version']") == Version.text)
        #expect(Terminal.json(try terminal.run("--json", "help", "rec").output, "o['help'][:6]") == "Usage:")
    }

    @Test("an empty list is an empty array, and an answer without words an empty object")
    func emptyList() throws {
        let engine = try terminal.engine { request, _ in
            .success(request.verb == .library(.ls) ? Reply(["count": .int(0)]) : Reply())
        }
        defer { engine.stop() }
        #expect(try terminal.run("ls", "--json").output == "{\"count\":0,\"items\":[],\"json_version\":2}\n")
        #expect(try terminal.run("ls").output == "Count  0\n")
        #expect(try terminal.run("pause", "--json").output == "{\"json_version\":2}\n")
    }

    @Test("1 when a file would be larger than the limit of the user; the program tells it, and no signal ends it")
    func fileLimit() throws {
        let sound = terminal.folder.file("long.wav")
        let write = """
            import sys, wave
            file = wave.open(sys.argv[1], 'wb')
            file.setparams((1, 2, 48000, 0, 'NONE', ''))
            file.writeframes(bytes(960000))
            file.close()
            """
        try #require(Process.run("/usr/bin/python3", ["-c", write, sound]).code == 0)
        // The second one is written by ffmpeg, which the signal ends.
        let noise = terminal.folder.file("noise.m4a")
        let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=duration=5", noise]
        let made = Process.run("/usr/bin/ffmpeg", words)
        try #require(made.code == 0, "\(made.errors)")
        let line = "ulimit -f 100; exec \"$0\" --no-start import \"$1\""
        for file in [sound, noise] {
            let run = Process.run(
                "/bin/bash", ["-c", line, try Terminal.products() + "/dicta", file],
                environment: terminal.environment(path: "/usr/bin:/bin"))
            #expect(run.code == 1 && run.errors.contains("the limit of file sizes is reached"), "\(run)")
        }
    }

    @Test("1 when the answer cannot be written: closed output, full disk; nothing is said to a reader that went away")
    func output() throws {
        let program = try Terminal.products() + "/dicta"
        let closed = try terminal.run(["--version"], closeOutput: true)
        #expect(closed.code == 1)
        #expect(closed.errors.contains("cannot write the answer"))
        let full = Process.run("/bin/bash", ["-c", "\"$0\" help > /dev/full", program])
        #expect(full.code == 1 && full.errors.contains("cannot write the answer"), "\(full)")
        // The only reader of this pipe has gone before the program begins.
        let gone = "mkfifo \"$1\"; exec 3<> \"$1\" 4> \"$1\" 3>&-; \"$0\" $2 >&4; echo $? >&2"
        for (number, (words, code)) in [("help", 0), ("help --json", 0), ("help no-such-verb", 2)].enumerated() {
            let pipe = terminal.folder.file("pipe\(number)")
            let run = Process.run("/bin/bash", ["-c", gone, program, pipe, words])
            #expect(run.errors.hasSuffix("\(code)\n") && !run.errors.contains("pipe"), "\(words): \(run)")
            #expect(code != 0 || run.errors == "0\n", "\(words): \(run)")
        }
    }
}
