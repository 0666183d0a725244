// Tests control by USB pedals (C13): a real engine and libevdev, at pipes that carry what pedals send.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("USB pedals (C13)") struct PedalTests {
        private static let infinity = "\"VEC  VEC USB Footpedal\""
        private static let three = """
            pedal = key 256 \(infinity) hold: review on | review off
            pedal = key 257 \(infinity) press: toggle play
            pedal = key 258 \(infinity) hold: cue on | cue off

            """

        /// Waits until the engine has opened the pedals.
        private func open(_ engine: EngineProcess, _ count: Int = 1) throws -> Bool {
            try Pause.until { try engine.ask("status").text("pedals").split(separator: "\n").count == count }
        }

        /// Sends the changes of a bouncing contact as one packet with one time, since a busy machine may stop a test between two
        /// packets for longer than a contact bounces.
        private func bounce(_ pedal: StandInPedal, _ key: Int, _ values: [Int32]) {
            var bytes = values.flatMap { value in
                StandInPedal.event(4, 4, 0x90001 + Int32(key & 3)) + StandInPedal.event(1, UInt16(key), value)
                    + StandInPedal.event(0, 0, 0)
            }
            let time = Array(bytes.prefix(16))
            for place in stride(from: 0, to: bytes.count, by: 24) { bytes.replaceSubrange(place..<place + 16, with: time) }
            pedal.write(bytes)
        }

        /// An engine with a loaded recording of 20 s that plays.
        private func playing(_ pedals: StandInPedals, settings: String, _ words: [String] = []) throws -> EngineFixture {
            let fixture = try EngineFixture(engine: words, environment: pedals.environment, settings: settings)
            let wave = fixture.engine.library + "/long.wav"
            let made = Process.run("/usr/bin/sox", ["-n", "-r", "48000", "-c", "2", wave, "synth", "20", "sine", "440"])
            #expect(made.code == 0, "\(made)")
            try fixture.engine.ask("play", "long")
            try fixture.engine.wait("play_state", "playing")
            return fixture
        }

        /// The three keys of a common pedal rewind, play and wind on; a cue lasts from the press to the release.
        @Test func aPedalPlaysAndCues() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three)
            let engine = fixture.engine
            #expect(try open(engine) && pedal.isGrabbed)
            pedal.press(257)
            pedal.press(257, false)
            try engine.wait("play_state", "paused")
            // A press right behind the release would be a bounce.
            _ = usleep(100_000)
            pedal.press(257)
            try engine.wait("play_state", "playing")
            for (key, scan) in [(258, "cue"), (256, "review")] {
                pedal.press(key)
                try engine.wait("scan", scan)
                #expect(try engine.ask("status").text("pedals_held").contains("key \(key) "))
                // Held for longer than any filter, with repeats as keyboards send them.
                for _ in 0..<10 {
                    _ = usleep(33_000)
                    pedal.send(key, 2)
                }
                #expect(try engine.ask("status").text("scan") == scan)
                pedal.press(key, false)
                try engine.wait("scan", "off")
            }
            #expect(try engine.ask("pedal").int("received") == 7)
        }

        /// A bouncing contact is one press: `toggle play` is done once.
        @Test func bouncesAreOnePress() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three)
            #expect(try open(fixture.engine))
            for round in 1...5 {
                bounce(pedal, 257, [1, 0, 1, 0, 1])
                // Longer than the filter of bounces.
                _ = usleep(60_000)
                bounce(pedal, 257, [0, 1, 0, 1, 0])
                // Longer than the filter of bounces.
                _ = usleep(60_000)
                try fixture.engine.wait("play_state", round.isMultiple(of: 2) ? "playing" : "paused")
                try Pause.until { try fixture.engine.ask("pedal").int("received") >= round * 2 }
                #expect(try fixture.engine.ask("pedal").int("received") == round * 2)
            }
        }

        /// A pedal that is unplugged while a key is held ends the cue, tells so, and works again when it is back.
        @Test func unpluggingWhileHeldEndsTheCue() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three, OscTests.ways)
            let engine = fixture.engine
            let client = try OscClient(try OscTests.urls(engine)[1])
            _ = try client.ask("/dicta/subscribe", [.string("events"), .float(50), .int32(60)])
            #expect(try open(engine))
            for _ in 0..<3 {
                pedal.press(258)
                try engine.wait("scan", "cue")
                pedal.unplug()
                try engine.wait("scan", "off")
                // The release of the key is told first.
                try engine.wait("pedals", "")
                let status = try engine.ask("status")
                #expect(status.text("pedals") == "" && status.text("pedals_held") == "")
                #expect(status.text("pedal_trouble").contains("VEC USB Footpedal' is gone"))
                #expect(engine.dicta("status").output.contains("is gone: plug it in again"))
                try pedals.plug(pedal)
                #expect(try open(engine))
                #expect(try engine.ask("status")["pedal_trouble"] == nil)
            }
            for _ in 0..<100 where client.counts["/dicta/event/pedal-back"] ?? 0 < 3 { try client.receive(within: 50) }
            #expect(
                client.counts["/dicta/event/pedal-gone"] == 3 && client.counts["/dicta/event/pedal-back"] == 3, "\(client.counts)"
            )
        }

        /// A pedal that another program takes while a key is held ends the cue, and works again when it is given back.
        @Test func aPedalThatIsTakenReleasesItsKeys() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three + "pedal-grab = off\n")
            let engine = fixture.engine
            #expect(try open(engine) && !pedal.isGrabbed)
            pedal.press(258)
            try engine.wait("scan", "cue")
            pedal.take(true)
            _ = try engine.reply("set", ["pedal-grab", "pedals"])
            try engine.wait("scan", "off")
            try engine.wait("pedals", "")
            let status = try engine.ask("status")
            #expect(
                status.text("pedals_held") == "" && status.text("pedal_trouble").contains("used by another program"), "\(status)")
            pedal.take(false)
            #expect(try open(engine) && pedal.isGrabbed)
        }

        /// Keys are learnt by pressing them, also with the short form of cue and review; they are kept, listed and forgotten.
        @Test func keysAreLearntByPressingThem() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: "")
            let engine = fixture.engine
            // An engine without bindings opens nothing.
            #expect(engine.dicta("pedal").output.contains("VEC USB Footpedal (usb-0000:00:14.0-1/input0): not used"))
            let words = ["--socket", engine.socket, "pedal", "learn", "cue", "--hold"]
            let learn = try #require(Process(Programs.path("dicta"), words, environment: ["HOME": "/tmp"]))
            try Pause.until {
                try engine.ask("pedal")["learning"] != nil && engine.ask("pedal").text("devices").contains(": open")
            }
            pedal.press(258)
            pedal.press(258, false)
            let learnt = learn.finish()
            #expect(learnt.code == 0 && learnt.output.contains("hold: cue | cue off"), "\(learnt)")
            #expect(Files.read(engine.settings)?.contains("pedal = key 258 \(Self.infinity) hold: cue | cue off\n") == true)
            // A press within 10 ms of the release would be a bounce.
            try Pause.until { try engine.ask("pedal").int("received") >= 2 }
            #expect(try open(engine))
            pedal.press(258)
            try engine.wait("scan", "cue")
            // A binding that is taken away while its key is held ends its cue.
            #expect(engine.dicta("pedal", "forget", "key 258 \(Self.infinity)").code == 0)
            try engine.wait("scan", "off")
            Pause.until { !pedal.isGrabbed }
            #expect(!pedal.isGrabbed)
            _ = try engine.reply(
                "pedal", ["do", "learn", "line", "rec", "second", "stop", "trigger", "key 257 \(Self.infinity)"])
            #expect(try engine.reply("pedal").items.map { $0.text("mode") } == ["toggle"])
            for wrong in [
                ["do", "forget", "line", "key 1 \"x\""], ["do", "forget"], ["do", "learn", "line", "nonsense"], ["do", "learn"],
                ["do", "learn", "line", "set backstep 1s"], ["do", "learn", "line", "stop", "trigger", "note 1 60"],
                ["do", "learn", "line", "rec", "hold", "true"], ["do", "learn", "line", "quit", "trigger", "key 1 \"x\""],
            ] {
                #expect(throws: EngineProcess.Trouble.self, "\(wrong)") { try engine.reply("pedal", wrong) }
            }
            #expect(try engine.reply("pedal").items.count == 1)
        }

        /// A pedal that is a keyboard to Linux is learnt where its maker is known, and by its name; other keyboards are left alone.
        @Test func aPedalThatTypesLetters() throws {
            let pedals = try StandInPedals()
            let (known, keyboard) = (StandInPedal.typing(), StandInPedal.typing("event7", vendor: "046d:c31c"))
            try pedals.plug(known)
            let name = "\"RDing FootSwitch1F1.\""
            let lines = [30: "toggle play", 48: "mark", 46: "rate 0.5"].map { "pedal = key \($0) \(name) press: \($1)\n" }
            let fixture = try playing(pedals, settings: lines.joined())
            let engine = fixture.engine
            #expect(try open(engine) && known.isGrabbed)
            for key in [30, 48, 46] {
                known.press(key)
                // A release at once would be a bounce.
                _ = usleep(30_000)
                known.press(key, false)
            }
            try engine.wait("play_state", "paused")
            try Pause.until { try engine.ask("status").double("play_rate") == 0.5 }
            #expect(try engine.ask("status").double("play_rate") == 0.5)
            #expect(try engine.reply("marks").items.count == 1)
            known.unplug()
            // A whole keyboard is opened where it is bound, and stays the user's.
            try pedals.plug(keyboard)
            #expect(try open(engine) && !keyboard.isGrabbed)
            _ = try engine.reply("set", ["pedal-grab", "all"])
            Pause.until { keyboard.isGrabbed }
            #expect(keyboard.isGrabbed)
            _ = try engine.reply("pedal", ["do", "forget", "line", "all"])
            #expect(engine.dicta("pedal").output.contains("learnt with --device only"))
        }

        /// After the kernel has lost events (SYN_DROPPED) the keys are as they are now: a release that was lost is made up for.
        @Test func lostEventsAreMadeUpFor() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three)
            #expect(try open(fixture.engine))
            pedal.press(258)
            try fixture.engine.wait("scan", "cue")
            // In the lost events key 258 was released and key 257 pressed.
            pedal.setDown([257])
            pedal.write(StandInPedal.event(0, 3, 0) + StandInPedal.event(1, 256, 1) + StandInPedal.event(0, 0, 0))
            try fixture.engine.wait("play_state", "paused")
            try fixture.engine.wait("scan", "off")
            try fixture.engine.wait("pedals_held", "key 257 \(Self.infinity)")
            pedal.press(257, false)
            try fixture.engine.wait("pedals_held", "")
        }

        /// Noise and torn events neither end the engine nor leave a cue behind, and the pedal works afterwards.
        @Test func noiseHurtsNothing() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: "pedal = key 258 \(Self.infinity) hold: cue on | cue off\n")
            let engine = fixture.engine
            #expect(try open(engine))
            var random = Dice()
            for round in 0..<40 {
                pedal.press(258)
                try engine.wait("scan", "cue")
                var bytes: [UInt8] = []
                for _ in 0..<100 {
                    let type = UInt16.random(in: 0...6, using: &random)
                    let code = UInt16.random(in: 0...0x3ff, using: &random)
                    // The key itself must stay as it is known, and events are not lost here.
                    guard code != 258, type != 0 else { continue }
                    bytes += StandInPedal.event(type, code, Int32.random(in: .min ... .max, using: &random))
                }
                if round.isMultiple(of: 2) {
                    for index in bytes.indices where index % 24 < 16 { bytes[index] = .random(in: 0...255, using: &random) }
                }
                pedal.write(bytes)
                if round.isMultiple(of: 5) {
                    // A torn event: libevdev refuses the device, which counts as a loss.
                    pedal.write([1, 2, 3])
                    try engine.wait("scan", "off")
                    #expect(try open(engine))
                } else {
                    pedal.press(258, false)
                    try engine.wait("scan", "off")
                }
            }
        }

        /// Two pedals of one name are told apart by their places; without a place both do the same.
        @Test func twoPedalsOfOneName() throws {
            let pedals = try StandInPedals()
            let (left, right) = (StandInPedal.infinity(), StandInPedal.infinity("event9", path: "usb-0000:00:14.0-2/input0"))
            try pedals.plug(left)
            try pedals.plug(right)
            let fixture = try playing(pedals, settings: "pedal = key 258 \(Self.infinity) hold: cue on | cue off\n")
            let engine = fixture.engine
            #expect(try open(engine, 2))
            let learning = try #require(
                Process(
                    Programs.path("dicta"), ["--socket", engine.socket, "pedal", "learn", "review", "--hold"],
                    environment: ["HOME": "/tmp"]))
            try Pause.until { try engine.ask("pedal")["learning"] != nil }
            right.press(258)
            right.press(258, false)
            #expect(learning.finish().output.contains("usb-0000:00:14.0-2/input0"))
            for (pedal, scan) in [(left, "cue"), (right, "review"), (left, "cue")] {
                pedal.press(258)
                try engine.wait("scan", scan)
                pedal.press(258, false)
                try engine.wait("scan", "off")
            }
        }

        /// A pedal that may not be opened is told with the rule that permits it, and works once the rule holds.
        @Test func aForbiddenPedalIsTold() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            pedal.forbid(true)
            let fixture = try playing(pedals, settings: Self.three)
            let engine = fixture.engine
            try Pause.until { try engine.ask("status")["pedal_trouble"] != nil }
            let words = try engine.ask("status").text("pedal_trouble")
            #expect(words.contains("may not be opened") && words.contains("70-dicta-pedals.rules"), "\(words)")
            pedal.forbid(false)
            #expect(try open(engine))
            #expect(try engine.ask("status")["pedal_trouble"] == nil)
        }

        /// The lock refuses a pedal as it refuses hands, and a cue that was held before ends all the same. Only the owner teaches.
        @Test func theLockAndTheOwner() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let fixture = try playing(pedals, settings: Self.three, OscTests.ways)
            let engine = fixture.engine
            #expect(try open(engine))
            pedal.press(258)
            try engine.wait("scan", "cue")
            try engine.ask("lock", "on")
            pedal.press(258, false)
            try engine.wait("scan", "off")
            pedal.press(257)
            try Pause.until { try engine.ask("pedal").int("received") >= 3 }
            #expect(try engine.ask("status").text("play_state") == "playing")
            let client = try OscClient(try OscTests.urls(engine)[1])
            for arguments: [OSCArgument] in [
                [.string("learn"), .string("stop")], [.string("forget"), .string("all")],
            ] {
                #expect(try client.ask("/dicta/pedal", arguments)?.code == FailureCode.refused.rawValue)
            }
            #expect(try engine.reply("pedal").items.count == 3)
        }
    }
}
