// Tests cues: every sound at its very frame on the outputs, and none of them in a take (K1 to K4, K8).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct CueTests {
        /// Places in `heard` at which sound begins after at least 50 ms below the threshold.
        static func onsets(_ heard: ArraySlice<SIMD2<Float>>, rate: Int = 48_000, above threshold: Float = 0.02) -> [Int] {
            // Exact silence is passed over by the block: a debug build takes minutes for each frame of an hour.
            let silence = [SIMD2<Float>](repeating: .zero, count: 4096)
            var found: [Int] = []
            var quiet = rate / 20
            var place = 0
            unsafe heard.withUnsafeBytes { bytes in
                while place < heard.count {
                    let length = min(silence.count, heard.count - place)
                    if unsafe memcmp(bytes.baseAddress! + place * 8, silence, length * 8) == 0 {
                        (place, quiet) = (place + length, quiet + length)
                        continue
                    }
                    for _ in 0..<length {
                        if abs(heard[heard.startIndex + place].x) > threshold {
                            if quiet >= rate / 20 { found.append(place) }
                            quiet = 0
                        } else {
                            quiet += 1
                        }
                        place += 1
                    }
                }
            }
            return found
        }

        /// The words of a refusal; empty if the request was carried out.
        private static func refusal(_ fixture: EngineFixture, _ verb: String, _ words: String...) throws -> String {
            do throws(EngineProcess.Trouble) {
                try fixture.engine.reply(verb, words, timeout: 30)
                return ""
            } catch {
                guard case .refused(let failure) = error else { throw error }
                return failure.words
            }
        }

        @Test func aSoundBeginsAtItsVeryFrame() throws {
            let fixture = try EngineFixture(period: 256, keeps: 30)
            // Frames inside a period, of several periods. Each command is answered when its sound begins, so the next frame is
            // named then.
            var frames: [UInt32] = []
            for number in 0..<4 {
                let frame = fixture.probe.frameTime &+ UInt32(72_001 + 77 * number)
                try fixture.engine.ask("sound", "click", "at-frame", "\(frame)")
                frames.append(frame)
            }
            fixture.ear.waitFor(frame: frames[3] &+ 4800)
            let heard = fixture.ear.heard
            let places = frames.map { fixture.ear.number(of: $0) }
            #expect(Self.onsets(heard) == places)
            // The first frame is the loudest: the level of the setting cue-level, -12 dB.
            #expect(abs(heard[places[0]].x - 0.2512) < 0.001)
        }

        /// A take of inputs that nobody patched to the outputs has not one sample of any cue.
        @Test func noCueIsInATake() throws {
            let fixture = try EngineFixture(keeps: 20)
            try fixture.engine.ask("set", "tones", "on")
            try fixture.engine.ask("bed", "pink", "level", "-20")
            try fixture.engine.ask("rec", "name", "clean", "count-in", "2", "tempo", "240")
            for sound in CueSound.allCases { try fixture.engine.ask("sound", sound.rawValue) }
            try fixture.engine.reply("speak", ["one two three"], timeout: 20)
            try fixture.engine.ask("timer", "start", "length", "1s", "countdown", "0")
            try fixture.engine.ask("mark")
            fixture.ear.waitFor(frame: fixture.soon &+ 96_000)
            let stopped = try fixture.engine.ask("stop")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            // Silence stands only where JACK itself delivered no frames.
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            // All of it was heard: the bed never pauses.
            #expect(fixture.ear.heard.suffix(24_000).contains { abs($0.x) > 0.01 })
            #expect(fixture.ear.heard.map { abs($0.x) }.max() ?? 1 <= 0.5012)
        }

        /// The outputs patched into the inputs by hand: then, and only then, a take has the cues.
        @Test func aPatchBringsTheCuesIntoATake() throws {
            let fixture = try EngineFixture(sends: .silence)
            for side in ["l", "r"] {
                #expect(fixture.ear.connect("\(fixture.engine.name):out_\(side)", "\(fixture.engine.name):in_\(side)"))
            }
            try fixture.engine.ask("rec", "name", "patched")
            try fixture.engine.ask("sound", "click")
            fixture.ear.waitFor(frame: fixture.soon)
            let stopped = try fixture.engine.ask("stop")
            #expect(Self.onsets(try EngineFixture.samples(stopped.text("path"))[...]).count == 1)
        }

        @Test func theTakeBeginsAtTheFrameAfterTheCountIn() throws {
            let fixture = try EngineFixture(period: 256, keeps: 12)
            let opened = try fixture.engine.reply("rec", ["name", "counted", "count-in", "4", "tempo", "137"], timeout: 20)
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            let stopped = try fixture.engine.ask("stop")
            let onsets = Self.onsets(fixture.ear.heard)
            let start = UInt32(opened.fields.int("start_frame"))
            let first = start &- UInt32((4 * 60.0 / 137 * 48_000).rounded())
            // An xrun may come between any two beats: each frame of JACK has a number of its own.
            let beats = (0..<4).map { (beat: Int) -> Int in
                fixture.ear.number(of: first &+ UInt32((Double(beat) * 60 / 137 * 48_000).rounded()))
            }
            #expect(onsets == beats)
            let samples = try EngineFixture.samples(stopped.text("path"))
            let code = try #require(FrameReport(samples, .fine).first)
            #expect(Int(code) == fixture.probe.number(of: start))
        }

        @Test func aStopEndsTheCountInAndLeavesNothing() throws {
            let fixture = try EngineFixture(keeps: 60)
            let remote = try #require(
                Process(
                    Programs.path("dicta"),
                    ["--no-start", "--socket", fixture.engine.socket, "rec", "never", "--count-in", "8"]))
            try fixture.engine.wait("record_state", "counting")
            #expect(try Self.refusal(fixture, "rec").contains("counted in"))
            try fixture.engine.ask("stop")
            #expect(remote.finish().errors.contains("The count-in was stopped"))
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            let items = try fixture.engine.reply("ls").items
            #expect(items.isEmpty)
            // The beats that waited are not heard.
            let before = fixture.ear.heard.count
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 72_000)
            #expect(Self.onsets(fixture.ear.heard[(before + 4800)...]).isEmpty)
        }

        /// The beats that are left go with the seconds that are left, from all of them down to one.
        @Test func theBeatsOfACountInAreTold() throws {
            let fixture = try EngineFixture()
            var client = try ControlClient(engine: fixture.engine.name, path: fixture.engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("cues"), .rate: .double(50)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            // A busy engine tells the first beat late, and still within it.
            try client.post(try Request(line: "rec counted --count-in 4 --tempo 40"))
            var told: [Int] = []
            for _ in 0..<1000 where told.isEmpty || told.last != 0 {
                for fields in try client.messages(within: 20).compactMap({ StateMessage($0)?.fields }) {
                    let (left, seconds) = (fields.int("count_in_beats_left"), fields.double("count_in_seconds"))
                    if left == 0, told.isEmpty { continue }
                    #expect(fields.int("count_in_beats") == (left == 0 ? 0 : 4), "\(fields)")
                    // Both are of about the same moment; a beat has 1.5 s.
                    let near = [seconds - 0.1, seconds + 0.1].map { Int(min(4, ($0 / 1.5).rounded(.up))) }
                    if left > 0 { #expect((near[0]...near[1]).contains(left), "\(fields)") }
                    if told.last != left { told.append(left) }
                }
            }
            #expect(told.first == 4 && told.last == 0 && told == told.sorted(by: >), "\(told)")
            try fixture.engine.ask("stop")
        }

        @Test func theSpokenCountInIsAtItsFrames() throws {
            // The speech program may take long to make the numbers.
            let fixture = try EngineFixture(keeps: 60)
            let opened = try fixture.engine.reply(
                "rec", ["name", "spoken", "count-in", "3", "count-in-sound", "spoken"], timeout: 30)
            try fixture.engine.ask("stop")
            let start = UInt32(opened.fields.int("start_frame"))
            let onsets = Self.onsets(fixture.ear.heard, above: 0.0005)
            for beat in 1...3 {
                let place = fixture.ear.number(of: start &- UInt32(beat * 48_000))
                #expect(onsets.contains { abs($0 - place) <= 48 }, "\(onsets) \(place)")
            }
        }

        @Test func tonesConfirmWhatHappened() throws {
            let fixture = try EngineFixture(keeps: 60)
            try fixture.engine.ask("set", "tones", "on")
            for verb in ["rec", "mark", "stop"] {
                let before = fixture.ear.heard.count
                try fixture.engine.ask(verb)
                // A thread without a hurry makes each tone when it is first wanted.
                Pause.until { !Self.onsets(fixture.ear.heard[before...]).isEmpty }
                fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
                #expect(Self.onsets(fixture.ear.heard[before...]).count == 1, "\(verb)")
            }
            try fixture.engine.ask("set", "tones", "off")
            let before = fixture.ear.heard.count
            try fixture.engine.ask("rec")
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            try fixture.engine.ask("stop")
            #expect(Self.onsets(fixture.ear.heard[before...]).isEmpty)
        }

        /// Speech is as long as its rate says, and a take that begins ends it.
        @Test func speechFollowsRateAndEndsWithATake() throws {
            let fixture = try EngineFixture(keeps: 20)
            let text = "one two three four five six seven eight nine ten"
            let usual = try fixture.engine.reply("speak", [text], timeout: 20).fields.double("seconds")
            #expect(try fixture.engine.ask("status").int("speaking") == 1)
            let slow = try fixture.engine.reply("speak", [text, "rate", "0.5"], timeout: 20).fields.double("seconds")
            #expect(abs(slow / usual - 2) < 0.1)
            let began = fixture.probe.frameTime
            try fixture.engine.ask("rec")
            // By itself the speech would end seconds later.
            while fixture.probe.frameTime &- began < UInt32((slow - 2) * 48_000),
                try fixture.engine.ask("status").int("speaking") == 1
            {
                Pause.milliseconds(20)
            }
            #expect(try fixture.engine.ask("status").int("speaking") == 0)
            try fixture.engine.ask("stop")
        }

        /// Only the owner names the speech program, and sound files outside the library (C10).
        @Test func aSurfaceNamesNoFileAndNoProgram() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            for (verb, words) in [
                ("sound", ["/etc/hostname"]), ("bed", ["/etc/hostname"]), ("timer", ["start", "20m", "--bed", "/etc/hostname"]),
                ("set", ["--speech-command", "true"]), ("set", ["--timer-bed", "/etc/hostname"]),
                ("set", ["--timer-start-sound", "/etc/hostname"]), ("timer", ["save", "20m", "--name", "x"]),
            ] {
                let answer = try #require(try client.ask("/dicta/" + verb, words.map(OSCArgument.string)))
                #expect(answer.code == FailureCode.refused.rawValue, "\(verb) \(words): \(answer)")
            }
        }

        @Test func badRequestsChangeNothing() throws {
            let fixture = try EngineFixture()
            #expect(try Self.refusal(fixture, "sound", "gonk").contains("no sound 'gonk'"))
            #expect(try Self.refusal(fixture, "sound", "/nowhere/x.wav").contains("/nowhere/x.wav"))
            #expect(try Self.refusal(fixture, "bed", "blue").contains("no bed 'blue'"))
            #expect(try Self.refusal(fixture, "bed", "/nowhere/x.wav").contains("/nowhere/x.wav"))
            #expect(try Self.refusal(fixture, "rec", "count-in", "4", "at-frame", "\(fixture.soon)").contains("exclude"))
            #expect(try Self.refusal(fixture, "rec", "count-in", "64", "tempo", "20").contains("longer than a minute"))
            #expect(try Self.refusal(fixture, "timer", "start", "length", "0").contains("from 1 frame"))
            #expect(try Self.refusal(fixture, "timer", "start", "length", "-5m").contains("from 1 frame"))
            #expect(try Self.refusal(fixture, "timer", "start", "length", "yoga").contains("neither a time"))
            try fixture.engine.ask("set", "speech-command", "no-such-program")
            #expect(try Self.refusal(fixture, "speak", "hello").contains("missing"))
            try fixture.engine.ask("set", "speech-command", "exit 3")
            #expect(try Self.refusal(fixture, "speak", "hello").contains("ended with 3"))
            let status = try fixture.engine.ask("status")
            #expect(status.text("bed") == "off" && status.text("record_state") == "idle" && status.int("speaking") == 0)
        }
    }
}
