// Tests the choice of a JACK server on a plain desktop (J8, issue 14 number 26).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct PlainDesktopTests {
        private let pipewire = PipeWireServer()

        /// The engine starts inside PipeWire if no jackd runs, is connected to the default source and sink, and follows them.
        @Test func theEngineStartsInPipeWireAndFollowsTheDefaults() throws {
            #expect(pipewire.start() && pipewire.addSource("Desk") && pipewire.addSource("Headset"))
            #expect(pipewire.pick("source", "Desk") && pipewire.pick("sink", "Studio Out"))
            let desktop = Desktop(environment: inPipeWire)
            let start = desktop.dicta("start")
            #expect(start.code == 0 && !start.output.contains("no JACK server"), "\(start.output)\(start.errors)")
            #expect(try desktop.ask("status").text("jack_server") == "PipeWire")
            try expect(desktop, inputs: "Desk:capture_F", outputs: "Studio Out:playback_AUX")
            #expect(pipewire.addSink("Phones") && pipewire.pick("sink", "Phones") && pipewire.pick("source", "Headset"))
            try expect(desktop, inputs: "Headset:capture_F", outputs: "Phones:playback_AUX")
            // A side that the user has disconnected stays so, and the next pick leaves it alone.
            #expect(unlink("Phones:playback_AUX0", from: desktop) && unlink("Phones:playback_AUX1", from: desktop))
            #expect(pipewire.pick("source", "Desk") && pipewire.pick("sink", "Studio Out"))
            try expect(desktop, inputs: "Desk:capture_F", outputs: "")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// Without PipeWire, an engine that works with it names PipeWire, at its start and in the status.
        @Test func aMissingPipeWireIsNamed() throws {
            let folder = TempFolder()
            let desktop = Desktop(environment: ["PIPEWIRE_RUNTIME_DIR": folder.path])
            let start = desktop.dicta("start", "--jack", "pipewire")
            #expect(start.code == 0 && start.output.contains("PipeWire does not run"), "\(start)")
            #expect(!start.output.contains("jackd -d dummy"), "\(start)")
            #expect(start.output.contains("systemctl --user start pipewire"), "\(start)")
            let status = desktop.dicta("status").output.split(separator: "\n").map(String.init)
            #expect(status.contains { $0.hasPrefix("Trouble") && $0.contains("systemctl --user start pipewire") }, "\(status)")
            #expect(status.contains("Outputs    not connected") && status.contains("Inputs     not connected"), "\(status)")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// A default device that appears later, without a new port, is connected, and the engine sleeps meanwhile and after it.
        @Test func aDefaultThatComesLaterIsConnected() throws {
            #expect(pipewire.start() && pipewire.addSource("Desk") && pipewire.pick("source", "Desk"))
            #expect(metadata("default.audio.source", nil) && metadata("default.audio.sink", nil))
            let desktop = Desktop(environment: inPipeWire)
            #expect(desktop.dicta("start").code == 0)
            try expect(desktop, inputs: "", outputs: "")
            // New ports have settled.
            Pause.milliseconds(1500)
            try expect(desktop, inputs: "", outputs: "")
            #expect(metadata("default.audio.source", "Desk") && metadata("default.audio.sink", "Studio Out"))
            try expect(desktop, inputs: "Desk:capture_F", outputs: "Studio Out:playback_AUX")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// A new default device that refuses the connection is tried again until it takes it; the last one stays connected so long.
        @Test func aRefusedDeviceIsTriedAgain() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.refusal))
            #expect(pipewire.start() && pipewire.pick("sink", "Studio Out") && folder.write("", to: "refuses"))
            let variables = ["LD_PRELOAD": preload, "REFUSES": folder.file("refuses"), "REFUSED": folder.file("refused")]
            let desktop = Desktop(environment: inPipeWire.merging(variables) { $1 })
            #expect(desktop.dicta("start").code == 0)
            try expect(desktop, inputs: nil, outputs: "Studio Out:playback_AUX")
            #expect(pipewire.addSink("Phones") && pipewire.pick("sink", "Phones"))
            Pause.until { Files.exists(folder.file("refused")) }
            #expect(Files.exists(folder.file("refused")))
            try expect(desktop, inputs: nil, outputs: "Studio Out:playback_AUX")
            #expect(Files.remove(folder.file("refuses")))
            try expect(desktop, inputs: nil, outputs: "Phones:playback_AUX")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// Refuses connections to `Phones` while the file of `REFUSES` exists, and notes this in the file of `REFUSED`.
        private static let refusal = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            int jack_connect(void *client, const char *from, const char *to) {
                if (strncmp(to, "Phones:", 7) == 0 && access(getenv("REFUSES"), F_OK) == 0) {
                    close(open(getenv("REFUSED"), O_CREAT | O_WRONLY, 0600));
                    return -1;
                }
                return ((int (*)(void *, const char *, const char *))dlsym(RTLD_NEXT, "jack_connect"))(client, from, to);
            }
            """

        /// A connection that the user has made beside the default one is there again when the server comes back.
        @Test func aConnectionOfTheUserOutlivesTheServer() throws {
            #expect(pipewire.start() && pipewire.pick("sink", "Studio Out") && pipewire.addSink("Phones"))
            let desktop = Desktop(environment: inPipeWire)
            #expect(desktop.dicta("start").code == 0)
            try expect(desktop, inputs: nil, outputs: "Studio Out:playback_AUX")
            let own = ["l": "0", "r": "1"].map { ("\(desktop.engine):out_\($0)", "Phones:playback_AUX\($1)") }
            for (port, phone) in own {
                #expect(Process.run("/usr/bin/pw-link", [port, phone], environment: pipewireClient).code == 0)
            }
            let both = ["Studio Out:playback_AUX0", "Studio Out:playback_AUX1"] + own.map(\.1)
            try expect(desktop, outputs: Set(both))
            // A connection that is taken away before the engine has looked at it was never there. It stores what it has seen.
            let kept = "\(try desktop.ask("status").text("library"))/.\(desktop.engine).connections"
            Pause.until { own.allSatisfy({ Files.read(kept)?.contains($0.1) == true }) }
            #expect(own.allSatisfy { Files.read(kept)?.contains($0.1) == true }, "\(Files.read(kept) ?? "")")
            pipewire.stop()
            try Pause.until { try desktop.ask("status").text("jack") != "running" }
            // WirePlumber stores the choice of a sink a while later.
            #expect(pipewire.start() && pipewire.pick("sink", "Studio Out") && pipewire.addSink("Phones"))
            try expect(desktop, outputs: Set(both))
            #expect(desktop.dicta("quit").code == 0)
        }

        /// The folder of PipeWire's library is added without an empty one, which would be the current folder.
        @Test(arguments: ["", ":/nowhere::"]) func theCurrentFolderIsNoLibraryFolder(path: String) throws {
            #expect(pipewire.start())
            let desktop = Desktop(environment: inPipeWire.merging(["LD_LIBRARY_PATH": path]) { $1 })
            #expect(desktop.dicta("start").code == 0)
            let variables = Files.read("/proc/\(try desktop.ask("ping").int("pid"))/environ") ?? ""
            let value = variables.split(separator: "\0").first { $0.hasPrefix("LD_LIBRARY_PATH=") }?.dropFirst(16) ?? ""
            let folders = value.split(separator: ":", omittingEmptySubsequences: false)
            #expect(folders.contains { $0.contains("pipewire") } && !folders.contains(""), "\(value)")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// A jackd that JACK_DEFAULT_SERVER names wins over PipeWire; `--jack pipewire` and the setting decide by hand.
        @Test func bothRun() throws {
            #expect(pipewire.start())
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop(environment: inPipeWire.merging(server.environment) { $1 })
            #expect(desktop.dicta("start").code == 0)
            #expect(try desktop.ask("status").text("jack_server") == "jackd '\(server.name)'")
            try expectJack(desktop)
            #expect(desktop.dicta("quit").code == 0 && desktop.dicta("start", "--jack", "pipewire").code == 0)
            #expect(try desktop.ask("status").text("jack_server") == "PipeWire")
            try expectJack(desktop)
            #expect(desktop.dicta("set", "jack", "pipewire").code == 0 && desktop.dicta("quit").code == 0)
            #expect(desktop.dicta("start").code == 0)
            #expect(try desktop.ask("status").text("jack_server") == "PipeWire")
            #expect(desktop.dicta("quit").code == 0 && desktop.dicta("start", "--jack", "jackd").code == 0)
            try expectJack(desktop)
            #expect(try desktop.ask("status").text("jack_server") == "jackd '\(server.name)'")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// The default jackd wins with the driver of a device and not with `dummy`. A stand-in listens in its place: this machine
        /// may have no device, and its default server is not the tests' own.
        @Test(.enabled(if: !Files.exists(socketOfDefault)), arguments: ["alsa", "dummy"])
        func aDeviceWins(driver: String) throws {
            #expect(pipewire.start())
            let listen = "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(9)"
            let script = "exec -a jackd python3 -c \"$1\" \"$2\" -R -d \"$3\""
            let words = ["-c", script, "sh", listen + "; print(1, flush=True); time.sleep(60)", socketOfDefault, driver]
            let jackd = try #require(Process("/bin/bash", words))
            defer {
                _ = kill(jackd.pid, SIGKILL)
                _ = jackd.finish()
                _ = Files.remove(socketOfDefault)
            }
            Pause.until { !jackd.saidSoFar.isEmpty }
            let desktop = Desktop(environment: inPipeWire)
            #expect(desktop.dicta("start").code == 0)
            #expect(try desktop.ask("status").text("jack_server") == (driver == "alsa" ? "jackd 'default'" : "PipeWire"))
            #expect(desktop.dicta("quit").code == 0)
        }

        /// Without a server, `start` says the one command; without a card, that nothing is heard.
        @Test func noneRuns() throws {
            var environment = ["JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": "nobody-here"]
            let cards = TempFolder()
            let text = """
                 0 [HDMI           ]: HDA-Intel - HDA ATI HDMI
                                      HDA ATI HDMI at 0xfe [1] irq 30
                 1 [PCH            ]: HDA-Intel - HDA Intel PCH

                """
            #expect(cards.write(text, to: "cards") && cards.write("--- no soundcards ---\n", to: "none"))
            for (file, words) in [("cards", "jackd -d alsa -d hw:PCH"), ("none", "nothing is heard: jackd -d dummy")] {
                environment["DICTA_CARDS"] = cards.file(file)
                let desktop = Desktop(environment: environment)
                let start = desktop.dicta("start")
                #expect(start.code == 0 && start.output.contains(words), "\(start.output)")
                #expect(desktop.dicta("--json", "start").output.contains(words))
                #expect(desktop.dicta("quit").code == 0)
            }
        }

        /// The setting `jack-command` starts a server where none runs, once; one that cannot start is told with its command.
        @Test func theCommandStartsAServer() throws {
            let name = "command\(getpid())"
            let desktop = Desktop(environment: ["JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name])
            #expect(desktop.set("jack-command = jackd -n \(name) -d dummy 2>&1 & echo $! > $HOME/pid; wait\n"))
            var pid: Int32? { Files.read(desktop.folder.file("pid")).flatMap { Int32($0.filter { !$0.isNewline }) } }
            defer { if let pid { _ = kill(pid, SIGTERM) } }
            for round in 0..<2 {
                let start = desktop.dicta("start")
                #expect(start.code == 0 && !start.output.contains("no JACK server"), "\(round): \(start.output)")
                try Pause.until { try desktop.ask("status").text("jack") == "running" }
                #expect(try desktop.ask("status").text("jack") == "running", "\(round): \(desktop.log)")
                #expect(desktop.dicta("quit").code == 0)
                // The server keeps running, and the next engine finds it.
                let server = try #require(pid)
                #expect(desktop.isRunning(server))
                let log = desktop.log
                #expect(log.split(separator: "\n").count { $0.contains("starting one: ") } == 1, "\(round): \(log)")
            }
        }

        /// Under systemd the server gets a scope of its own: all that is left in the unit of an engine ends with it. Where there are no
        /// scopes, the server is started all the same.
        @Test(arguments: [true, false]) func theServerOutlivesTheUnitOfTheEngine(hasScopes: Bool) throws {
            let name = "scope\(getpid())\(hasScopes)"
            let tools = TempFolder()
            let desktop = Desktop(environment: [
                "JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name, "INVOCATION_ID": "0123456789abcdef",
                "PATH": "\(tools.path):/usr/local/bin:/usr/bin:/bin",
            ])
            // Both its uses: a trial, and a program behind `--`.
            let script = """
                #!/bin/sh
                echo "$*" >> "$HOME/scopes"
                \(hasScopes ? "" : "exit 1")
                while :; do case $1 in --) shift; break;; -*) shift;; *) break;; esac; done
                exec "$@"
                """
            #expect(tools.write(script, to: "systemd-run", mode: 0o700))
            #expect(desktop.set("jack-command = jackd -n \(name) -d dummy 2>&1 & echo $! > $HOME/pid; wait\n"))
            var pid: Int32? { Files.read(desktop.folder.file("pid")).flatMap { Int32($0.filter { !$0.isNewline }) } }
            defer { if let pid { _ = kill(pid, SIGTERM) } }
            let start = desktop.dicta("start")
            #expect(start.code == 0 && !start.output.contains("no JACK server"), "\(start.output)")
            let scopes = (Files.read(desktop.folder.file("scopes")) ?? "").split(separator: "\n")
            #expect(scopes.first == "--user --scope --quiet true", "\(scopes)")
            #expect(scopes.contains { $0.contains(" -- /bin/sh -c jackd -n \(name)") } == hasScopes, "\(scopes)")
            try Pause.until { try desktop.ask("status").text("jack") == "running" }
            #expect(try desktop.ask("status").text("jack") == "running", "\(desktop.log)")
            #expect(desktop.dicta("quit").code == 0)
            let server = try #require(pid)
            #expect(desktop.isRunning(server))
        }

        /// A server that a line leaves running behind its shell (`&`) is waited for, although it comes after the shell has ended.
        @Test func aCommandInTheBackgroundIsWaitedFor() throws {
            let name = "behind\(getpid())"
            let desktop = Desktop(environment: ["JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name])
            let line = "sh -c 'echo $$ > $HOME/pid; sleep 0.5; exec jackd -n \(name) -d dummy' > /dev/null 2>&1 &"
            #expect(desktop.set("jack-command = \(line)\n"))
            var pid: Int32? { Files.read(desktop.folder.file("pid")).flatMap { Int32($0.filter { !$0.isNewline }) } }
            defer { if let pid { _ = kill(pid, SIGTERM) } }
            let start = desktop.dicta("start")
            #expect(start.code == 0 && !start.output.contains("no JACK server"), "\(start.output)")
            try Pause.until { try desktop.ask("status").text("jack") == "running" }
            #expect(try desktop.ask("status").text("jack") == "running", "\(desktop.log)")
            #expect(!desktop.log.contains("jack-command ended"), "\(desktop.log)")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// A command that fails is told by `start` and by status with its exit code.
        @Test func aCommandThatFailsIsTold() throws {
            let name = "fails\(getpid())"
            let desktop = Desktop(environment: ["JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name])
            #expect(desktop.set("jack-command = exit 3\n"))
            let start = desktop.dicta("start")
            let words = "no JACK server runs: the command of jack-command ended with exit code 3: exit 3"
            #expect(start.code == 0 && start.output.contains(words), "\(start.output)")
            let hint = try desktop.ask("status").text("jack_hint")
            #expect(hint.hasPrefix(words) && hint.contains("the engine's log"), "\(hint)")
            #expect(desktop.log.contains(words + "\n"), "\(desktop.log)")
            #expect(desktop.dicta("quit").code == 0)
            #expect(desktop.set("jack-command = kill -9 $$\n"))
            let killed = desktop.dicta("start")
            #expect(killed.code == 0 && killed.output.contains("was ended by signal 9: kill -9 $$"), "\(killed.output)")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// `auto` is jackd with the first card that leads to no screen. This machine has no such card: jackd says so in the log.
        @Test func autoStartsJackdWithTheFirstCard() throws {
            let name = "auto\(getpid())"
            let desktop = Desktop(environment: [
                "JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": name, "DICTA_CARDS": desktopCards.file("cards"),
            ])
            #expect(desktopCards.write(" 0 [NoSuchCard     ]: HDA-Intel - HDA Intel PCH\n", to: "cards"))
            #expect(desktop.set("jack-command = auto\n"))
            let start = desktop.dicta("start")
            let line = "jackd -n '\(name)' -d alsa -d hw:NoSuchCard"
            #expect(start.code == 0 && start.output.contains("ended with exit code "), "\(start.output)")
            #expect(start.output.contains(": \(line)  ("), "\(start.output)")
            #expect(desktop.log.contains("starting one: \(line)\n"), "\(desktop.log)")
            #expect(desktop.log.contains("the command of jack-command ended with exit code "), "\(desktop.log)")
            #expect(desktop.dicta("quit").code == 0)
        }

        /// Waits until the engine runs in the graph. It answers two seconds after its start at the latest, also without a server.
        private func expectJack(_ desktop: Desktop) throws {
            try Pause.until { try desktop.ask("status").text("jack") == "running" }
            #expect(try desktop.ask("status").text("jack") == "running", "\(desktop.log)")
        }

        private let desktopCards = TempFolder()

        private var inPipeWire: [String: String] {
            ["JACK_NO_START_SERVER": "1", "PIPEWIRE_RUNTIME_DIR": pipewire.runtimeFolder]
        }

        private static var socketOfDefault: String { "/dev/shm/jack_default_\(getuid())_0" }
        private var socketOfDefault: String { Self.socketOfDefault }

        private func unlink(_ port: String, from desktop: Desktop) -> Bool {
            let own = "\(desktop.engine):out_\(port.hasSuffix("0") ? "l" : "r")"
            return Process.run("/usr/bin/pw-link", ["-d", own, port], environment: pipewireClient).code == 0
        }

        private var pipewireClient: [String: String] { ["PIPEWIRE_RUNTIME_DIR": pipewire.runtimeFolder, "HOME": "/tmp"] }

        /// Waits until both ports of each side are connected to ports of that beginning only; to none where it is empty.
        private func expect(_ desktop: Desktop, inputs: String?, outputs: String) throws {
            var found = ""
            for _ in 0..<200 {
                let links = Process.run("/usr/bin/pw-link", ["-l", "-o", "-i"], environment: pipewireClient).output
                let (ins, outs) = (partners(of: desktop.engine + ":in_", links), partners(of: desktop.engine + ":out_", links))
                found = "\(ins) \(outs)"
                let isIn =
                    inputs.map { start in start.isEmpty ? ins.isEmpty : ins.count == 2 && ins.allSatisfy { $0.hasPrefix(start) } }
                    ?? true
                let isOut = outputs.isEmpty ? outs.isEmpty : outs.count == 2 && outs.allSatisfy { $0.hasPrefix(outputs) }
                if isIn && isOut { return }
                Pause.milliseconds(50)
            }
            Issue.record("connected to \(found), not \(inputs ?? "anything") and \(outputs)")
        }

        /// Waits until the outputs are connected to these ports and no others.
        private func expect(_ desktop: Desktop, outputs: Set<String>) throws {
            var found: Set<String> = []
            for _ in 0..<400 {
                let links = Process.run("/usr/bin/pw-link", ["-l", "-o", "-i"], environment: pipewireClient).output
                found = Set(partners(of: desktop.engine + ":out_", links))
                if found == outputs { return }
                Pause.milliseconds(50)
            }
            let known = Process.run("/usr/bin/pw-metadata", ["0"], environment: pipewireClient).output
            Issue.record("connected to \(found), not \(outputs), of \(known)")
        }

        /// Sets the default that the session manager has found, or removes it.
        private func metadata(_ key: String, _ name: String?) -> Bool {
            let words = name.map { ["0", key, "{\"name\":\"\($0)\"}", "Spa:String:JSON"] } ?? ["-d", "0", key]
            return Process.run("/usr/bin/pw-metadata", words, environment: pipewireClient).code == 0
        }

        /// Partners of ports, as `pw-link -l` lists them: a port in a line, its partners in the next ones behind an arrow.
        private func partners(of stem: String, _ links: String) -> [String] {
            var (isOwn, found) = (false, [String]())
            for line in links.split(separator: "\n") {
                if line.contains("|->") || line.contains("|<-") {
                    if isOwn { found.append(String(line.drop { " |<->".contains($0) })) }
                } else {
                    isOwn = line.hasPrefix(stem)
                }
            }
            return Array(Set(found))
        }
    }
}
