// Tests events as messages, and the progress of operations as state (C3, C12).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct EventTests {
        /// A subscriber at the Unix socket.
        private func subscriber(_ engine: EngineProcess, _ topics: String) throws -> ControlClient {
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text(topics), .rate: .double(1), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            return client
        }

        /// The events that come until one of that name is there.
        private func events(_ client: inout ControlClient, until name: String) throws -> [EventMessage] {
            var all: [EventMessage] = []
            for _ in 0..<600 {
                all += try client.messages(within: 50).compactMap(EventMessage.init)
                if all.contains(where: { $0.event == name }) { return all }
            }
            Issue.record("\(name) never came: \(all.map(\.event))")
            return all
        }

        /// The events that have come and were not read.
        private func waiting(_ client: inout ControlClient) throws -> [EventMessage] {
            var all: [EventMessage] = []
            while true {
                let more = try client.messages(within: 0)
                guard !more.isEmpty else { return all }
                all += more.compactMap(EventMessage.init)
            }
        }

        /// A take is told as it happens, once each and in order, with the fields that a hook gets; a renewal tells nothing again.
        @Test func aTakeIsToldByEvents() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.reply("set", ["on-record-stopped", "cat > \(engine.folder.file("told.json"))"])
            var client = try subscriber(engine, "events")
            try engine.ask("rec", "name", "told")
            try engine.ask("pause")
            try engine.ask("resume")
            try engine.ask("mark", "here")
            try engine.ask("stop")
            let all = try events(&client, until: "library-changed")
            let names = all.map(\.event).filter { $0 != "library-changed" && $0 != "xrun" }
            #expect(names == ["record-started", "record-paused", "record-resumed", "marker", "record-stopped"], "\(names)")
            let stopped = try #require(all.first { $0.event == "record-stopped" }).fields
            #expect(stopped.text("name") == "told" && stopped.text("engine") == engine.name)
            #expect(stopped.text("event") == "record-stopped")
            #expect(stopped.text("segment_path").hasSuffix("/told.wav") && stopped.int("frames") > 0)
            Pause.until { !(Files.read(engine.folder.file("told.json")) ?? "").isEmpty }
            let hook = Process.python(
                "import json, sys; print(' '.join(sorted(k for k in json.load(open(sys.argv[1])))))",
                [engine.folder.file("told.json")]
            ).output.split(whereSeparator: \.isWhitespace).map(String.init)
            let missing = Set(hook).subtracting(stopped.all.map(\.key)).subtracting(["segments", "rendered"])
            #expect(!hook.isEmpty && missing.isEmpty, "\(missing) of \(hook)")
            var again = try subscriber(engine, "events")
            let repeated = try again.messages(within: 300).compactMap(EventMessage.init).map(\.event)
            // A busy machine can have an xrun at any time.
            #expect(repeated.allSatisfy { $0 == "xrun" }, "\(repeated)")
        }

        /// A take at a frame to come is told at that frame, not when its file is open (R18).
        @Test func aTakeToComeIsToldAtItsFrame() throws {
            let fixture = try EngineFixture()
            var client = try subscriber(fixture.engine, "events")
            let start = fixture.probe.frameTime &+ 96_000
            try fixture.engine.ask("rec", "name", "later", "at-frame", "\(start)", "for", "0.2s")
            let told = try events(&client, until: "record-started")
            // JACK's estimate in the middle of a period moves by less than a period.
            let since = Int32(bitPattern: fixture.probe.frameTime &- start)
            let started = try #require(told.first { $0.event == "record-started" }).fields
            #expect(since > -1_024 && started.int("start_frame") == Int(start), "\(since) \(started.all)")
            let rest = try events(&client, until: "record-stopped").map(\.event)
            #expect(!rest.contains("record-started"), "\(rest)")
        }

        /// A program that reads recordings changes none: a screen that reads at each change would never rest.
        @Test func readingIsNoChange() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("tape", at: fixture.soon, frames: 9_600)
            var client = try subscriber(engine, "events")
            let reads = [
                ["peaks", "tape"], ["info", "tape"], ["ls"], ["search", "tape"], ["verify", "tape"], ["render", "tape"],
                ["export", "tape", "to", engine.folder.file("out.flac")], ["marks", "tape"], ["operations"],
            ]
            var told: [EventMessage] = []
            for words in reads {
                try engine.reply(words[0], Array(words.dropFirst()))
                // The kernel keeps few packets for a socket, and what finds no room is lost.
                told += try waiting(&client)
            }
            try engine.reply("tag", ["tape", "add", "done"])
            try engine.ask("play", "tape")
            told += try events(&client, until: "play-started")
            let changes = told.filter { $0.event == "library-changed" }
            #expect(changes.count == 1, "\(changes)")
        }

        /// `dicta watch events` prints a line for each event, and an object with --json; a burst is not thinned by the rate.
        @Test func watchPrintsEvents() throws {
            let fixture = try EngineFixture()
            try fixture.take("tape", at: fixture.soon, frames: 96_000)
            try fixture.engine.ask("play", "tape", "from", "0s")
            // The playback outlasts the start of the programs.
            try fixture.engine.ask("loop", "a", "0.2s", "b", "1.8s")
            let words = ["--engine", fixture.engine.name, "--socket", fixture.engine.socket]
            let rate = ["watch", "events", "--rate", "0.5"]
            let watches = try [words + rate, ["--json"] + words + rate].map {
                try #require(Process(Programs.path("dicta"), $0))
            }
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") >= 2 }
            /// Waits until both programs have printed so many events of that name.
            func wait(for event: String, _ count: Int) {
                for watch in watches {
                    Pause.until {
                        let lines = watch.saidSoFar.split(separator: "\n")
                        return lines.count { $0.hasPrefix(event + " ") || $0.contains("\"event\":\"\(event)\"") } >= count
                    }
                }
            }
            for number in 0..<20 {
                try fixture.engine.ask("mark", "m\(number)")
                // A receiver with a full queue loses events. The burst is far faster than the rate all the same.
                wait(for: "marker", number + 1)
            }
            try fixture.engine.ask("stop")
            wait(for: "play-stopped", 1)
            for watch in watches { _ = kill(watch.pid, SIGINT) }
            let runs = watches.map { $0.finish() }
            #expect(runs.allSatisfy { $0.code == 0 && $0.errors.isEmpty }, "\(runs)")
            let lines = runs[0].output.split(separator: "\n").filter { $0.hasPrefix("marker ") }
            #expect(lines.count == 20 && lines.first?.contains("Name m0") == true && !lines[0].contains("Socket"), "\(lines)")
            let text = """
                import json, sys
                lines = [json.loads(l) for l in sys.argv[1].splitlines()]
                print([l['name'] for l in lines if l['event'] == 'marker'] == ['m%d' % n for n in range(20)])
                print(lines[-1]['event'] in ('play-stopped', 'library-changed', 'xrun'), {l['topic'] for l in lines} == {'events'})
                """
            #expect(Process.python(text, [runs[1].output]).output == "True\nTrue True\n", "\(runs[1].output)")
        }

        /// A surface made with liblo in Python gets events over UDP and TCP; one that reads nothing loses them and holds nobody up.
        @Test func surfacesGetEvents() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            try fixture.take("tape", at: fixture.soon, frames: 48_000)
            let text = """
                import liblo, sys, time
                def wait(server, seconds, isOver=lambda: False):
                    end = time.time() + seconds
                    while time.time() < end and not isOver(): server.recv(20)
                for protocol, url in ((liblo.UDP, sys.argv[1]), (liblo.TCP, sys.argv[2])):
                    s = liblo.Server(proto=protocol)
                    told, answered = [], []
                    s.add_method('/dicta/event/loop', None, lambda p, a: told.append(dict(zip(a[::2], a[1::2]))))
                    for path in ('/reply', '/error'): s.add_method(path, None, lambda p, a: answered.append(a[0]))
                    s.send(url, '/dicta/play', 'tape', '--from', '0s')
                    wait(s, 20, lambda: len(answered) >= 1)
                    s.send(url, '/dicta/pause')
                    s.send(url, '/dicta/subscribe', 'events', 1.0)
                    wait(s, 20, lambda: len(answered) >= 3)
                    s.send(url, '/dicta/loop', '--a', '0.25s', '--b', '0.75s')
                    wait(s, 20, lambda: told)
                    s.send(url, '/dicta/loop/clear')
                    wait(s, 20, lambda: len(told) > 1)
                    wait(s, 0.5)
                    print(len(told), told[0]['loop_a_frames'], told[0]['event'], 'loop_a_frames' in told[-1])
                """
            let urls = try OscTests.urls(fixture.engine)
            let run = Process.python(text, [urls[1], urls[3]])
            #expect(run.output == "2 12000 loop False\n2 12000 loop False\n", "\(run)")
            let deaf = try subscriber(fixture.engine, "events")
            for number in 0..<2000 { try fixture.engine.ask("loop", "a", "\(number)f") }
            #expect(try fixture.engine.ask("ping").text("engine") == fixture.engine.name)
            _ = deaf
        }

        /// The topic tells the running operation with its number and progress, the count of all, and each end with its reason.
        @Test func operationsAreToldWithTheirProgress() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let engine = fixture.engine
            let long = engine.folder.file("long.wav")
            // An export of it outlasts a test that stands still for a moment.
            let sox = ["-n", "-r", "48000", "-c", "2", long, "synth", "360", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            try engine.ask("import", "path", long, "name", "long")
            var client = try subscriber(engine, "events")
            let surface = try OscClient(try OscTests.urls(engine)[1])
            _ = try surface.ask("/dicta/subscribe", [.string("operations"), .float(50), .int32(600)])
            var states: [Fields] = []
            var told: [EventMessage] = []
            func look(_ client: inout ControlClient, until isOver: (Fields) -> Bool) throws {
                for _ in 0..<12_000 {
                    try surface.receive(within: 10)
                    // The kernel keeps few packets for a socket, and what finds no room is lost.
                    told += try waiting(&client)
                    guard let state = surface.last["/dicta/state/operations"].flatMap(StateMessage.init)?.fields else { continue }
                    if states.last != state { states.append(state) }
                    if isOver(state) { return }
                }
                Issue.record("the state never came: \(states.suffix(3))")
            }
            try engine.reply("export", ["long", "to", engine.folder.file("a.flac"), "background", "yes"])
            try engine.reply("export", ["long", "to", engine.folder.file("b.flac"), "background", "yes"])
            try look(&client) { $0.int("operations_running") == 2 && $0.text("operation_state") == "running" }
            let first = try #require(states.last)
            #expect(first.text("kind") == "export" && first.text("name") == "long" && first.int("operation_id") > 0)
            try engine.reply("operations", ["cancel", "\(first.int("operation_id") + 1)"])
            try look(&client) { $0.text("operation_state") == "done" && $0.int("operations_running") == 0 }
            let percents = states.filter { $0.int("operation_id") == first.int("operation_id") && $0.text("kind") != "" }
                .map { $0.double("percent") }
            #expect(Set(percents).count > 3 && percents == percents.sorted(), "\(percents)")
            #expect(states.contains { $0.double("operation_seconds_left") > 0 })
            try engine.reply("export", ["long", "to", engine.folder.file("c.flac"), "background", "yes"])
            try look(&client) { $0.text("operation_state") == "running" && $0.text("kind") == "export" }
            let number = try #require(states.last).int("operation_id")
            try engine.reply("operations", ["cancel", "\(number)"])
            try look(&client) { $0.text("operation_state") == "cancelled" }
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("copy", "long", "to", "long") }
            func ends() -> [String] {
                told.filter { $0.event == "operation-ended" }.map { "\($0.fields.text("verb")) \($0.fields.text("state"))" }
            }
            for _ in 0..<400 where ends().count < 3 { told += try client.messages(within: 50).compactMap(EventMessage.init) }
            #expect(ends().prefix(3) == ["export cancelled", "export done", "export cancelled"], "\(ends())")
        }
    }
}
