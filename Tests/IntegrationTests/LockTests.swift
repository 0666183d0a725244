// Tests the lock of the transport (C11).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct LockTests {
        private static let words = "The transport is locked: hold the lock key for 2 s, or use 'dicta lock off'"

        private func isLocked(_ engine: EngineProcess) throws -> Bool { try engine.ask("status")["locked"] == .flag(true) }

        /// Every way to the engine is refused with the same words, nothing changes, and looking goes on.
        @Test func everyHandIsRefusedWhileItIsLocked() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let engine = fixture.engine
            let keys = try #require(MidiProbe())
            #expect(keys.connect(to: engine.name))
            try engine.ask("midi", "learn", "line", "toggle rec", "trigger", "note 1 60")
            try engine.ask("rec", "name", "kept")
            #expect(engine.dicta("lock", "on").output == "Locked\n")
            for line in [["stop"], ["pause"], ["toggle", "rec"], ["rate", "0.5"], ["mark"], ["rec"], ["play"], ["loop", "a"]] {
                let run = engine.dicta(line)
                #expect(run.code == 1 && run.errors.contains(Self.words), "\(run)")
            }
            let client = try OscClient(try OscTests.urls(engine)[1])
            let answer = try client.ask("/dicta/stop")
            #expect(answer?.code == FailureCode.refused.rawValue && answer?.arguments.last == .string(Self.words))
            #expect(try client.ask("/dicta/lock/off")?.code == FailureCode.refused.rawValue)
            keys.send([0x90, 60, 100])
            keys.send([0xf0, 0x7f, 0x7f, 6, 1, 0xf7])
            try Pause.until { try engine.ask("midi", "list").int("received") >= 2 }
            for line in [["status"], ["ls"], ["meters"], ["marks"], ["loop"], ["gain"], ["info", "kept"]] {
                #expect(engine.dicta(line).errors.contains(Self.words) == false, "\(line)")
            }
            let status = try engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.double("play_rate") == 1)
            #expect(engine.dicta("status").output.contains("locked"))
            #expect(engine.dicta("lock", "off").output == "Unlocked\n")
            #expect(try engine.ask("stop").text("name") == "kept")
        }

        /// The owner's forced stop ends a take under the lock; a signal does too, and the file is whole. The next engine is unlocked.
        @Test func aForcedStopAndASignalAlwaysWork() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "one")
            try fixture.engine.ask("lock", "on")
            let run = fixture.engine.dicta("stop", "--force")
            #expect(run.code == 0 && run.output.hasSuffix("/one.wav\n"), "\(run)")
            #expect(try isLocked(fixture.engine))
            try fixture.engine.ask("lock", "off")
            try fixture.engine.ask("rec", "name", "two")
            try fixture.engine.ask("lock", "on")
            // A busy server gives the first frame late.
            try Pause.until { try fixture.engine.ask("status").double("elapsed_seconds") > 0 }
            fixture.engine.signal(SIGTERM)
            #expect(fixture.engine.finish()?.code == 0)
            try fixture.engine.restart()
            #expect(try !isLocked(fixture.engine) && fixture.engine.ask("info", "two").int("frames") > 0)
            try fixture.engine.ask("lock", "on")
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// A surface unlocks with a button that is held for two seconds; one that is let go earlier does not. The topic counts down.
        @Test func aButtonUnlocksOnceItWasHeld() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let engine = fixture.engine
            let client = try OscClient(try OscTests.urls(engine)[1])
            _ = try client.ask("/dicta/subscribe", [.string("lock"), .float(50), .int32(60)])
            // Without a lock the button locks.
            #expect(try client.ask("/dicta/lock", [.int32(1)])?.path == "/reply")
            #expect(try client.ask("/dicta/lock", [.int32(0)])?.path == "/reply")
            #expect(try isLocked(engine))
            // A small part of two seconds: a busy machine may let go late.
            let held = fixture.probe.frameTime
            _ = try client.ask("/dicta/lock", [.int32(1)])
            fixture.probe.waitFor(frame: held &+ 12_000)
            _ = try client.ask("/dicta/lock", [.int32(0)])
            func wait(for state: [OSCArgument]) throws {
                func isThere() -> Bool { client.last["/dicta/state/lock"]?.arguments.starts(with: state) == true }
                for _ in 0..<200 where !isThere() { try client.receive(within: 50) }
                #expect(isThere(), "\(client.last["/dicta/state/lock"]?.arguments ?? [])")
            }
            try wait(for: [.string("locked"), .flag(true), .string("lock_seconds"), .double(0)])
            #expect(client.last["/dicta/state/lock"]?.arguments.count == 4)
            #expect(try isLocked(engine) && engine.ask("status").double("lock_seconds") == 0)
            let again = Moment.now
            _ = try client.ask("/dicta/lock/hold")
            _ = try client.ask("/dicta/lock/hold")
            var seconds: [Double] = []
            for _ in 0..<400 {
                guard try isLocked(engine) else { break }
                try client.receive(within: 20)
                if case .double(let left)? = client.last["/dicta/state/lock"]?.arguments.last { seconds.append(left) }
            }
            #expect(try !isLocked(engine) && Moment.now.seconds(since: again) >= 1.9)
            #expect(seconds.contains { $0 > 1 } && seconds.contains { $0 > 0 && $0 < 1 }, "\(seconds)")
            try wait(for: [.string("locked"), .flag(false)])
        }

        /// A learnt key unlocks while it is held down.
        @Test func aLearntKeyIsHeld() throws {
            let fixture = try EngineFixture()
            let keys = try #require(MidiProbe())
            #expect(keys.connect(to: fixture.engine.name))
            try fixture.engine.ask(
                "midi", "learn", "line", "lock hold", "second", "lock release", "mode", "hold", "trigger", "cc 1 64")
            try fixture.engine.ask("lock", "on")
            keys.send([0xb0, 64, 127])
            keys.send([0xb0, 64, 0])
            try Pause.until { try fixture.engine.ask("midi", "list").int("received") >= 2 }
            #expect(try isLocked(fixture.engine) && fixture.engine.ask("status").double("lock_seconds") == 0)
            keys.send([0xb0, 64, 127])
            try Pause.until { try !isLocked(fixture.engine) }
            #expect(try !isLocked(fixture.engine))
            try fixture.engine.ask("rec", "name", "free")
            try fixture.engine.ask("stop")
        }
    }
}
