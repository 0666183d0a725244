// Tests of the sources of the inputs: list, switch, loss, return and fallback (R5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct SourceTests {
        private static func hooks(_ log: String) -> String {
            ["source-lost", "source-back"].map { event in
                "on-\(event) = echo \"$DICTA_EVENT $DICTA_WHY $(echo $DICTA_SOURCES)\" >> \(log)\n"
            }.joined()
        }

        /// Lines of a log; waits a minute at most until there are as many as wanted.
        private func lines(_ log: String, _ count: Int) -> [String] {
            Pause.until(60) { (Files.read(log)?.count { $0 == "\n" } ?? 0) >= count }
            return (Files.read(log) ?? "").split(separator: "\n").map(String.init)
        }

        @Test("Every port that can feed the inputs is listed by the name that people read, with what is in use marked")
        func listing() throws {
            let fixture = try EngineFixture()
            let other = try #require(Probe("other"), "no probe")
            #expect(other.setPrettyName("out_l", "Left mic"))
            #expect(fixture.probe.disconnect("probe:out_r", "\(fixture.engine.name):in_r"))
            try fixture.wait { try fixture.engine.ask("status").text("sources") == "probe:out_l" }
            let reply = try fixture.engine.reply("source")
            let ports = reply.items.map { $0.text("port") }
            #expect(Set(ports).isSuperset(of: ["probe:out_l", "probe:out_r", "ear:out_l", "other:out_l", "other:out_r"]))
            #expect(!ports.contains { $0.hasPrefix(fixture.engine.name) } && !ports.contains("other:in_l"))
            let used = reply.items.filter { $0["used"] == .flag(true) }
            #expect(used.map { $0.text("port") } == ["probe:out_l"])
            #expect(used.first?["left"] == .flag(true) && used.first?["right"] == .flag(false))
            let named = try #require(reply.items.first { $0.text("port") == "other:out_l" })
            #expect(named.text("source") == "other: Left mic" && named["physical"] == .flag(false))
            if !PipeWireServer.isOurs {
                let device = try #require(reply.items.first { $0.text("port") == "system:capture_1" })
                #expect(device["physical"] == .flag(true))
            }
            #expect(reply.fields.int("source_count") == ports.count)
            let text = Process.run(Programs.path("dicta"), ["--socket", fixture.engine.socket, "sources"])
            #expect(text.code == 0 && text.output.contains("other: Left mic"), "\(text)")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("source", "nothing-like-this") }
            #expect(try fixture.engine.ask("status").text("sources") == "probe:out_l")
        }

        @Test("A switch during a take loses no frame, and no frame comes without a source")
        func switching() throws {
            let fixture = try EngineFixture()
            let other = try #require(Probe("other", sends: .frames(.fine)), "no probe")
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "x", "bits", "float", "at-frame", "\(start)"])
            fixture.probe.waitFor(frame: start &+ 24_000)
            // Frames that a switch may take: those of its command, and some periods.
            var most = 16 * 1024
            func switchTo(_ name: String) throws {
                let before = fixture.probe.frameTime
                #expect(try fixture.engine.ask("source", "^\(name):out_").text("sources") == "\(name):out_l\n\(name):out_r")
                most = max(most, Int(fixture.probe.frameTime &- before) + 4 * fixture.server.period)
            }
            try switchTo("other")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            try switchTo("probe")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            let taken = try fixture.engine.ask("stop")
            let samples = try EngineFixture.samples(taken.text("path"))
            #expect(samples.count == taken.int("frames") && samples.count > 72_000)
            var phases: [(kind: Int, from: Int)] = []
            var strange: [String] = []
            var silent = 0
            for (index, sample) in samples.enumerated() {
                if sample == .zero {
                    silent += 1
                    continue
                }
                let frame = start &+ UInt32(index)
                let one = FrameCode.fine.encode(UInt32(fixture.probe.number(of: frame)))
                let two = FrameCode.fine.encode(UInt32(other.number(of: frame)))
                let kind = sample == one ? 0 : sample == two ? 2 : sample == one + two ? 1 : -1
                if kind < 0 { strange.append("\(index): \(sample)") }
                if phases.last?.kind != kind { phases.append((kind, index)) }
            }
            #expect(strange.isEmpty, "\(strange.count) frames, such as \(strange.prefix(5))")
            // Silence stands only where JACK itself delivered no frames.
            #expect(silent == taken.int("missed_frames"), "\(silent) silent, \(taken.all)")
            // Each source for a while; between the two both at once for some periods, or for none.
            let order = phases.map(\.kind)
            #expect(order.filter { $0 != 1 } == [0, 2, 0], "\(phases)")
            for (index, phase) in phases.enumerated() where phase.kind == 1 && index + 1 < phases.count {
                #expect(phases[index + 1].from - phase.from <= most, "\(phases)")
            }
            // The choice is for now: the old source is not made again.
            #expect(try fixture.engine.ask("source", "none").text("sources").isEmpty)
            try fixture.engine.wait("source_state", "none")
            let third = try #require(Probe("third"), "no probe")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            #expect(try fixture.engine.ask("status").text("sources").isEmpty)
            third.close()
        }

        @Test("A source that is gone is an event, a fallback replaces it, and it is taken back when it returns")
        func fallback() throws {
            let log = TempFolder()
            let fixture = try EngineFixture(
                engine: OscTests.ways,
                settings: Self.hooks(log.file("log")) + "source-fallback = ^spare:out_\n")
            let (engine, spare) = (fixture.engine, try #require(Probe("spare", sends: .frames(.fine)), "no probe"))
            var mic = try #require(Probe("mic", sends: .frames(.fine)), "no probe")
            _ = try engine.ask("source", "^mic:out_")
            try engine.wait("source_state", "connected")
            try waitForStored(engine, "mic:out_r")
            let client = try OscClient(try OscTests.urls(engine)[1])
            _ = try client.ask("/dicta/subscribe", [.string("sources"), .float(50), .int32(120)])
            try engine.ask("rec", "name", "x", "bits", "float")
            for round in 1...2 {
                mic.close()
                try engine.wait("source_state", "fallback")
                try fixture.wait { try engine.ask("status").text("sources") == "spare:out_l\nspare:out_r" }
                #expect(try engine.ask("status").text("source_trouble").contains("mic:out_l"))
                let all = lines(log.file("log"), 2 * round - 1)
                #expect(all.last == "source-lost gone mic:out_l mic:out_r", "\(all)")
                spare.waitFor(frame: spare.frameTime &+ 24_000)
                mic = try #require(Probe("mic", sends: .frames(.fine)), "no probe")
                try engine.wait("source_state", "connected")
                try fixture.wait { try engine.ask("status").text("sources") == "mic:out_l\nmic:out_r" }
                #expect(try engine.ask("status")["source_trouble"] == nil)
                #expect(lines(log.file("log"), 2 * round).last?.hasPrefix("source-back") == true)
            }
            let taken = try engine.ask("stop")
            #expect(try EngineFixture.samples(taken.text("path")).count == taken.int("frames"))
            #expect(lines(log.file("log"), 4).count == 4)
            var state: Fields = [:]
            for _ in 0..<200 where state.text("source_state") != "connected" || state.text("source_ports").hasPrefix("spare") {
                try client.receive(within: 50)
                state = client.last["/dicta/state/sources"].flatMap(StateMessage.init)?.fields ?? [:]
            }
            #expect(state.text("source_state") == "connected" && state.text("source_ports") == "mic:out_l\nmic:out_r")
            #expect(state.int("source_count") == (try engine.reply("source").items.count))
            #expect((client.counts["/dicta/state/sources"] ?? 0) > 4)
            // The memory has the source, and not the fallback.
            let stored = Files.read("\(engine.library)/.\(engine.name).connections") ?? ""
            #expect(stored.contains("mic:out_l") && !stored.contains("spare"), "\(stored)")
            // A person who disconnects a source loses none.
            for side in ["l", "r"] { #expect(mic.disconnect("mic:out_\(side)", "\(engine.name):in_\(side)")) }
            try engine.wait("source_state", "none")
            spare.waitFor(frame: spare.frameTime &+ 48_000)
            #expect(try engine.ask("status").text("source_state") == "none")
            mic.close()
            spare.waitFor(frame: spare.frameTime &+ 48_000)
            #expect(try engine.ask("status").text("source_state") == "none")
            #expect(lines(log.file("log"), 4).count == 4)
        }

        private func waitForStored(_ engine: EngineProcess, _ port: String) throws {
            let file = "\(engine.library)/.\(engine.name).connections"
            Pause.until { Files.read(file)?.contains(port) == true }
            #expect(Files.read(file)?.contains(port) == true)
        }

        @Test("Exact silence after sound is told once, and so is the sound after it; silence from the start is nothing")
        func silence() throws {
            let log = TempFolder()
            let fixture = try EngineFixture(
                sends: .sine(hertz: 997, amplitude: 0.001), settings: Self.hooks(log.file("log")) + "source-silence = 1\n")
            try fixture.engine.wait("source_state", "connected")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 96_000)
            for round in 1...2 {
                fixture.probe.mute(true)
                try fixture.engine.wait("source_state", "silent")
                #expect(try fixture.engine.ask("status").text("source_trouble").contains("exact silence"))
                #expect(lines(log.file("log"), 2 * round - 1).last == "source-lost silent probe:out_l probe:out_r")
                // It is told once, however long it lasts.
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 96_000)
                #expect(lines(log.file("log"), 0).count == 2 * round - 1)
                fixture.probe.mute(false)
                try fixture.engine.wait("source_state", "connected")
                #expect(lines(log.file("log"), 2 * round).last?.hasPrefix("source-back") == true)
            }
            // Another source that is silent from the start.
            let quiet = try #require(Probe("quiet"), "no probe")
            _ = try fixture.engine.ask("source", "^quiet:out_")
            // A new source has two seconds more than the setting says.
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 192_000)
            #expect(try fixture.engine.ask("status").text("source_state") == "connected")
            #expect(lines(log.file("log"), 0).count == 4)
            quiet.close()
            try fixture.engine.wait("source_state", "lost")
            #expect(lines(log.file("log"), 5).last == "source-lost gone quiet:out_l quiet:out_r")
        }
    }
}

extension EngineFixture {
    /// Waits half a minute at most.
    fileprivate func wait(_ isDone: () throws -> Bool) throws {
        let isThere = try Pause.until(30, isDone)
        if !isThere { Issue.record("never: \(try engine.ask("status").all)") }
    }
}
