// Tests several machines at once, and an engine that is controlled from another machine (J9, C1).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Namespace.isPossible, NetworkFixture.reason)) struct RemoteMachineTests {
        /// One engine for each machine: a machine that stands still harms no take of another.
        @Test func aRoomThatStandsStillHurtsNoOther() throws {
            let bridge = try NetworkFixture.central()
            let machines = [try #require(bridge.makeMachine("room1")), try #require(bridge.makeMachine("room2"))]
            #expect(bridge.startManager() && machines[0].startNet() && machines[1].startNet())
            #expect(machines[1].startClient("/usr/bin/jack_simple_client"))
            let probe = try #require(machines[0].probe(sends: .frames(.fine)), "no probe")
            defer { probe.close() }
            #expect(probe.connect("probe:out_r", "system:playback_2") && probe.connect("probe:out_l", "system:playback_1"))
            let engines = try [1, 2].map { number in
                try NetworkFixture.engine(bridge, "--connect-in", "room\(number)(-[0-9]+)?:from_slave_", "--rec-dropouts", "on")
            }
            for (index, engine) in engines.enumerated() {
                try NetworkFixture.waitForSources(engine, "room\(index + 1):from_slave_1, room\(index + 1):from_slave_2")
            }
            // The new order of the graph holds from one of the next periods on, and has a network to pass.
            Pause.milliseconds(300)
            try engines[1].ask("rec", "name", "second")
            let take = try NetworkFixture.take(engines[0], "first") {
                // Sound before, in and after the freeze.
                Pause.milliseconds(700)
                machines[1].freeze()
                Pause.milliseconds(400)
                machines[1].thaw()
                Pause.milliseconds(2000)
            }
            // The engine of the frozen machine saw a stalled server; it comes back by itself.
            try Pause.until { try engines[1].ask("status").text("record_state") != "waiting" }
            // Sound after the return.
            Pause.milliseconds(300)
            let second = try engines[1].ask("stop")
            // The take of the frozen machine has the frames that came, and tells how long none did.
            let whole =
                second["away_seconds"] == nil
                ? second.double("seconds") : second.double("seconds") + second.double("away_seconds")
            #expect(whole > 2.5, "\(second.all)")
            let hurt = second["away_seconds"] != nil || second.int("missed_frames") > 0 || second.int("dropouts") > 0
            #expect(hurt, "the freeze had no effect")
            #expect(NetworkFixture.unexplained(take.samples, take.segment).prefix(5) == [])
            let report = FrameReport(take.samples, .fine)
            // Silence stands only where the central server itself delivered no frames, or a busy machine held NetJACK up.
            let silent = take.answer.int("missed_frames") + take.answer.int("dropout_frames")
            #expect(report.repeated == 0 && report.garbled == 0 && report.silent == silent, "\(report), \(take.answer.all)")
            #expect(take.answer.int("dropout_frames") < 48 * 200, "the other machine was held up as long as the frozen one")
        }

        /// The central machine's own interface goes down: the ports of the remote machine stay without data, and the machine
        /// returns on ports beside them, or under its old name. The engine names the dead ports and leaves them; its owner lets them go
        /// as the sentence says, and the take goes on with the room.
        @Test func aDeadRoomIsNamedAndLetGoByHand() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            let engine = try NetworkFixture.engine(bridge, "--connect-in", "room1(-[0-9]+)?:from_slave_", "--jack-patience", "1s")
            try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
            // The new order of the graph holds from one of the next periods on, and has a network to pass.
            Pause.milliseconds(300)
            try engine.ask("rec", "name", "dead")
            try engine.waitForTake(seconds: 0.5)
            #expect(machine.cutAtTheCentre(milliseconds: 4000))
            let trouble = try engine.ask("status").text("jack_trouble")
            let shown = "room1:from_slave_1, room1:from_slave_2"
            #expect(trouble.contains("stands still (\(shown))") && trouble.contains("dicta source none"), "\(trouble)")
            #expect(try engine.ask("status").text("sources").replacing("\n", with: ", ") == shown)
            try engine.ask("source", "none")
            try engine.wait("record_state", "recording")
            #expect(try engine.ask("status")["jack_trouble"] == nil)
            let room = "room1(-[0-9]+)?:from_slave_"
            try Pause.until { try !engine.reply("source").items.filter { $0.text("port").contains("from_slave_2") }.isEmpty }
            try engine.ask("source", room)
            // The take goes on for a while with its source.
            Pause.milliseconds(500)
            let stopped = try engine.ask("stop")
            #expect(try NetworkFixture.recording(engine, "dead").segments.count >= 2, "\(stopped.all)")
            let log = try #require(engine.quit()).errors
            #expect(log.contains("stands still (\(shown))"), "\(log)")
        }

        /// One source, recorded directly and through another machine: with the latency set, both takes line up.
        @Test func latencyThatIsSetMakesTakesLineUp() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            for side in 1...2 {
                #expect(
                    machine.waitFor("system:capture_\(side)")
                        && machine.connect("system:capture_\(side)", "system:playback_\(side)"))
            }
            let probe = try #require(bridge.probe(sends: .frames(.fine)), "no probe")
            defer { probe.close() }
            let near = try NetworkFixture.engine(bridge)
            let far = try NetworkFixture.engine(bridge, "--connect-in", "room1:from_slave_")
            #expect(probe.connectOutputs(to: near.name))
            #expect(probe.connect("probe:out_l", "room1:to_slave_1") && probe.connect("probe:out_r", "room1:to_slave_2"))
            // JACK tells of new latencies in its own time.
            Pause.milliseconds(700)
            var delay = 0
            // On a busy machine the latency can differ from one take to the next.
            for attempt in 0..<4 {
                let start = probe.frameTime &+ 24_000
                let order = ["name", "take\(attempt)", "at-frame", "\(start)", "for", "72000f"]
                for engine in [near, far] { try engine.reply("rec", order) }
                probe.waitFor(frame: start &+ 72_000)
                let done = try [near, far].map { engine in
                    try Pause.until { try engine.ask("status").text("record_state") == "idle" }
                    let segment = try #require(try NetworkFixture.recording(engine, "take\(attempt)").segments.first)
                    return (segment, try EngineFixture.samples(engine.library + "/" + segment.file))
                }
                let codes = done.map { FrameCode.fine.decode($0.1[24_000]).map(Int.init) ?? 0 }
                let now = codes[0] - codes[1]
                #expect((1024...20_000).contains(now), "\(now) frames on the way")
                guard now == delay else {
                    delay = now
                    try far.ask("set", "input-latency", "\(delay)f")
                    try near.ask("set", "input-latency", "0")
                    continue
                }
                let (one, two) = (done[0].0, done[1].0)
                #expect(UInt32(truncatingIfNeeded: one.startFrame) == start && one.inputLatency == 0)
                #expect(Int(two.startFrame) == Int(one.startFrame) - delay && two.inputLatency == Int64(delay))
                // At one JACK frame both takes have the same sound.
                let shift = Int(one.startFrame) - Int(two.startFrame)
                #expect((24_000..<60_000).allSatisfy { done[0].1[$0] == done[1].1[$0 + shift] })
                let words = ["-v", "error", "-show_entries", "format_tags=time_reference", "-of", "csv=p=0"]
                let told = Process.run("/usr/bin/ffprobe", words + [far.library + "/" + two.file])
                #expect(told.output == "\(two.startFrame)\n", "\(told)")
                #expect(try far.ask("info", "take\(attempt)").int("input_latency_frames") == delay)
                break
            }
            #expect(delay > 0)
            // A negative latency dates the take later.
            try near.ask("set", "input-latency", "-480f")
            let start = probe.frameTime &+ 24_000
            try near.reply("rec", ["name", "early", "at-frame", "\(start)", "for", "4800f", "wait", "yes"])
            let early = try #require(try NetworkFixture.recording(near, "early").segments.first)
            #expect(UInt32(truncatingIfNeeded: early.startFrame) == start &+ 480 && early.inputLatency == -480)
        }

        /// A machine on the allow-list controls the engine over TCP; packets of other machines are not read.
        @Test func anEngineObeysAnotherMachineThatIsOnItsList() throws {
            let bridge = try NetworkFixture.central()
            let machines = [try #require(bridge.makeMachine("room1")), try #require(bridge.makeMachine("room2"))]
            #expect(machines[1].network.routeAll(network: 2))
            let folder = TempFolder()
            let place = ["--socket", folder.file("socket")]
            // The command runs in the engine's network namespace: abstract socket names of clients are not visible outside
            // it.
            func here(_ words: String...) -> Finished { bridge.network.run(Programs.path("dicta"), place + words) }
            let engine = place + ["--library", folder.file("recordings"), "--settings", folder.file("settings")]
            let network = ["--osc-tcp", machines[0].central + ":0", "--osc-allow", "10.77.1.2/32"]
            #expect(bridge.startClient(Programs.path("dictad"), engine + network))
            var url = ""
            for _ in 0..<100 where url.isEmpty {
                Pause.milliseconds(100)
                let words = here("--no-start", "status", "--json").output.split { " \",\n".contains($0) }
                url = words.first { $0.hasPrefix("osc.tcp://") }.map(String.init) ?? ""
            }
            #expect(!url.isEmpty, "\(here("status"))")
            Pause.until { here("--no-start", "status", "--json").output.contains("\"jack\":\"running\"") }
            func ask(_ machine: RemoteMachine, _ words: String...) -> Finished {
                machine.network.run(Programs.path("dicta"), ["--remote", url] + words)
            }
            let rec = ask(machines[0], "rec", "--name", "far")
            #expect(rec.code == 0, "\(rec)")
            // A take with some sound.
            Pause.milliseconds(500)
            #expect(ask(machines[0], "status").output.contains("recording"))
            let stop = ask(machines[0], "stop", "--json")
            #expect(stop.code == 0 && stop.output.contains("\"frames\""), "\(stop)")
            #expect(ask(machines[0], "ls").output.contains("far"))
            #expect(ask(machines[0], "stop").code == 1)
            // Settings that run programs or open the network are for the owner only.
            #expect(ask(machines[0], "set", "osc-allow", "0.0.0.0/0").code == 1)
            let stranger = ask(machines[1], "rec", "--name", "stranger")
            #expect(stranger.code == 1 && stranger.errors.contains("--osc-allow"), "\(stranger)")
            #expect(here("status", "--all").output.contains("idle"))
            #expect(ask(machines[0], "watch").code == 2)
            let nobody = machines[0].network.run(Programs.path("dicta"), ["--remote", "osc.tcp://10.77.1.1:9", "rec"])
            #expect(nobody.code == 3, "\(nobody)")
        }
    }
}
