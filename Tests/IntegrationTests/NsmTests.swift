// Room: integration tests. A session manager of our own, which minds everything (J6).
import Control
import Dictation
import Glibc
import Storage
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct NsmTests {
        /// A server and a probe that sends frames.
        private struct Stage {
            let server: JackServer
            let probe: Probe

            init() throws {
                server = try #require(JackServer(), "no jackd")
                probe = try #require(Probe("probe", sends: .frames(.fine)), "no probe")
            }

            func end() {
                probe.close()
                server.stop()
            }

            var soon: UInt32 { probe.frameTime &+ UInt32(probe.rate / 4) }
        }

        @Test func opensAProject() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(rig.announce.text(0) == "dicta" && rig.announce.text(1) == ":switch:dirty:progress:message:")
            #expect(rig.announce.text(2) == Programs.path("dictad") && rig.announce.int(5) == rig.process?.pid)
            // Neither a client nor a socket before there is a project.
            rig.manager.listen(seconds: 0.5)
            #expect(!stage.probe.hasPort("dicta:in_l") && !Files.exists(rig.socket))
            let answer = try rig.open("first", id: "dicta.nABCD")
            #expect(answer.path == "/reply" && answer.text(1).contains("dicta.nABCD"))
            // It is there when the answer is.
            #expect(stage.probe.hasPort("dicta.nABCD:in_l") && stage.probe.hasPort("dicta.nABCD:out_r"))
            let steps = rig.manager.log.filter { $0.path == "/nsm/client/progress" }
            #expect(steps.count >= 3 && steps.last?.float(0) == 1)
            #expect(try rig.ask("status").text("library") == rig.project("first") + "/Recordings")
            // What is set belongs to the project.
            try rig.ask("set", "key", "rec-format", "value", "flac")
            #expect(Files.read(rig.project("first") + "/settings")?.contains("\nrec-format = flac\n") == true)
            #expect(!Files.exists(rig.folder.file("home/.config")) && !Files.exists(rig.folder.file("home/Recordings")))
            rig.signal(SIGTERM)
            #expect(rig.finish()?.code == 0)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// The answer to save comes when all that was heard until then is on the disk; the take goes on.
        @Test func savesUnderATake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try rig.ask("rec", "name", "x", "at-frame", "\(start)")
            #expect(rig.manager.await("/nsm/client/label")?.text(0) == "recording x")
            #expect(rig.manager.await("/nsm/client/is_dirty") != nil)
            stage.probe.waitFor(frame: start &+ 48_000)
            let saved = stage.probe.frameTime
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            let path = rig.project("p") + "/Recordings/x.wav"
            let there = try Scene.samples(path)
            #expect(there.count >= Int(saved &- start) - 2048, "\(there.count) of \(saved &- start)")
            #expect(Files.exists(rig.project("p") + "/session.json"))
            stage.probe.waitFor(frame: start &+ 96_000)
            try rig.ask("stop", "at-frame", "\(start &+ 120_000)")
            let report = FrameReport(try Scene.samples(path), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            #expect(rig.manager.await("/nsm/client/is_clean") != nil)
            // A change of the sound is one that can be saved.
            try rig.ask("gain", "master", "0.5")
            #expect(rig.manager.await("/nsm/client/is_dirty") != nil)
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// The answer to save is a promise: none while the disk stands still.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aSaveWaitsForTheDisk() throws {
            let stage = try Stage()
            defer { stage.end() }
            let disk = try SmallDisk(megabytes: 64)
            let rig = try SessionRig()
            // Only the takes are there: what waits is their sync, and nothing else.
            #expect(Files.makeFolder(rig.project("p")))
            #expect(unsafe symlink(disk.path, rig.project("p") + "/Recordings") == 0)
            #expect(rig.writeOwnSettings("reserve = 4\n"))
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try rig.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 48_000)
            try disk.freeze()
            rig.manager.save()
            #expect(rig.manager.answer(seconds: 3) == nil)
            try disk.thaw()
            #expect(rig.manager.answer()?.path == "/reply")
            try rig.ask("stop", "at-frame", "\(stage.soon)")
            let report = FrameReport(try Scene.samples(disk.path + "/x.wav"), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            rig.signal(SIGTERM)
            #expect(rig.finish()?.code == 0)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// Another project: the take is closed whole, and the same process goes on there under its new name.
        @Test func switchesUnderATake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("one", id: "dicta.nONE").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nONE"))
            let start = stage.soon
            try rig.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 72_000)
            let pid = try rig.ask("ping").int("pid")
            #expect(try rig.open("two", id: "dicta.nTWO").path == "/reply")
            let samples = try Scene.samples(rig.project("one") + "/Recordings/x.wav")
            let report = FrameReport(samples, .fine)
            #expect(samples.count >= 72_000 && report.isClean && report.silent == 0, "\(samples.count) \(report)")
            #expect(Files.exists(rig.project("one") + "/Recordings/x.json"))
            #expect(stage.probe.hasPort("dicta.nTWO:in_l") && !stage.probe.hasPort("dicta.nONE:in_l"))
            #expect(try rig.ask("ping").int("pid") == pid)
            #expect(try rig.ask("status").text("library") == rig.project("two") + "/Recordings")
            #expect(rig.process?.hasEnded == false)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        @Test func switchesLeaveNothingBehind() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            func threads() -> Int {
                Process.run("/bin/ls", ["/proc/\(rig.process?.pid ?? 0)/task"]).output.split(separator: "\n").count
            }
            var before = (0, 0)
            for round in 0..<8 {
                #expect(try rig.open("p\(round % 2)", id: "dicta.n\(round % 2)").path == "/reply")
                if round == 1 { before = (rig.descriptors, threads()) }
            }
            #expect(rig.descriptors <= before.0 && threads() <= before.1, "\(before), \(rig.descriptors), \(threads())")
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        @Test func bringsBackWhatWasSaved() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            try rig.ask("rec", "name", "tape", "for", "2s", "wait", "yes")
            try rig.ask("play", "tape")
            try rig.ask("pause")
            try rig.ask("locate", "24000f")
            try rig.ask("loop", "a", "12000f", "b", "36000f")
            try rig.ask("rate", "0.8")
            try rig.ask("pitch", "-150")
            try rig.ask("gain", "master", "0.5", "left", "-6", "channels", "mono")
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            // Not saved, and so not kept.
            try rig.ask("gain", "master", "0.25")
            // Copied to another place under the same name, as duplicate does it.
            #expect(Process.run("/bin/cp", ["-a", rig.project("p"), rig.project("copy of p")]).code == 0)
            #expect(try rig.open("copy of p", id: "dicta.nA").path == "/reply")
            let status = try rig.ask("status")
            #expect(status.text("play_name") == "tape" && status.int("position_frames") == 24_000)
            #expect(status.text("play_state") != "playing")
            #expect(status.int("loop_a_frames") == 12_000 && status.int("loop_b_frames") == 36_000)
            #expect(status.double("play_rate") == 0.8 && status.double("pitch_cents") == -150)
            #expect(status.double("master") == 0.5 && status.double("left_db") == -6 && status.text("channels") == "mono")
            #expect(try rig.ask("info", "tape").text("path").hasPrefix(rig.project("copy of p")))
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        @Test func endsWithinTwoSeconds() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            // A program of the user that takes its time is not waited for.
            try rig.ask("set", "key", "on-record-stopped", "value", "sleep 8")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try rig.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 48_000)
            let before = stage.probe.frameTime
            rig.signal(SIGTERM)
            #expect(rig.finish()?.code == 0)
            #expect(stage.probe.frameTime &- before < 2 * 48_000)
            let samples = try Scene.samples(rig.project("p") + "/Recordings/x.wav")
            let report = FrameReport(samples, .fine)
            #expect(samples.count >= 47_000 && report.isClean, "\(samples.count) \(report)")
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        @Test func aManagerThatDiesHurtsNoTake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try rig.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 24_000)
            rig.manager.die()
            try rig.ask("mark", "m")
            stage.probe.waitFor(frame: start &+ 48_000)
            let stopped = try rig.ask("stop", "at-frame", "\(start &+ 72_000)")
            #expect(stopped.int("frames") == 72_000)
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            rig.signal(SIGTERM)
            let end = try #require(rig.finish())
            #expect(end.code == 0 && end.errors.contains("session manager is gone"), "\(end.errors)")
        }

        /// Without an answer, or with a no, it works as if nobody had asked.
        @Test(arguments: [true, false]) func worksAloneWithoutAWelcome(isRefused: Bool) throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig(isWelcome: false)
            if isRefused { rig.manager.refuse(-6, "no session is open") }
            try rig.waitFor { $0.text("jack") == "running" }
            #expect(stage.probe.hasPort("dicta:in_l"))
            #expect(try rig.ask("status").text("library") == rig.folder.file("home/Recordings"))
            try rig.ask("rec", "name", "x", "for", "0.5s", "wait", "yes")
            rig.manager.listen(seconds: 0.1)
            #expect(rig.manager.log.count == 1, "\(rig.manager.log)")
            rig.signal(SIGTERM)
            let end = try #require(rig.finish())
            #expect(end.code == 0 && end.errors.contains("working without a session"), "\(end.errors)")
            #expect(end.errors.contains(isRefused ? "no session is open" : "within 5 s"), "\(end.errors)")
        }

        @Test func refusesWhatIsWrong() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            let manager = rig.manager
            // Before there is a project.
            manager.save()
            #expect(manager.answer()?.int(1) == -6)
            for wrong in [
                NsmPacket("/nsm/client/open", .text("/x"), .text("x")),
                NsmPacket("/nsm/client/open", .int(1), .text("x"), .text("dicta")),
                NsmPacket("/nsm/client/open", .text("relative"), .text("x"), .text("dicta")),
                NsmPacket("/nsm/client/open", .text("/tmp/../etc"), .text("x"), .text("dicta")),
                NsmPacket("/nsm/client/open", .text("/tmp/x"), .text("x"), .text("a:b")),
            ] {
                manager.expectAnswer(to: "/nsm/client/open")
                manager.send(wrong)
                #expect(manager.answer()?.int(1) == -1, "\(wrong)")
            }
            // No messages, or none that it has to know: no answer, no harm.
            for bytes in [[], [0], Array("garbage".utf8), Array("#bundle\0".utf8), Array("/nsm/client/open".utf8)] {
                manager.send(bytes)
            }
            manager.send(NsmPacket("/minor_error", .text("x"), .int(1), .text("y")))
            manager.send(NsmPacket("/nsm/client/monitor/client_state", .text("x")))
            manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            // A place where no folder can be: told, and the next one is opened.
            #expect(Files.write("x", to: rig.project("file")))
            #expect(try rig.open("file", id: "dicta.nA").int(1) == -10)
            #expect(try rig.open("folder", id: "dicta.nA").path == "/reply")
            // A state that nobody can read: told, put aside, and the rest is there.
            #expect(Files.makeFolder(rig.project("damaged")))
            #expect(Files.write("{ \"schema\": 1, \"rate\":", to: rig.project("damaged") + "/session.json"))
            #expect(try rig.open("damaged", id: "dicta.nA").path == "/reply")
            #expect(manager.await("/nsm/client/message") { $0.text(1).contains("damaged") } != nil)
            #expect(Files.exists(rig.project("damaged") + "/session.json.damaged"))
            #expect(try rig.ask("status").text("start_problems").contains("session.json is damaged"))
            rig.signal(SIGTERM)
            let end = try #require(rig.finish())
            #expect(end.errors.contains("session.json is damaged"), "\(end.errors)")
            #expect(manager.faults.isEmpty, "\(manager.faults)")
        }

        /// Somebody else's session: nothing of theirs runs, listens or is loaded; what is a project's holds; it is said.
        @Test func aForeignSessionBringsNoProgramsNoNetworkAndNoPaths() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            let (theirs, own) = (rig.folder.file("theirs"), rig.folder.file("own"))
            #expect(rig.writeOwnSettings("on-record-stopped = touch '\(own)'\nreserve = 5\nrec-channels = 2\n"))
            #expect(Files.makeFolder(rig.project("p")))
            let settings = """
                on-record-stopped = touch '\(theirs)'
                on-record-started = touch '\(theirs)'
                osc-udp = 0
                osc-tcp = 0
                osc-may = all
                library = \(rig.folder.path)
                midi = note 1 60 press: stop
                rec-format = flac
                rec-channels = 1
                """
            #expect(Files.write(settings + "\n", to: rig.project("p") + "/settings"))
            let state = "{\"schema\": 1, \"recording\": \"/etc/passwd\", \"master\": 0.5, \"options\": {\"osc-udp\": \"0\"}}\n"
            #expect(Files.write(state, to: rig.project("p") + "/session.json"))
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(rig.manager.await("/nsm/client/message") { $0.text(1).contains("left out") } != nil)
            let status = try rig.ask("status")
            #expect(status.text("osc_urls") == "osc.unix://\(rig.socket)" && status.text("library").hasPrefix(rig.project("p")))
            #expect(
                status.text("settings_problems").contains("cannot bring library, osc-udp, osc-tcp, osc-may, midi"),
                "\(status.all)")
            #expect(status.text("start_problems").contains("'/etc/passwd'") && status.double("master") == 0.5)
            try rig.ask("rec", "name", "x", "for", "0.2s", "wait", "yes")
            #expect(Files.exists(rig.project("p") + "/Recordings/x.flac"))
            #expect(try rig.ask("info", "x").int("channels") == 1)
            for _ in 0..<200 where !Files.exists(own) { _ = usleep(20_000) }
            #expect(Files.exists(own) && !Files.exists(theirs))
            // Set from now on where it belongs.
            try rig.ask("set", "key", "on-error", "value", "true")
            try rig.ask("set", "key", "rec-bits", "value", "16")
            #expect(rig.ownSettings?.contains("\non-error = true\n") == true && rig.ownSettings?.contains("rec-bits") == false)
            #expect(Files.read(rig.project("p") + "/settings")?.contains("rec-bits = 16\n") == true)
            #expect(throws: EngineRig.Trouble.self) { try rig.ask("set", "rec-bits", "24", "reserve", "6") }
            rig.signal(SIGTERM)
            let end = try #require(rig.finish())
            #expect(end.errors.split(separator: "cannot bring library").count == 2, "said once: \(end.errors)")
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// What this user loaded from elsewhere comes back, since this user saved it.
        @Test func aFileFromElsewhereComesBackToWhoSavedIt() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            try rig.ask("rec", "name", "tape", "for", "1s", "wait", "yes")
            let elsewhere = rig.folder.file("elsewhere.wav")
            #expect(Process.run("/bin/cp", [rig.project("p") + "/Recordings/tape.wav", elsewhere]).code == 0)
            try rig.ask("play", elsewhere)
            try rig.ask("pause")
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            let status = try rig.ask("status")
            #expect(status.text("play_name").contains("elsewhere") && status["start_problems"] == nil, "\(status.all)")
        }

        /// Settings and connections that cannot be read are no reason not to open, and are told in all three places.
        @Test func whatCannotBeReadIsTold() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            let project = rig.project("p")
            #expect(
                Files.makeFolder(project) && Files.makeFolder(project + "/settings") && Files.makeFolder(project + "/Recordings"))
            #expect(rig.writeOwnSettings("midi = note 1 60 press: nonsense\n"))
            #expect(Files.write("{ \"schema\":", to: project + "/Recordings/.dicta.connections"))
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            let wanted = ["what was connected is not known", "settings is a folder", "unknown command 'nonsense'"]
            for _ in 0..<100 where rig.manager.log.count(where: { $0.path == "/nsm/client/message" }) < 3 {
                rig.manager.listen(seconds: 0.1)
            }
            for words in wanted {
                #expect(rig.manager.log.contains { $0.path == "/nsm/client/message" && $0.text(1).contains(words) }, "\(words)")
            }
            #expect(Files.exists(project + "/Recordings/.dicta.connections.damaged"))
            let status = try rig.ask("status")
            #expect(status.text("start_problems").contains(".connections.damaged"))
            let problems = status.text("settings_problems")
            #expect(problems.contains(wanted[1]) && problems.contains(wanted[2]), "\(problems)")
            rig.signal(SIGTERM)
            let end = try #require(rig.finish())
            for words in wanted { #expect(end.errors.contains(words), "\(words)") }
        }

        /// Orders that come faster than they are done: one after another, each answered once.
        @Test func ordersInARow() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            rig.manager.open(rig.project("a"), id: "dicta.nA")
            rig.manager.save()
            rig.manager.save()
            rig.manager.open(rig.project("b"), id: "dicta.nB")
            rig.manager.save()
            for _ in 0..<5 { #expect(rig.manager.answer()?.path == "/reply") }
            #expect(stage.probe.hasPort("dicta.nB:in_l"))
            rig.manager.listen(seconds: 0.3)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// No server at all: the project is open all the same, the manager is told, and it begins once there is one.
        @Test func opensWithoutAServer() throws {
            let stage = try Stage()
            defer { stage.end() }
            stage.probe.close()
            stage.server.stop()
            let rig = try SessionRig()
            let answer = try rig.open("p", id: "dicta.nA")
            #expect(answer.path == "/reply" && answer.text(1).contains("waiting"))
            #expect(rig.manager.await("/nsm/client/message")?.int(0) == 3)
            #expect(stage.server.start())
            try rig.waitFor { $0.text("jack") == "running" && $0.text("client") == "dicta.nA" }
            #expect(rig.manager.await("/nsm/client/message") { $0.text(1).contains("dicta.nA") } != nil)
            stage.server.kill()
            #expect(rig.manager.await("/nsm/client/message") { $0.int(0) == 3 && $0.text(1).contains("gone") } != nil)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// The terminal: shown, hidden, closed by its user, and shown again with what was saved.
        @Test func theTerminalIsTheWindow() throws {
            let stage = try Stage()
            defer { stage.end() }
            let tools = TempFolder()
            let script = "#!/bin/sh\necho \"$@\" >>\(tools.file("words"))\necho $$ >\(tools.file("pid"))\nshift\nexec \"$@\"\n"
            #expect(tools.write(script, to: "terminal", mode: 0o700))
            let rig = try SessionRig(environment: ["TERMINAL": tools.file("terminal"), "DISPLAY": ":77"])
            #expect(rig.announce.text(1) == ":switch:dirty:progress:message:optional-gui:")
            #expect(rig.manager.await("/nsm/client/gui_is_hidden") != nil)
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            rig.manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            #expect(rig.manager.await("/nsm/client/gui_is_shown") != nil)
            for _ in 0..<100 where !Files.exists(tools.file("pid")) { _ = usleep(20_000) }
            let words = try #require(Files.read(tools.file("words")))
            #expect(words.contains("-e ") && words.contains("--engine dicta --socket \(rig.socket)"), "\(words)")
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            rig.manager.send(NsmPacket("/nsm/client/hide_optional_gui"))
            #expect(rig.manager.await("/nsm/client/gui_is_hidden") != nil)
            // Closed by hand.
            #expect(Files.remove(tools.file("pid")))
            rig.manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            #expect(rig.manager.await("/nsm/client/gui_is_shown") != nil)
            for _ in 0..<100 where !Files.exists(tools.file("pid")) { _ = usleep(20_000) }
            let pid = Files.read(tools.file("pid")).flatMap { pid_t($0.dropLast()) } ?? 0
            #expect(pid > 0 && kill(pid, SIGTERM) == 0)
            #expect(rig.manager.await("/nsm/client/gui_is_hidden") != nil)
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            #expect(rig.manager.await("/nsm/client/gui_is_shown") != nil)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }

        /// Xruns are told, and no more than one can read.
        @Test func tellsOfXruns() throws {
            let stage = try Stage()
            defer { stage.end() }
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            rig.manager.listen(seconds: 2.2)
            stage.server.freeze()
            _ = usleep(300_000)
            stage.server.thaw()
            let message = rig.manager.await("/nsm/client/message", seconds: 5) { $0.text(1).contains("xruns") }
            #expect(message?.int(0) == 1)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }
    }
}
