// Tests the view that `dicta watch` and foreign surfaces have of a take (C3, C4).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct OscWatchTests {
        /// A `dicta watch` that is suspended, and a program that asks and never reads, keep nobody else from the engine. The watch
        /// goes on afterwards.
        @Test func aProgramThatReadsNothingKeepsNobodyFromTheEngine() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let words = [
                "--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--json", "watch", "*", "--rate", "50",
            ]
            let watches = try (0..<2).map { _ in try #require(Process(Programs.path("dicta"), words)) }
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") >= 2 }
            // Seconds until the answer to each of so many questions, in the order of their lengths.
            func asked(_ count: Int, pause: UInt32) throws -> [Double] {
                try (0..<count).map { _ in
                    let began = Moment.now.nanoseconds
                    try fixture.engine.ask("status", timeout: 5)
                    let took = Double(Moment.now.nanoseconds - began) / 1e9
                    Pause.milliseconds(pause)
                    return took
                }.sorted()
            }
            try fixture.engine.ask("rec", "name", "seen")
            // The time for an answer on this machine while both watches read.
            let usual = try asked(40, pause: 50)
            _ = kill(watches[0].pid, SIGSTOP)
            let deaf = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("deaf"))
            let looks = OSCPacket.bundle(try (0..<250).map { _ in try OSCMessage("/dicta/status", []).encode() })
            try deaf.send(looks)
            let took = try asked(40, pause: 200)
            // A probe of one of the two takes 20 ms now and then.
            #expect(took[20] < usual[20] + 0.1 && took[39] < usual[39] + 2, "\(took), usually \(usual)")
            _ = kill(watches[0].pid, SIGCONT)
            Self.wait(for: "record_state", "\"recording\"", watches)
            try fixture.engine.ask("stop")
            Self.wait(for: "record_state", "\"idle\"", watches)
            for watch in watches { _ = kill(watch.pid, SIGINT) }
            for watch in watches {
                let run = watch.finish()
                #expect(run.code == 0 && run.errors.isEmpty)
                let states = run.output.split(separator: "\n").filter { $0.contains("\"record_state\"") }
                #expect(states.last?.contains("\"idle\"") == true, "\(states.suffix(3))")
            }
        }

        /// Waits until the last line of each watch with this field has this value, which is JSON.
        private static func wait(for field: String, _ value: String, _ watches: [Process]) {
            func last(_ watch: Process) -> Substring {
                watch.saidSoFar.split(separator: "\n").last { $0.contains("\"\(field)\":") } ?? ""
            }
            let isThere = Pause.until { watches.allSatisfy { last($0).contains("\"\(field)\":\(value)") } }
            #expect(isThere, "\(field) was never shown as \(value): \(watches.map(last))")
        }

        /// A person reads places and lengths in seconds; JSON has the frames too.
        @Test func aPersonReadsNoFrames() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 96_000)
            let socket = ["--engine", fixture.engine.name, "--socket", fixture.engine.socket]
            let watch = try #require(
                Process(Programs.path("dicta"), socket + ["watch", "transport", "position", "gains", "loop", "markers"]))
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") >= 1 }
            try fixture.engine.ask("play", "memo")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("loop", "a", "0.5s", "b", "1.25s")
            try fixture.engine.ask("mark", "here", "at", "0.785s")
            try fixture.engine.ask("monitor", "direct")
            let told = fixture.engine.dicta("previous").output
            for _ in 0..<50 { _ = try fixture.engine.ask("status") }
            // A second look sends all that has changed before.
            fixture.wait(milliseconds: 500)
            let wanted = ["Loop A 0.5 s", "Loop B 1.25 s", "Position 0.785 s", "Loop A not set"]
            Pause.until {
                let lines = watch.saidSoFar
                return wanted.allSatisfy { lines.contains($0) }
            }
            _ = kill(watch.pid, SIGINT)
            let lines = watch.finish().output
            let people = lines + told
            #expect(!people.contains("frames") && !people.contains("Frames") && !people.contains("frame "), "\(people)")
            for words in wanted { #expect(lines.contains(words), "\(words) is not in \(lines)") }
            let json = fixture.engine.dicta("--json", "previous").output
            #expect(json.contains("\"position_frames\":"), "\(json)")
        }

        /// A take and its playback are shown as they happen, as lines of JSON that Python reads. The playhead may
        /// first be seen behind the take, where a take that has ended leaves it.
        @Test func aTakeIsSeenAsItHappens() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let words = [
                "--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--json", "watch", "*", "--rate", "50",
            ]
            let watch = try #require(Process(Programs.path("dicta"), words))
            try fixture.engine.wait("osc_subscribers", "1")
            // The state before the take is told.
            Pause.milliseconds(300)
            try fixture.engine.ask("rec", "name", "seen")
            // The writer reports its progress three times a second.
            try Pause.until { try fixture.engine.ask("status").int("elapsed_frames") >= 48_000 }
            // The watch is told of it before the stop.
            Pause.milliseconds(200)
            try fixture.engine.ask("stop")
            // Half the speed leaves time for a machine that is busy with other things.
            try fixture.engine.ask("rate", "0.5")
            let before = watch.saidSoFar.matches(of: /"position_frames"/).count
            try fixture.engine.ask("play", "name", "seen", "from", "0s")
            try fixture.engine.ask("gain", "left", "-6")
            Pause.until { watch.saidSoFar.matches(of: /"position_frames"/).count > before + 20 }
            // A busy machine may have played it to its end by now.
            _ = try? fixture.engine.ask("stop")
            Self.wait(for: "play_state", "\"stopped\"", [watch])
            Self.wait(for: "left_db", "-6", [watch])
            _ = kill(watch.pid, SIGINT)
            let run = watch.finish()
            #expect(run.code == 0 && run.errors.isEmpty)
            let text = """
                import itertools, json, sys
                lines = [json.loads(l) for l in open(sys.argv[1])]
                of = lambda t: [l for l in lines if l['topic'] == t]
                def runs(values):
                    return [v for i, v in enumerate(values) if i == 0 or v != values[i - 1]]
                print(*runs([l['record_state'] for l in of('transport')]))
                print(*runs([l['play_state'] for l in of('transport') if l['play_state'] != 'loading']))
                playhead = [(l['position_frames'], l['duration_frames']) for l in of('position') if l['position_frames']]
                places = [p for p, _ in itertools.dropwhile(lambda seen: seen[0] == seen[1], playhead)]
                print(*(['in order'] if len(places) > 10 and places == sorted(places) else playhead))
                print(max(l['elapsed_frames'] for l in of('position')) > 40000, of('library')[-1]['changed'])
                print(of('gains')[-1]['left_db'], sorted({l['topic'] for l in lines}) == sorted(sys.argv[2].split()))
                """
            let topics = Topic.allCases.map(\.rawValue).joined(separator: " ")
            // On a busy machine there is more of it than an argument can hold.
            let folder = TempFolder()
            #expect(folder.write(run.output, to: "lines"))
            let seen = Process.python(text, [folder.file("lines"), topics])
            let lines = seen.output.split(separator: "\n")
            #expect(lines.first.map { ["idle recording idle", "idle recording closing idle"].contains($0) } == true, "\(seen)")
            #expect(lines.dropFirst().first == "stopped playing stopped", "\(seen)")
            #expect(lines.dropFirst(2) == ["in order", "True seen", "-6 True"], "\(seen)")
            try fixture.engine.wait("`dicta watch` did not unsubscribe") { $0["osc_subscribers"] == nil }
        }

        /// A surface made with liblo in Python records, subscribes and stops over TCP.
        @Test func aForeignSurfaceDrivesATake() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let text = """
                import liblo, sys, time
                s = liblo.Server(proto=liblo.TCP)
                states, answers, meters = [], {}, []
                def state(path, args):
                    pairs = dict(zip(args[::2], args[1::2]))
                    if not states or states[-1] != pairs['record_state']: states.append(pairs['record_state'])
                s.add_method('/dicta/state/transport', None, state)
                s.add_method('/dicta/state/meters', None, lambda p, a: meters.append(a[1]))
                s.add_method('/reply', None, lambda p, a: answers.update({a[0]: dict(zip(a[1::2], a[2::2]))}))
                def wait(is_there, seconds=0):
                    start = time.time()
                    while time.time() < start + seconds or time.time() < start + 20 and not is_there(): s.recv(20)
                s.send(sys.argv[1], '/dicta/subscribe', 'transport,meters', 50.0)
                wait(lambda: states)
                s.send(sys.argv[1], '/dicta/record', 'foreign')
                wait(lambda: '/dicta/record' in answers)
                wait(lambda: states[-1] == 'recording' and len(meters) > 5, 0.8)
                s.send(sys.argv[1], '/dicta/stop/rec')
                wait(lambda: '/dicta/stop/rec' in answers and states[-1] == 'idle')
                print(*[t for t in states if t != 'closing'])
                print(answers['/dicta/record']['name'], answers['/dicta/stop/rec']['frames'] > 20000, len(meters) > 5)
                """
            let run = Process.python(text, [try OscTests.urls(fixture.engine)[3]])
            #expect(run.output == "idle recording idle\nforeign True True\n", "\(run)")
        }
    }
}
