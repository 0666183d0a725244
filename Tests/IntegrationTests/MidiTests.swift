// Tests control by JACK MIDI: machine control, learnt keys and pedals (C5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct MidiTests {
        private func keys(_ fixture: EngineFixture) throws -> MidiProbe {
            let keys = try #require(MidiProbe())
            #expect(keys.connect(to: fixture.engine.name))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 4800)
            return keys
        }

        private func mmc(_ code: UInt8...) -> [UInt8] { [0xf0, 0x7f, 0x7f, 6] + code + [0xf7] }

        /// Record strobe begins the take at the frame of the message, within a period; the other MMC commands move the
        /// transport.
        @Test func machineControlRunsTheTransport() throws {
            let fixture = try EngineFixture(period: 1024, keeps: 60)
            let keys = try keys(fixture)
            let strobe = keys.send(mmc(6), offset: 777)
            try fixture.engine.wait("record_state", "recording")
            let name = try fixture.engine.ask("status").text("name")
            fixture.probe.waitFor(frame: strobe &+ 48_000)
            keys.send(mmc(8))
            try fixture.engine.wait("record_state", "paused")
            keys.send(mmc(8))
            try fixture.engine.wait("record_state", "recording")
            // The recording goes on for long behind 1.5 s, from where it is played.
            fixture.probe.skip(to: fixture.probe.frameTime &+ 5 * 48_000)
            keys.send(mmc(7))
            try fixture.engine.wait("record_state", "idle")
            let samples = try EngineFixture.samples(try fixture.engine.ask("info", name).text("path"))
            let report = FrameReport(samples[..<40_000], .fine)
            #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: strobe)), "\(report)")

            try fixture.engine.ask("play", name)
            keys.send(mmc(9))
            try fixture.engine.wait("play_state", "paused")
            let sent = fixture.ear.count
            keys.send(mmc(0x44, 6, 1, 0x60, 0, 1, 15, 0), mmc(3))
            try fixture.engine.wait("play_state", "playing")
            let position = try fixture.engine.ask("status").int("position_frames")
            let passed = fixture.ear.count - sent
            #expect((72_000..<72_000 + passed + 9_600).contains(position), "\(position) after \(passed) frames")
            keys.send(mmc(5))
            try fixture.engine.wait("scan", "review")
            keys.send(mmc(4))
            try fixture.engine.wait("scan", "cue")
            keys.send(mmc(2))
            try fixture.engine.wait("scan", "off")
            keys.send(mmc(1))
            try fixture.engine.wait("play_state", "paused")
            // MMC for another device is ignored, and all MMC while it is off.
            _ = try fixture.engine.reply("set", ["mmc-device", "5"])
            keys.send([0xf0, 0x7f, 4, 6, 2, 0xf7])
            _ = try fixture.engine.reply("set", ["mmc", "off"])
            keys.send(mmc(2))
            // A fifth of a second, since nothing tells that nothing comes.
            _ = usleep(200_000)
            #expect(try fixture.engine.ask("status").text("play_state") == "paused")
        }

        /// A key ends, pauses and resumes a take at its own frame, within a period, although that period was captured before
        /// the engine received the message (issue 12 no. 26).
        /// A long period was captured long before its message is heard: a short run has that alone.
        @Test(arguments: [64, 1024].few) func aTakeEndsOnTheFrameOfItsKey(period: Int) throws {
            let settings = "midi = note 1 60 press: stop\nmidi = note 1 61 press: pause\nmidi = note 1 62 press: resume\n"
            let fixture = try EngineFixture(period: period, settings: settings)
            let keys = try keys(fixture)
            var exact = 0
            for round in 0..<20 where exact < 3 {
                var isInTime = true
                // The writer holds frames back for 50 ms and a period. A key that the engine hears later changes nothing there.
                func press(_ key: UInt8, offset: Int, until states: [String]) throws -> UInt32 {
                    let frame = keys.send([0x90, key, 1], offset: UInt32(offset))
                    try Pause.until { try states.contains(fixture.engine.ask("status").text("record_state")) }
                    if Int32(bitPattern: fixture.probe.frameTime &- frame) > Int32(2400 + period) { isInTime = false }
                    return frame
                }
                let start = fixture.soon
                try fixture.engine.ask("rec", "name", "keyed \(round)", "at-frame", "\(start)")
                fixture.probe.waitFor(frame: start &+ UInt32(20_000 + 3000 * exact))
                let pause = try press(61, offset: 7, until: ["paused"])
                fixture.probe.waitFor(frame: pause &+ 12_000)
                let resume = try press(62, offset: period - 1, until: ["recording"])
                fixture.probe.waitFor(frame: resume &+ UInt32(20_000 + 1777 * exact))
                let stop = try press(60, offset: period / 2, until: ["closing", "idle"])
                try fixture.engine.wait("record_state", "idle")
                keys.send([0x80, 60, 0], [0x80, 61, 0], [0x80, 62, 0])
                let samples = try EngineFixture.samples(try fixture.engine.ask("info", "keyed \(round)").text("path"))
                let wanted = Int(pause &- start) + Int(stop &- resume)
                if samples.count == wanted { exact += 1 } else { #expect(!isInTime, "\(samples.count) of \(wanted) frames") }
            }
            #expect(exact == 3, "the engine was late for its keys")
        }

        /// A key's marker stands on the frame of the key, within a period: in a take, and during playback.
        @Test func aMarkerStandsOnTheFrameOfItsKey() throws {
            let keysOfMarks = "midi = note 1 60 press: mark first\nmidi = note 1 61 press: mark second\n"
            let fixture = try EngineFixture(period: 1024, settings: keysOfMarks)
            let keys = try keys(fixture)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "marked", "at-frame", "\(start)")
            // Longer than a busy machine needs for two keys during its playback.
            fixture.probe.skip(to: start &+ 4 * 48_000)
            let first = keys.send([0x90, 60, 1], offset: 777)
            let second = keys.send([0x90, 61, 1], offset: 5)
            var marks: [Int] = []
            try Pause.until {
                marks = try fixture.engine.reply("marks").items.map { $0.int("frames") }
                return marks.count >= 2
            }
            #expect(marks == [Int(first &- start), Int(second &- start)])
            try fixture.engine.ask("stop")
            try fixture.engine.ask("play", "marked", "from", "0s")
            keys.send([0x80, 60, 0], [0x80, 61, 0])
            let third = keys.send([0x90, 60, 1], offset: 900)
            let fourth = keys.send([0x90, 61, 1], offset: 3)
            try Pause.until {
                marks = try fixture.engine.reply("marks").items.map { $0.int("frames") }
                return marks.count >= 4
            }
            let new = marks.filter { ![Int(first &- start), Int(second &- start)].contains($0) }
            try #require(new.count == 2, "\(marks)")
            #expect(new[1] - new[0] == Int(fourth &- third))
        }

        /// A lesson ends with its asker: killed, interrupted, or with its TCP connection. The key then does what it did before.
        /// An asker that can say goodbye and one that cannot, each without a connection to be lost and with one.
        @Test(arguments: [SIGINT, SIGKILL], [false, true]) func aLessonEndsWithItsAsker(signal: Int32, isRemote: Bool) throws {
            let fixture = try EngineFixture(
                engine: isRemote ? ["--osc-tcp", "0"] : [],
                settings: "midi = note 1 60 press: mark\nosc-may = look,transport,settings\n")
            let keys = try keys(fixture)
            let urls = try fixture.engine.ask("status").text("osc_urls").split(separator: "\n").map(String.init)
            let place =
                try isRemote ? ["--remote", #require(urls.first { $0.contains("tcp") })] : ["--socket", fixture.engine.socket]
            let learn = try #require(Process(Programs.path("dicta"), place + ["midi", "learn", "rec"]))
            #expect(try isLearning(fixture))
            #expect(kill(learn.pid, signal) == 0)
            _ = learn.finish()
            keys.send([0x90, 60, 100])
            try Pause.until { try fixture.engine.ask("midi").int("received") >= 1 }
            let reply = try fixture.engine.reply("midi")
            #expect(reply.fields.int("received") == 1 && reply.fields["learning"] == nil, "\(reply)")
            #expect(reply.items.map { $0.text("does") } == ["mark"], "\(reply)")
        }

        private func isLearning(_ fixture: EngineFixture) throws -> Bool {
            try Pause.until { try fixture.engine.ask("midi")["learning"] != nil }
        }

        /// A pedal is learnt, runs its command, is saved in the settings, and is forgotten.
        @Test func pedalsAreLearnt() throws {
            let fixture = try EngineFixture()
            let keys = try keys(fixture)
            let socket = fixture.engine.socket
            let learn = Process(
                Programs.path("dicta"), ["--socket", socket, "midi", "learn", "rec --name \"by foot\"", "--second", "stop"],
                environment: ["HOME": "/tmp"])
            // The engine has to receive the command first.
            #expect(try isLearning(fixture))
            keys.send([0xb2, 64, 127])
            let learnt = try #require(learn).finish()
            #expect(learnt.code == 0 && learnt.output.contains("cc 3 64 toggle"), "\(learnt)")
            keys.send([0xb2, 64, 0], [0xb2, 64, 127])
            try fixture.engine.wait("record_state", "recording")
            #expect(try fixture.engine.ask("status").text("name") == "by foot")
            keys.send([0xb2, 64, 0], [0xb2, 64, 127])
            try fixture.engine.wait("record_state", "idle")
            // A take that the pedal started ends by another command: the next press starts a new take.
            keys.send([0xb2, 64, 0], [0xb2, 64, 127])
            try fixture.engine.wait("record_state", "recording")
            try fixture.engine.ask("stop")
            keys.send([0xb2, 64, 0], [0xb2, 64, 127])
            try fixture.engine.wait("record_state", "recording")
            try fixture.engine.ask("stop")
            try fixture.engine.ask("play", "by foot")
            _ = try fixture.engine.reply(
                "midi", ["do", "learn", "line", "cue on", "second", "cue off", "mode", "hold", "trigger", "note 1 36"])
            _ = try fixture.engine.reply("midi", ["do", "learn", "line", "rate 0.5", "trigger", "program 1 7"])
            #expect(Files.read(fixture.engine.settings)?.contains("\nmidi = note 1 36 hold: cue on | cue off\n") == true)
            keys.send([0x90, 36, 100])
            try fixture.engine.wait("scan", "cue")
            keys.send([0x80, 36, 0], [0xc0, 7])
            try fixture.engine.wait("scan", "off")
            try Pause.until { try fixture.engine.ask("status").double("play_rate") == 0.5 }
            #expect(try fixture.engine.ask("status").double("play_rate") == 0.5)
            let list = try fixture.engine.reply("midi")
            #expect(list.items.map { $0.text("trigger") } == ["cc 3 64", "note 1 36", "program 1 7"])
            #expect(list.fields.text("sources") == "keys:out")
            #expect(try fixture.engine.reply("midi", ["do", "forget", "line", "note 1 36"]).items.count == 2)
            for wrong in [
                ["do", "forget", "line", "note 1 36"], ["do", "forget"], ["do", "learn", "line", "nonsense"], ["do", "learn"],
                ["do", "learn", "line", "set backstep 1s"], ["do", "learn", "line", "stop", "trigger", "x"],
            ] {
                #expect(throws: EngineProcess.Trouble.self, "\(wrong)") { try fixture.engine.reply("midi", wrong) }
            }
            #expect(try fixture.engine.reply("midi", ["do", "forget", "line", "all"]).items.isEmpty)
            #expect(Files.read(fixture.engine.settings)?.contains("\nmidi = ") == false)
        }

        /// A pedal that alternates needs one press for each take, also behind a take that ended by itself: nobody reads what the
        /// stop would tell.
        @Test func aPedalBeginsTheNextTakeAtOnce() throws {
            let fixture = try EngineFixture(settings: "midi = cc 3 64 toggle: rec --for 4800f | stop\n")
            let keys = try keys(fixture)
            for round in 1...3 {
                keys.send([0xb2, 64, 0], [0xb2, 64, 127])
                let isThere = try Pause.until { try fixture.engine.reply("ls").items.count == round }
                #expect(isThere, "round \(round)")
                try fixture.engine.wait("record_state", "idle")
            }
        }

        /// The writer refuses the take of a key, since another engine writes one there: the key begins its other take at once.
        @Test func aKeyWhoseTakeIsRefusedBeginsTheOther() throws {
            let fixture = try EngineFixture(settings: "midi = note 1 60 toggle: append memo | rec --name spare\n")
            let keys = try keys(fixture)
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            let other = try EngineProcess(library: fixture.engine.library)
            try other.reply("append", ["memo"])
            keys.send([0x90, 60, 1])
            // Until the writer has refused it, the first take counts as running.
            try fixture.engine.wait("name", "spare")
            try fixture.engine.wait("record_state", "recording")
            try other.ask("stop")
        }

        /// Machine control right behind a take, which is still being loaded: the play waits for it, and a stop cancels the play.
        @Test(arguments: [true, false]) func machineControlPlaysTheTakeThatIsBeingLoaded(isStopped: Bool) throws {
            let held = try HeldLibrary()
            let fixture = try EngineFixture(environment: held.environment)
            let keys = try keys(fixture)
            try held.hold(fixture.engine)
            try fixture.take("memo", at: fixture.soon, frames: 96_000)
            for (number, code) in [UInt8(2), 1].prefix(isStopped ? 2 : 1).enumerated() {
                keys.send(mmc(code))
                try Pause.until { try fixture.engine.reply("midi").fields.int("received") > number }
            }
            held.release()
            try fixture.engine.reply("marks")
            // A stop has ended what would play by then.
            fixture.wait(milliseconds: 300)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_name") == "memo")
            #expect(status.text("play_state") == (isStopped ? "stopped" : "playing"))
        }

        /// Random bytes, floods and endless messages during a take: every frame is recorded, and commands are answered.
        @Test func noiseHurtsNoTake() throws {
            let fixture = try EngineFixture(period: 256, settings: "midi-connect = keys:.*\nmidi = note 1 60 press: status\n")
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "noisy", "at-frame", "\(start)")
            // The engine connects the port by itself, once it is there.
            let keys = try #require(MidiProbe())
            try Pause.until { try fixture.engine.reply("midi").fields.text("sources") == "keys:out" }
            var random = Dice()
            for _ in 0..<500 {
                let noise = (0..<20).map { _ in
                    // Commands of MMC are left out: they could end the take.
                    let status = UInt8.random(in: 0x80...0xef, using: &random)
                    var bytes = [Bool.random(using: &random) ? status : 0xf0]
                    for _ in 0..<Int.random(in: 0...20, using: &random) { bytes.append(.random(in: 0...255, using: &random)) }
                    if bytes.count > 5, bytes[3] == 6 { bytes[3] = 7 }
                    return bytes
                }
                keys.send(all: noise)
                if try fixture.engine.reply("midi").fields.int("received") > 3000 { break }
            }
            #expect(try fixture.engine.reply("midi").fields.int("received") > 1000)
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.int("lost_frames") == 0)
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean, "\(report)")
        }

        /// Notes of jackd2's own sequencer are received.
        @Test func aForeignSequencerIsHeard() throws {
            let fixture = try EngineFixture()
            let sequencer = try #require(
                Process(
                    "/usr/bin/jack_midiseq", ["seq", "24000", "0", "60", "8000"],
                    environment: fixture.server.environment))
            defer {
                // A server waits long for a client that died.
                fixture.server.kill()
                _ = kill(sequencer.pid, SIGKILL)
                _ = sequencer.finish()
            }
            _ = try fixture.engine.reply("set", ["midi-connect", "seq:.*"])
            var last = ""
            try Pause.until {
                last = try fixture.engine.reply("midi").fields.text("last")
                return last.hasPrefix("note 1 60")
            }
            #expect(last.hasPrefix("note 1 60"), "\(last)")
        }
    }
}
