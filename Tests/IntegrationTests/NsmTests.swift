// Tests sessions with a strict session manager made for tests (J6).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

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

            func end() { probe.close() }

            var soon: UInt32 { probe.frameTime &+ UInt32(probe.rate / 4) }
            /// A frame for a stop, which is refused when it is late.
            var ahead: UInt32 { probe.frameTime &+ UInt32(probe.rate / 2) }
        }

        @Test func opensAProject() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(fixture.announce.text(0) == "dicta" && fixture.announce.text(1) == ":switch:dirty:progress:message:")
            #expect(fixture.announce.text(2) == Programs.path("dictad") && fixture.announce.int(5) == fixture.process?.pid)
            // No client and no socket before a project is open.
            fixture.manager.listen(seconds: 0.5)
            #expect(!stage.probe.hasPort("dicta:in_l") && !Files.exists(fixture.socket))
            let answer = try fixture.open("first", id: "dicta.nABCD")
            #expect(answer.path == "/reply" && answer.text(1).contains("dicta.nABCD"))
            // The client is there when the answer arrives.
            #expect(stage.probe.hasPort("dicta.nABCD:in_l") && stage.probe.hasPort("dicta.nABCD:out_r"))
            let steps = fixture.manager.log.filter { $0.path == "/nsm/client/progress" }
            #expect(steps.count >= 3 && steps.last?.float(0) == 1)
            #expect(try fixture.ask("status").text("library") == fixture.project("first") + "/Recordings")
            // Settings belong to the project.
            try fixture.ask("set", "key", "rec-format", "value", "flac")
            #expect(Files.read(fixture.project("first") + "/settings")?.contains("\nrec-format = flac\n") == true)
            #expect(!Files.exists(fixture.folder.file("home/.config")) && !Files.exists(fixture.folder.file("home/Recordings")))
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// The answer to save comes when all frames heard until then are on the disk; the take goes on.
        @Test func savesUnderATake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try fixture.ask("rec", "name", "x", "at-frame", "\(start)")
            #expect(fixture.manager.await("/nsm/client/label")?.text(0) == "recording x")
            #expect(fixture.manager.await("/nsm/client/is_dirty") != nil)
            stage.probe.waitFor(frame: start &+ 48_000)
            // Frames that the graph has really processed; JACK's clock goes on while a busy machine delays the graph.
            let heard = stage.probe.count - stage.probe.number(of: start)
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            let path = fixture.project("p") + "/Recordings/x.wav"
            let there = try EngineFixture.samples(path)
            #expect(there.count >= heard - 2048, "\(there.count) of \(heard)")
            #expect(Files.exists(fixture.project("p") + "/session.json"))
            stage.probe.waitFor(frame: start &+ 96_000)
            let stopped = try fixture.ask("stop", "at-frame", "\(stage.ahead)")
            let report = FrameReport(try EngineFixture.samples(path), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(fixture.manager.await("/nsm/client/is_clean") != nil)
            // A change of the gain can be saved.
            try fixture.ask("gain", "master", "0.5")
            #expect(fixture.manager.await("/nsm/client/is_dirty") != nil)
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// The answer to save is a promise: none comes while the disk stands still.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aSaveWaitsForTheDisk() throws {
            let stage = try Stage()
            defer { stage.end() }
            let disk = try SmallDisk(megabytes: 64)
            let fixture = try SessionFixture()
            // Only the takes are on this disk, so the save waits for their sync alone.
            #expect(Files.makeFolder(fixture.project("p")))
            #expect(unsafe symlink(disk.path, fixture.project("p") + "/Recordings") == 0)
            #expect(fixture.writeOwnSettings("reserve = 4\n"))
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try fixture.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 48_000)
            try disk.freeze()
            fixture.manager.save()
            #expect(fixture.manager.answer(seconds: 3) == nil)
            try disk.thaw()
            #expect(fixture.manager.answer()?.path == "/reply")
            let stopped = try fixture.ask("stop", "at-frame", "\(stage.ahead)")
            let report = FrameReport(try EngineFixture.samples(disk.path + "/x.wav"), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// Opening another project during a take closes the take whole; the same process goes on there under its new name.
        @Test func switchesUnderATake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("one", id: "dicta.nONE").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nONE"))
            let start = stage.soon
            try fixture.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frames: 72_000, from: start)
            let pid = try fixture.ask("ping").int("pid")
            #expect(try fixture.open("two", id: "dicta.nTWO").path == "/reply")
            let samples = try EngineFixture.samples(fixture.project("one") + "/Recordings/x.wav")
            let report = FrameReport(samples, .fine)
            #expect(Files.exists(fixture.project("one") + "/Recordings/x.json"))
            let library = try Library(folder: fixture.project("one") + "/Recordings")
            let segment = try #require(try library.readRecording("x").segments.first)
            let missed = segment.gaps.reduce(0) { $0 + Int($1.length) }
            #expect(samples.count >= 72_000 && report.isClean && report.silent == missed, "\(samples.count) \(report)")
            #expect(stage.probe.hasPort("dicta.nTWO:in_l") && !stage.probe.hasPort("dicta.nONE:in_l"))
            #expect(try fixture.ask("ping").int("pid") == pid)
            #expect(try fixture.ask("status").text("library") == fixture.project("two") + "/Recordings")
            #expect(fixture.process?.hasEnded == false)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// A project that cannot be opened leaves the one before open: its engine answers at its name, and has its label.
        @Test func aFailedSwitchGoesBack() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("one", id: "dicta.nONE").path == "/reply")
            let pid = try fixture.ask("ping").int("pid")
            try fixture.ask("rec", "name", "x")
            #expect(fixture.manager.await("/nsm/client/label")?.text(0) == "recording x")
            #expect(fixture.manager.await("/nsm/client/is_dirty") != nil)
            #expect(Files.write("x", to: fixture.project("file")))
            let answer = try fixture.open("file", id: "dicta.nTWO")
            #expect(answer.path == "/error" && answer.int(1) == -10 && answer.text(2).contains("file"), "\(answer)")
            #expect(try fixture.ask("ping").int("pid") == pid)
            #expect(try fixture.ask("status").text("library") == fixture.project("one") + "/Recordings")
            #expect(Files.exists(fixture.project("one") + "/Recordings/x.json") && stage.probe.hasPort("dicta.nONE:in_l"))
            #expect(fixture.manager.await("/nsm/client/label")?.text(0).isEmpty == true)
            #expect(fixture.manager.await("/nsm/client/is_clean") != nil)
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            #expect(try fixture.open("two", id: "dicta.nTWO").path == "/reply")
            #expect(try fixture.ask("status").text("library") == fixture.project("two") + "/Recordings")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// A first project that cannot be opened is told; nothing records, nobody holds the name, and another project can be opened.
        @Test func aFailedFirstOpenLeavesNothing() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            let runtime = fixture.folder.file("run/dicta")
            #expect(Files.write("x", to: fixture.project("file")))
            // The second one has a folder, and no place for the socket of its engine.
            #expect(Files.makeFolder(runtime) && Files.setMode(runtime, 0o777))
            for (name, words) in [("file", "file"), ("late", runtime)] {
                let answer = try fixture.open(name, id: "dicta.nONE")
                #expect(answer.path == "/error" && answer.int(1) == -10 && answer.text(2).contains(words), "\(answer)")
                fixture.manager.save()
                #expect(fixture.manager.answer()?.int(1) == -6)
                #expect(!Files.exists(fixture.socket) && !ControlPath.isHeld(fixture.socket))
                #expect(!stage.probe.hasPort("dicta.nONE:in_l") && !stage.probe.hasPort("dicta:in_l"))
                #expect(!Files.exists(fixture.folder.file("home/Recordings")))
            }
            #expect(Files.setMode(runtime, 0o700))
            #expect(try fixture.open("late", id: "dicta.nONE").path == "/reply")
            #expect(try fixture.ask("status").text("library") == fixture.project("late") + "/Recordings")
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        @Test func switchesLeaveNothingBehind() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            func threads() -> Int {
                Process.run("/bin/ls", ["/proc/\(fixture.process?.pid ?? 0)/task"]).output.split(separator: "\n").count
            }
            var before = (0, 0)
            for round in 0..<8 {
                #expect(try fixture.open("p\(round % 2)", id: "dicta.n\(round % 2)").path == "/reply")
                if round == 1 { before = (fixture.descriptors, threads()) }
            }
            // The rest of the project before may go a moment after the answer.
            Pause.until { fixture.descriptors <= before.0 && threads() <= before.1 }
            #expect(fixture.descriptors <= before.0 && threads() <= before.1, "\(before), \(fixture.descriptors), \(threads())")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        @Test func bringsBackWhatWasSaved() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            try fixture.ask("rec", "name", "tape", "for", "2s", "wait", "yes")
            try fixture.ask("play", "tape")
            try fixture.ask("pause")
            try fixture.ask("locate", "24000f")
            try fixture.ask("loop", "a", "12000f", "b", "36000f")
            try fixture.ask("rate", "0.8")
            try fixture.ask("pitch", "-150")
            try fixture.ask("gain", "master", "0.5", "left", "-6", "channels", "mono")
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            // Not saved, and so not restored.
            try fixture.ask("gain", "master", "0.25")
            // A copy of the project under the same name, as duplicate makes it.
            #expect(Process.run("/bin/cp", ["-a", fixture.project("p"), fixture.project("copy of p")]).code == 0)
            #expect(try fixture.open("copy of p", id: "dicta.nA").path == "/reply")
            let status = try fixture.ask("status")
            #expect(status.text("play_name") == "tape" && status.int("position_frames") == 24_000)
            #expect(status.text("play_state") != "playing")
            #expect(status.int("loop_a_frames") == 12_000 && status.int("loop_b_frames") == 36_000)
            #expect(status.double("play_rate") == 0.8 && status.double("pitch_cents") == -150)
            #expect(status.double("master") == 0.5 && status.double("left_db") == -6 && status.text("channels") == "mono")
            #expect(try fixture.ask("info", "tape").text("path").hasPrefix(fixture.project("copy of p")))
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        @Test func endsWithinTwoSeconds() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            // The end does not wait for a hook that takes long.
            try fixture.ask("set", "key", "on-record-stopped", "value", "sleep 8")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try fixture.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frames: 48_000, from: start)
            let before = stage.probe.frameTime
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
            #expect(stage.probe.frameTime &- before < 2 * 48_000)
            let samples = try EngineFixture.samples(fixture.project("p") + "/Recordings/x.wav")
            let report = FrameReport(samples, .fine)
            #expect(samples.count >= 47_000 && report.isClean, "\(samples.count) \(report)")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        @Test func aManagerThatDiesHurtsNoTake() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(stage.probe.connectOutputs(to: "dicta.nA"))
            let start = stage.soon
            try fixture.ask("rec", "name", "x", "at-frame", "\(start)")
            stage.probe.waitFor(frame: start &+ 24_000)
            fixture.manager.die()
            try fixture.ask("mark", "m")
            stage.probe.waitFor(frame: start &+ 48_000)
            let last = stage.ahead
            let stopped = try fixture.ask("stop", "at-frame", "\(last)")
            #expect(stopped.int("frames") == Int(last &- start))
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            #expect(end.code == 0 && end.errors.contains("session manager is gone"), "\(end.errors)")
        }

        /// Without an answer, or with a refusal, the engine works without a session.
        @Test(arguments: [true, false]) func worksAloneWithoutAWelcome(isRefused: Bool) throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture(isWelcome: false)
            if isRefused { fixture.manager.refuse(-6, "no session is open") }
            try fixture.waitFor { $0.text("jack") == "running" }
            #expect(stage.probe.hasPort("dicta:in_l"))
            #expect(try fixture.ask("status").text("library") == fixture.folder.file("home/Recordings"))
            try fixture.ask("rec", "name", "x", "for", "0.5s", "wait", "yes")
            fixture.manager.listen(seconds: 0.1)
            #expect(fixture.manager.log.count == 1, "\(fixture.manager.log)")
            // A program that answers now is nobody's manager: the socket is closed (issue 39 no. 6).
            fixture.manager.welcome()
            fixture.manager.open(fixture.project("late"), id: "dicta.nLATE")
            fixture.manager.listen(seconds: 1)
            #expect(try fixture.ask("status").text("library") == fixture.folder.file("home/Recordings"))
            #expect(fixture.manager.log.count == 1 && !Files.exists(fixture.project("late")), "\(fixture.manager.log)")
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            #expect(end.code == 0 && end.errors.contains("working without a session"), "\(end.errors)")
            #expect(end.errors.contains(isRefused ? "no session is open" : "within 5 s"), "\(end.errors)")
        }

        /// Only the manager at the address of NSM_URL is heard: another program of the machine opens no project, neither before
        /// the welcome nor after it (issue 39 no. 6).
        @Test func nobodyElseIsHeard() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture(isWelcome: false)
            let other = try #require(NsmServer())
            other.meddle(with: fixture.manager)
            func meddle() {
                other.welcome()
                other.open(fixture.project("theirs"), id: "dicta.nTHEIRS")
                other.listen(seconds: 1)
                #expect(other.log.isEmpty && !Files.exists(fixture.project("theirs")), "\(other.log)")
            }
            meddle()
            fixture.manager.welcome()
            #expect(try fixture.open("mine", id: "dicta.nMINE").path == "/reply")
            meddle()
            #expect(try fixture.ask("status").text("library") == fixture.project("mine") + "/Recordings")
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
        }

        /// A welcome, or an order to open, from a port that nobody has any more is that of no manager: who closes it at once
        /// cannot be asked who they are.
        @Test(arguments: [true, false]) func aManagerThatIsGoneOpensNothing(isWelcome: Bool) throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture(isWelcome: !isWelcome)
            if !isWelcome { #expect(try fixture.open("mine", id: "dicta.nMINE").path == "/reply") }
            fixture.signal(SIGSTOP)
            if isWelcome { fixture.manager.welcome() }
            fixture.manager.open(fixture.project("theirs"), id: "dicta.nTHEIRS")
            fixture.manager.die()
            fixture.signal(SIGCONT)
            let wanted = isWelcome ? fixture.folder.file("home/Recordings") : fixture.project("mine") + "/Recordings"
            try fixture.waitFor { $0.text("library") == wanted }
            // A project that is opened would be there by then.
            Pause.milliseconds(1000)
            #expect(try fixture.ask("status").text("library") == wanted && !Files.exists(fixture.project("theirs")))
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            #expect(end.code == 0 && end.errors.contains("belongs to nobody"), "\(end.errors)")
        }

        /// A project that others could change or take away is not opened, and the answer says why (issue 39 no. 6).
        @Test func aFolderOfOthersIsNoProject() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            let open = fixture.folder.file("open")
            #expect(unsafe Files.makeFolder(open) && chmod(open, 0o777) == 0 && Files.makeFolder(fixture.project("p")))
            var places = [(open + "/p", "other users may write"), (open + "/session/p", "other users may write")]
            #expect(unsafe chmod(fixture.project("p"), 0o777) == 0)
            places.append((fixture.project("p"), "other users may write"))
            if geteuid() == 0 {
                let foreign = fixture.folder.file("foreign")
                #expect(unsafe Files.makeFolder(foreign) && chown(foreign, 65_534, 65_534) == 0)
                places.append((foreign + "/p", "belongs to user 65534"))
            }
            for (place, words) in places {
                fixture.manager.open(place, id: "dicta.nX")
                let answer = try #require(fixture.manager.answer())
                #expect(answer.path == "/error" && answer.int(1) == -10 && answer.text(2).contains(words), "\(answer)")
                #expect(!Files.exists(place + "/Recordings"))
            }
            #expect(unsafe chmod(fixture.project("p"), 0o755) == 0)
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
        }

        @Test func refusesWhatIsWrong() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            let manager = fixture.manager
            // Save before a project is open.
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
            // A path that is not UTF-8: the manager waits for an answer all the same.
            manager.expectAnswer(to: "/nsm/client/open")
            let start = Array("/nsm/client/open\0\0\0\0,sss\0\0\0\0/tmp/".utf8)
            manager.send(start + [0xff, 0xfe, 0] + Array("x\0\0\0dicta\0\0\0".utf8))
            #expect(manager.answer()?.int(1) == -1)
            // Packets that are no messages, or need no answer: no answer, no harm.
            for bytes in [[], [0], Array("garbage".utf8), Array("#bundle\0".utf8), Array("/nsm/client/open".utf8)] {
                manager.send(bytes)
            }
            manager.send(NsmPacket("/minor_error", .text("x"), .int(1), .text("y")))
            manager.send(NsmPacket("/nsm/client/monitor/client_state", .text("x")))
            manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            // A path at which no folder can be made: reported, and the next project opens.
            #expect(Files.write("x", to: fixture.project("file")))
            #expect(try fixture.open("file", id: "dicta.nA").int(1) == -10)
            #expect(try fixture.open("folder", id: "dicta.nA").path == "/reply")
            // A damaged state file: reported, put aside, and the rest of the project opens.
            #expect(Files.makeFolder(fixture.project("damaged")))
            #expect(Files.write("{ \"schema\": 1, \"rate\":", to: fixture.project("damaged") + "/session.json"))
            #expect(try fixture.open("damaged", id: "dicta.nA").path == "/reply")
            #expect(manager.await("/nsm/client/message") { $0.text(1).contains("damaged") } != nil)
            #expect(Files.exists(fixture.project("damaged") + "/session.json.damaged"))
            #expect(try fixture.ask("status").text("start_problems").contains("session.json is damaged"))
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            #expect(end.errors.contains("session.json is damaged"), "\(end.errors)")
            #expect(manager.faults.isEmpty, "\(manager.faults)")
        }

        /// A session of another user: its hooks, network ports and paths are ignored and reported; its other settings hold.
        @Test func aForeignSessionBringsNoProgramsNoNetworkAndNoPaths() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            let (theirs, own) = (fixture.folder.file("theirs"), fixture.folder.file("own"))
            #expect(fixture.writeOwnSettings("on-record-stopped = touch '\(own)'\nreserve = 5\nrec-channels = 2\n"))
            #expect(Files.makeFolder(fixture.project("p")))
            let settings = """
                on-record-stopped = touch '\(theirs)'
                on-record-started = touch '\(theirs)'
                osc-udp = 0
                osc-tcp = 0
                osc-may = all
                library = \(fixture.folder.path)
                midi = note 1 60 press: stop
                rec-format = flac
                rec-channels = 1
                """
            #expect(Files.write(settings + "\n", to: fixture.project("p") + "/settings"))
            let state = "{\"schema\": 1, \"recording\": \"/etc/passwd\", \"master\": 0.5, \"options\": {\"osc-udp\": \"0\"}}\n"
            #expect(Files.write(state, to: fixture.project("p") + "/session.json"))
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(fixture.manager.await("/nsm/client/message") { $0.text(1).contains("ignored") } != nil)
            let status = try fixture.ask("status")
            #expect(
                status.text("osc_urls") == "osc.unix://\(fixture.socket)"
                    && status.text("library").hasPrefix(fixture.project("p")))
            #expect(
                status.text("settings_problems").contains("cannot set library, osc-udp, osc-tcp, osc-may, midi"),
                "\(status.all)")
            #expect(status.text("start_problems").contains("'/etc/passwd'") && status.double("master") == 0.5)
            try fixture.ask("rec", "name", "x", "for", "0.2s", "wait", "yes")
            #expect(Files.exists(fixture.project("p") + "/Recordings/x.flac"))
            #expect(try fixture.ask("info", "x").int("channels") == 1)
            // A hook gives way to every other program of the machine.
            Pause.until { Files.exists(own) }
            #expect(Files.exists(own) && !Files.exists(theirs))
            // Settings are now saved where they belong: hooks in the user's file, formats in the project's.
            try fixture.ask("set", "key", "on-error", "value", "true")
            try fixture.ask("set", "key", "rec-bits", "value", "16")
            #expect(
                fixture.ownSettings?.contains("\non-error = true\n") == true && fixture.ownSettings?.contains("rec-bits") == false
            )
            #expect(Files.read(fixture.project("p") + "/settings")?.contains("rec-bits = 16\n") == true)
            #expect(throws: EngineProcess.Trouble.self) { try fixture.ask("set", "rec-bits", "24", "reserve", "6") }
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            #expect(end.errors.split(separator: "cannot set library").count == 2, "not reported once: \(end.errors)")
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// A file outside the session that this user loaded is loaded again, since this user saved the session.
        @Test func aFileFromElsewhereComesBackToWhoSavedIt() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            // Longer than a busy machine needs from the play to the pause.
            try fixture.ask("rec", "name", "tape", "for", "4s", "wait", "yes")
            let elsewhere = fixture.folder.file("elsewhere.wav")
            #expect(Process.run("/bin/cp", [fixture.project("p") + "/Recordings/tape.wav", elsewhere]).code == 0)
            try fixture.ask("play", elsewhere)
            try fixture.ask("pause")
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            let status = try fixture.ask("status")
            #expect(status.text("play_name").contains("elsewhere") && status["start_problems"] == nil, "\(status.all)")
        }

        /// Unreadable settings and connections do not prevent opening. They are reported to the manager, in the status and
        /// in the log.
        @Test func whatCannotBeReadIsTold() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            let project = fixture.project("p")
            #expect(
                Files.makeFolder(project) && Files.makeFolder(project + "/settings") && Files.makeFolder(project + "/Recordings"))
            #expect(fixture.writeOwnSettings("midi = note 1 60 press: nonsense\n"))
            #expect(Files.write("{ \"schema\":", to: project + "/Recordings/.dicta.connections"))
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            let wanted = ["the previous connections are lost", "settings is a folder", "unknown command 'nonsense'"]
            for _ in 0..<100 where fixture.manager.log.count(where: { $0.path == "/nsm/client/message" }) < 3 {
                fixture.manager.listen(seconds: 0.1)
            }
            for words in wanted {
                #expect(
                    fixture.manager.log.contains { $0.path == "/nsm/client/message" && $0.text(1).contains(words) }, "\(words)")
            }
            #expect(Files.exists(project + "/Recordings/.dicta.connections.damaged"))
            let status = try fixture.ask("status")
            #expect(status.text("start_problems").contains(".connections.damaged"))
            let problems = status.text("settings_problems")
            #expect(problems.contains(wanted[1]) && problems.contains(wanted[2]), "\(problems)")
            fixture.signal(SIGTERM)
            let end = try #require(fixture.finish())
            for words in wanted { #expect(end.errors.contains(words), "\(words)") }
        }

        /// Commands that come faster than they are done: one after another, each answered once.
        @Test func ordersInARow() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            fixture.manager.open(fixture.project("a"), id: "dicta.nA")
            fixture.manager.save()
            fixture.manager.save()
            fixture.manager.open(fixture.project("b"), id: "dicta.nB")
            fixture.manager.save()
            for _ in 0..<5 { #expect(fixture.manager.answer()?.path == "/reply") }
            #expect(stage.probe.hasPort("dicta.nB:in_l"))
            fixture.manager.listen(seconds: 0.3)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// Without a server the project opens all the same, the manager is told, and the engine starts once there is a
        /// server.
        @Test func opensWithoutAServer() throws {
            let stage = try Stage()
            defer { stage.end() }
            stage.probe.close()
            stage.server.stop()
            let fixture = try SessionFixture()
            let answer = try fixture.open("p", id: "dicta.nA")
            #expect(answer.path == "/reply" && answer.text(1).contains("waiting"))
            #expect(fixture.manager.await("/nsm/client/message")?.int(0) == 3)
            #expect(stage.server.start())
            try fixture.waitFor { $0.text("jack") == "running" && $0.text("client") == "dicta.nA" }
            #expect(fixture.manager.await("/nsm/client/message") { $0.text(1).contains("dicta.nA") } != nil)
            stage.server.kill()
            #expect(fixture.manager.await("/nsm/client/message") { $0.int(0) == 3 && $0.text(1).contains("gone") } != nil)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// The terminal as the client's window: shown, hidden, closed by the user, and shown again with the saved session.
        @Test func theTerminalIsTheWindow() throws {
            let stage = try Stage()
            defer { stage.end() }
            let tools = TempFolder()
            // Renamed into place: a file that is there but still empty would be read as no number.
            let script = """
                #!/bin/sh
                echo "$@" >>'\(tools.file("words"))'
                echo $$ >'\(tools.file("new"))'
                mv '\(tools.file("new"))' '\(tools.file("pid"))'
                shift
                exec python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$@"

                """
            #expect(tools.write(script, to: "terminal", mode: 0o700))
            let fixture = try SessionFixture(environment: ["TERMINAL": tools.file("terminal"), "DISPLAY": ":77", "TERM": "xterm"])
            #expect(fixture.announce.text(1) == ":switch:dirty:progress:message:optional-gui:")
            #expect(fixture.manager.await("/nsm/client/gui_is_hidden") != nil)
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            fixture.manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            #expect(fixture.manager.await("/nsm/client/gui_is_shown") != nil)
            Pause.until { Files.exists(tools.file("pid")) }
            let words = try #require(Files.read(tools.file("words")))
            #expect(
                words.contains("-e ") && words.contains("--engine dicta --socket \(fixture.socket) --no-start tui"), "\(words)")
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            fixture.manager.send(NsmPacket("/nsm/client/hide_optional_gui"))
            #expect(fixture.manager.await("/nsm/client/gui_is_hidden") != nil)
            // The user closes the window.
            #expect(Files.remove(tools.file("pid")))
            fixture.manager.send(NsmPacket("/nsm/client/show_optional_gui"))
            #expect(fixture.manager.await("/nsm/client/gui_is_shown") != nil)
            Pause.until { Files.exists(tools.file("pid")) }
            let pid = Files.read(tools.file("pid")).flatMap { pid_t($0.dropLast()) } ?? 0
            #expect(pid > 0 && kill(pid, SIGTERM) == 0)
            #expect(fixture.manager.await("/nsm/client/gui_is_hidden") != nil)
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            #expect(fixture.manager.await("/nsm/client/gui_is_shown") != nil)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }

        /// Xruns are reported, no more often than a user can read.
        @Test func tellsOfXruns() throws {
            let stage = try Stage()
            defer { stage.end() }
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            fixture.manager.listen(seconds: 2.2)
            stage.server.freeze()
            // Many periods.
            _ = usleep(300_000)
            stage.server.thaw()
            let message = fixture.manager.await("/nsm/client/message", seconds: 5) { $0.text(1).contains("xruns") }
            #expect(message?.int(0) == 1)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }
    }
}
