// Tests hooks: programs of the user that run on events of the engine (C7).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct HookTests {
        /// Waits a minute at most: hooks have a low priority, and beside a load they can start late.
        private func wait(_ isDone: () throws -> Bool) rethrows -> Bool { try Pause.until(60, isDone) }

        /// Each event of a take and of playback runs its program, with the data of the event.
        @Test func eventsRunTheirPrograms() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let line = "echo \"$DICTA_EVENT $DICTA_NAME\" >> \(log)"
            let keys = HookEvent.allCases.filter { $0 != .diskLow && $0 != .xrun }.map { "\($0.key) = \(line)\n" }.joined()
            let fixture = try EngineFixture(settings: keys)
            // The take plays until the stop, which would be refused after the end.
            try fixture.engine.ask("rate", "0.5")
            _ = try fixture.engine.reply("set", ["on-record-stopped", "cat > \(folder.file("json")); \(line)"])
            try fixture.engine.ask("rec", "name", "one take")
            try fixture.engine.ask("mark")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("resume")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let stopped = try fixture.engine.ask("stop")
            try fixture.engine.ask("play", "one take")
            try fixture.engine.ask("loop", "a")
            try fixture.engine.ask("stop")
            try fixture.engine.ask("complete", "one take")
            let events = [
                "jack-back", "record-started one take", "marker", "record-paused one take", "record-resumed one take",
                "record-stopped one take", "play-started", "loop", "play-stopped", "library-changed", "completed one take",
            ]
            let ended = wait {
                let text = Files.read(log) ?? ""
                return events.allSatisfy { text.contains($0) }
            }
            let hooks = try fixture.engine.reply("hooks").items
            #expect(ended, "\(Files.read(log) ?? ""): \(hooks)")
            let json = try #require(Files.read(folder.file("json")))
            let expression = "o['event'], o['name'], o['frames'], o['path']"
            let python = "import json, sys; o = json.loads(sys.argv[1]); print(*(\(expression)), sep='|')"
            let said = Process.python(python, [json]).output
            #expect(said == "record-stopped|one take|\(stopped.int("frames"))|\(stopped.text("path"))\n")
            func report() throws -> Fields? {
                try fixture.engine.reply("hooks").items.first { $0.text("event") == "record-stopped" }
            }
            // A program ends a moment after its line.
            let isTold = try wait { try report()?.text("status") == "exit 0" }
            let told = try report()
            #expect(isTold && told?.int("runs") == 1, "\(told?.all ?? [])")
            #expect(try fixture.engine.reply("hooks").items.count == HookEvent.allCases.count - 2)
        }

        /// Commands of one bundle are carried out together, and each of them has its event.
        @Test func everyCommandOfABundleRunsItsProgram() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let events: [HookEvent] = [.recordPaused, .recordResumed, .recordStopped]
            let lines = events.map { "\($0.key) = echo $DICTA_EVENT $DICTA_NAME >> \(log)\n" }.joined()
            let fixture = try EngineFixture(settings: lines)
            let client = try LocalClient(to: fixture.engine.socket, at: folder.file("client"))
            try fixture.engine.ask("rec", "name", "memo")
            #expect(try wait { try fixture.engine.ask("status").int("elapsed_frames") > 4800 })
            let words = ["pause", "resume", "pause", "resume", "stop"]
            try client.send(OSCPacket.bundle(try words.map { try OSCMessage("/dicta/" + $0).encode() }))
            #expect(client.waits(for: words.count, seconds: 20))
            let wanted = Array(repeating: ["record-paused memo", "record-resumed memo"], count: 2).flatMap(\.self)
            // Programs of several events run side by side, so the last one may end first.
            #expect(wait { Files.read(log)?.count { $0 == "\n" } == words.count })
            let runs = (Files.read(log) ?? "").split(separator: "\n").map(String.init)
            #expect(runs.sorted() == (wanted + ["record-stopped memo"]).sorted())
        }

        /// A recording of thousands of files is told whole: on standard input, and in the answers. The environment takes no such list,
        /// and a program is started all the same. Before, the JSON was cut at 64 KiB, and the program never started.
        @Test(arguments: [false, true]) func aRecordingOfThousandsOfFilesIsToldWhole(isDurable: Bool) throws {
            let folder = TempFolder()
            let line =
                "cat > \(folder.file("json")); echo \"${DICTA_SEGMENT_PATHS-unset} $DICTA_LEFT_OUT $DICTA_NAME\""
                + " > \(folder.file("log"))"
            let durable = isDurable ? "hook-durable = completed\n" : ""
            let fixture = try EngineFixture(settings: "on-completed = \(line)\n\(durable)")
            let library = try Library(folder: fixture.engine.library)
            let (format, count) = (try AudioFormat(rate: 48_000), 2000)
            let name = "many takes of a piece that is never good enough"
            let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
            try writer.writeSilence(frames: 10)
            var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
            (segment.bytes, segment.frames) = (try writer.close(), 10)
            try library.keepTake(JournalEntry(name: name, segment: segment))
            for number in 2...count {
                #expect(unsafe link(library.path(of: "\(name).wav"), library.path(of: "\(name)~\(number).wav")) == 0)
            }
            try library.updateRecording(name) { recording in
                for number in 2...count {
                    var more = segment
                    (more.file, more.id) = ("\(name)~\(number).wav", .fresh())
                    recording.segments.append(more)
                }
                recording.edits = EditHistory(Timeline(recording.segments.map(\.span)))
            }
            var client = try ControlClient(engine: fixture.engine.name, path: fixture.engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("events"), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            let paths = [library.path(of: "\(name).wav")] + (2...count).map { library.path(of: "\(name)~\($0).wav") }
            #expect(try fixture.engine.ask("info", name)["segment_paths"]?.texts == paths)
            #expect(try fixture.engine.ask("complete", name)["segment_paths"]?.texts == paths)
            let isThere = wait { Files.read(folder.file("log"))?.isEmpty == false }
            let hooks = try fixture.engine.reply("hooks").items
            #expect(isThere, "\(hooks)")
            #expect(Files.read(folder.file("log")) == "unset segment_paths \(name)\n")
            let python = "import json, sys; o = json.load(open(sys.argv[1])); print(len(o['segments']), o['segments'][-1])"
            #expect(Process.python(python, [folder.file("json")]).output == "\(count) \(paths[count - 1])\n")
            // Subscribers are told of the event without the list.
            var told: EventMessage?
            let hasCome = try wait {
                told = try client.messages(within: 50).compactMap(EventMessage.init).first { $0.event == "completed" } ?? told
                return told != nil
            }
            #expect(hasCome && told?.fields.text("name") == name && told?.fields["segment_paths"] == nil)
            if isDurable { #expect(try wait { try fixture.engine.reply("hooks", ["queue", "yes"]).items.isEmpty }) }
        }

        /// A marker runs its program once. Before, it ran twice: for the command, and when the change was seen.
        @Test func aMarkerRunsItsProgramOnce() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let line = "on-marker = echo \"$DICTA_MARKER $DICTA_NAME $DICTA_FRAMES\" >> \(log)\n"
            let fixture = try EngineFixture(settings: line)
            try fixture.engine.ask("rec", "name", "memo")
            #expect(try wait { try fixture.engine.ask("status").int("elapsed_frames") > 4800 })
            try fixture.engine.ask("mark", "one", "at", "100f")
            try fixture.engine.ask("stop")
            try fixture.engine.ask("mark", "two", "in", "memo", "at", "200f")
            try fixture.engine.ask("unmark", "one", "in", "memo")
            #expect(wait { Files.read(log)?.contains("two") == true && Files.read(log)?.contains("one") == true })
            let report = try #require(try fixture.engine.reply("hooks").items.first { $0.text("event") == "marker" })
            // Two programs may run at once, in any order.
            let runs = (Files.read(log) ?? "").split(separator: "\n").sorted()
            #expect(runs == ["1 one 100", "2 two 200"] && report.int("waiting") == 0, "\(runs)")
            // It is told as what has run, not as what will run.
            try fixture.engine.reply("set", ["key", "on-marker", "reset", "yes"])
            #expect(
                try wait {
                    let hooks = try fixture.engine.reply("hooks").items
                    return hooks.first { $0.text("event") == "marker" }?.text("status") == "exit 0, no longer set"
                })
        }

        /// A disk that runs low is reported once, and again only after there was room.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskThatRunsLowRunsItsProgram() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let disk = try SmallDisk(megabytes: 600)
            let line = "on-disk-low = cat > \(folder.file("json")); echo \"$DICTA_EVENT $DICTA_DISK_FREE_BYTES\" >> \(log)\n"
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path, settings: line)
            func lines() -> [Substring] { (Files.read(log) ?? "").split(separator: "\n") }
            // Room for more than ten minutes: no event. Nothing tells that none comes.
            _ = usleep(1_500_000)
            #expect(lines().isEmpty, "\(lines())")
            for times in 1...2 {
                let free = try fixture.engine.ask("status").int("disk_free_bytes")
                let filled = Process.run("/usr/bin/fallocate", ["-l", "\(free - 40_000_000)", disk.path + "/filler"])
                try #require(filled.code == 0, "\(filled)")
                #expect(wait { lines().count == times }, "\(lines())")
                // Another look at the disk is no other event.
                _ = usleep(1_500_000)
                #expect(lines().count == times && lines().allSatisfy { $0.hasPrefix("disk-low ") }, "\(lines())")
                let told = lines().last?.split(separator: " ").last.flatMap { Int($0) } ?? 0
                #expect((1...45_000_000).contains(told))
                try #require(Files.remove(disk.path + "/filler"))
                // The next event comes only after the engine has seen the room.
                #expect(try wait { try fixture.engine.ask("status").int("disk_free_bytes") > free - 10_000_000 })
            }
            let json = try #require(Files.read(folder.file("json")))
            let python = "import json, sys; o = json.loads(sys.argv[1]); print(o['event'], o['disk_seconds_left'] < 300)"
            #expect(Process.python(python, [json]).output == "disk-low True\n")
        }

        /// A client that stands still makes the server miss its periods: a real xrun, reported at most once in two seconds.
        @Test func anXrunRunsItsProgram() throws {
            let folder = TempFolder()
            let log = folder.file("log")
            let line = "on-xrun = echo \"$DICTA_EVENT $DICTA_XRUNS\" >> \(log)\n"
            let fixture = try EngineFixture(synchronous: false, settings: line)
            let graph = fixture.server.environment
            let sleeper = try #require(
                Process("/usr/bin/jack_midiseq", ["sleeper", "24000", "0", "60", "8000"], environment: graph))
            defer {
                _ = kill(sleeper.pid, SIGKILL)
                _ = sleeper.finish()
            }
            try #require(wait { Process.run("/usr/bin/jack_lsp", [], environment: graph).output.contains("sleeper:") })
            func told() -> [Int] {
                (Files.read(log) ?? "").split(separator: "\n").compactMap { line in
                    line.hasPrefix("xrun ") ? line.split(separator: " ").last.flatMap { Int($0) } : nil
                }
            }
            // Xruns of a busy machine before this moment do not count.
            let began = Moment.now.nanoseconds
            let before = try fixture.engine.ask("status").int("xruns")
            // More than two seconds with an xrun in each third of one.
            for _ in 0..<8 {
                #expect(kill(sleeper.pid, SIGSTOP) == 0)
                // Many periods.
                _ = usleep(200_000)
                #expect(kill(sleeper.pid, SIGCONT) == 0)
                _ = usleep(100_000)
            }
            #expect(wait { told().last ?? 0 > before }, "\(told())")
            // No later event than the moment of this measurement.
            let events = told().filter { $0 > before }
            let seconds = Double(Moment.now.nanoseconds - began) / 1e9
            #expect(try fixture.engine.ask("status").int("xruns") > before)
            #expect(events.count <= Int(seconds / 2) + 1, "\(events) in \(seconds) s")
        }

        /// Hooks that hang, flood and fork during a take of a known signal: every frame is recorded, and commands are
        /// answered.
        @Test func badHooksHurtNoTake() throws {
            let bad = [
                "on-record-started = yes flood", "on-record-paused = trap '' TERM; while :; do sleep 1; done",
                "on-record-resumed = for i in 1 2 3 4 5 6 7 8; do (yes > /dev/null) & done; wait", "on-play-started = kill -9 $$",
                "hook-limit = 3s", "hook-jobs = 8",
            ]
            let fixture = try EngineFixture(settings: bad.joined(separator: "\n"))
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "calm", "at-frame", "\(start)")
            // Far enough ahead for both commands.
            let joint = start &+ 48_000 * 2
            try fixture.engine.ask("pause", "at-frame", "\(joint)")
            try fixture.engine.ask("resume", "at-frame", "\(joint)")
            fixture.probe.waitFor(frame: joint)
            // A hook that is waited for holds an answer up until its limit of three seconds.
            var longest = 0.0
            for _ in 0..<50 {
                let began = Moment.now
                try fixture.engine.ask("ping")
                longest = max(longest, Moment.now.seconds(since: began))
            }
            #expect(longest < 2.5)
            let end = start &+ 48_000 * 6
            fixture.probe.waitFor(frame: end)
            let stopped = try fixture.engine.ask("stop")
            let samples = try EngineFixture.samples(stopped.text("path"))
            // After the joint of the pause, which had no length.
            let report = FrameReport(samples[108_000...], .fine)
            #expect(stopped.int("lost_frames") == 0 && report.isClean, "\(report)")
            // Silence stands only where JACK itself delivered no frames.
            #expect(samples.count { $0 == .zero } == stopped.int("missed_frames"), "\(stopped.all)")
            #expect(wait { (try? fixture.engine.reply("hooks").items.contains { $0.text("status") == "overdue" }) ?? false })
        }
    }
}
