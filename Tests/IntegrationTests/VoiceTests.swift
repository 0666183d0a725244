// Tests voice activation: edges by the sound, to the frame (R9, V1, V2, V3).
import Control
import Dictation
import FoundationEssentials
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct VoiceTests {
        /// Ten seconds with two stretches of sound, the first behind three seconds of silence.
        private static let first = 144_013..<192_000
        private static let second = 336_007..<360_001
        private static let cycle = 480_000
        private static let lead = 12_000
        private static let hold = 24_000
        /// The detector's filter rings on for so many frames at most.
        private static let ring = 0...1500

        private func fixture(
            period: Int = 256, sends stretches: [Range<Int>] = [first, second], settings: String? = nil
        ) throws -> EngineFixture {
            try EngineFixture(period: period, sends: .stretches(stretches, frames: Self.cycle), settings: settings)
        }

        /// Waits for a place in the cycle of the signal.
        private func wait(_ fixture: EngineFixture, for place: Int) { wait(fixture.probe, for: place) }

        /// A busy machine may come to a place a second and a half late, which each of these tests can bear.
        private func wait(_ probe: Probe, for place: Int) {
            let least = probe.count - 72_000 - place
            let wanted = place + (least > 0 ? (least + Self.cycle - 1) / Self.cycle * Self.cycle : 0)
            // The gate counts frames: see `freewheelChangesNothing`.
            probe.skip(toNumber: wanted)
            Pause.until(20) { probe.count >= wanted }
        }

        /// Waits until the take has that state, and the gate too, and gives the status that tells so. The writer looks at the sound
        /// a few times a second, and a busy machine more seldom.
        private func status(_ fixture: EngineFixture, until state: String) throws -> Fields {
            for _ in 0..<1200 {
                let status = try fixture.engine.ask("status")
                let isOpen = state == "recording"
                if status.text("record_state") == state, status.int("voice_open") == (isOpen ? 1 : 0) { return status }
                Pause.milliseconds(20)
            }
            throw EngineProcess.Trouble.noAnswer("the take was never \(state)")
        }

        private func arm(_ fixture: EngineFixture, _ name: String, _ words: String...) throws -> Fields {
            wait(fixture, for: 20_000)
            return try fixture.engine.reply(
                "rec", ["name", name, "voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5"] + words
            ).fields
        }

        private func recording(_ fixture: EngineFixture, _ name: String) throws -> Recording {
            try Library(folder: fixture.engine.library).readRecording(name)
        }

        /// Names of the files in the library.
        private func files(_ fixture: EngineFixture) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: fixture.engine.library)) ?? []
        }

        /// Frames before the first sound, and the place of that sound.
        private func onset(_ samples: ArraySlice<SIMD2<Float>>) -> (frames: Int, place: Int?) {
            let index = samples.firstIndex { Signal.place(of: $0) != nil } ?? samples.endIndex
            return (index - samples.startIndex, samples[index...].first.flatMap(Signal.place(of:)))
        }

        /// A hop of the detector has 480 frames: periods far below it, half of it, and above it. A short run has the usual
        /// one.
        @Test(arguments: [64, 256, 1024].few) func beginsAndPausesByTheSoundToTheFrame(period: Int) throws {
            let fixture = try fixture(period: period)
            let armed = try arm(fixture, "memo")
            #expect(armed.text("record_state") == "armed" && armed.text("path").isEmpty)
            #expect(files(fixture).allSatisfy { !$0.contains("memo") })
            wait(fixture, for: Self.first.lowerBound)
            let open = try status(fixture, until: "recording")
            #expect(open.double("voice_threshold_db") == -60)
            wait(fixture, for: Self.first.upperBound + Self.hold)
            _ = try status(fixture, until: "armed")
            wait(fixture, for: Self.second.upperBound + Self.hold + 20_000)
            let stopped = try fixture.engine.ask("stop")

            let samples = try EngineFixture.samples(stopped.text("path"))
            let start = onset(samples[...])
            #expect(start.frames == Self.lead && start.place == Self.first.lowerBound)
            #expect(stopped.int("preroll_frames") == Self.lead)
            // An xrun moves the sound within the frames of JACK, so each of these has a place of its own in the cycle.
            func place(_ frames: Int64) -> Int {
                fixture.probe.number(of: UInt32(stopped.int("start_frame")) &+ UInt32(frames)) % Self.cycle
            }
            // Lead and hold count the frames that JACK missed.
            let missed = stopped.int("missed_frames")
            #expect((0...missed).contains(place(0) + Self.lead - Self.first.lowerBound))
            let joints = try recording(fixture, "memo").segments[0].joints
            // The second pause has no end.
            let joint = try #require(joints.count == 1 ? joints.first : nil)
            let ringing = place(joint.position) - Self.first.upperBound - Self.hold
            #expect((Self.ring.lowerBound - missed...Self.ring.upperBound).contains(ringing), "\(ringing)")
            let next = onset(samples[Int(joint.position)...])
            #expect(next.frames == Self.lead && next.place == Self.second.lowerBound)
            #expect((0...missed).contains(place(joint.position + joint.paused) + Self.lead - Self.second.lowerBound))
            #expect(joint.time?.isEmpty == false)
            // All of both sounds, once and in order.
            let places = samples.compactMap(Signal.place(of:))
            #expect(places.elementsEqual(Array(Self.first) + Array(Self.second)))
            let tail = place(Int64(samples.count) + joint.paused) - Self.second.upperBound - Self.hold
            #expect((Self.ring.lowerBound - missed...Self.ring.upperBound).contains(tail), "\(tail)")
        }

        @Test func eachStretchCanBeARecordingOfItsOwn() throws {
            let fixture = try fixture()
            _ = try arm(fixture, "part", "voice-split", "yes")
            wait(fixture, for: Self.second.upperBound + Self.hold + 20_000)
            // The writer can be behind a freewheel: the gate is armed between both sounds, too.
            #expect(try Pause.until(10) { try fixture.engine.reply("ls").items.count == 2 })
            _ = try status(fixture, until: "armed")
            try Pause.until { try fixture.engine.ask("status").int("elapsed_frames") == 0 }
            let armed = try fixture.engine.ask("status")
            #expect(armed.text("record_state") == "armed" && armed.int("elapsed_frames") == 0)
            let names = try fixture.engine.reply("ls").items.map { $0.text("name") }
            #expect(names.count == 2, "\(names)")
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.text("name") == "part (2)" && stopped.text("parts") == "part\npart (2)", "\(stopped)")
            let library = try Library(folder: fixture.engine.library)
            var starts: [Int] = []
            for name in names.sorted() {
                let recording = try library.readRecording(name)
                #expect(recording.segments.count == 1 && recording.segments[0].joints.isEmpty)
                let samples = try EngineFixture.samples(library.path(of: recording.segments[0].file))
                let start = onset(samples[...])
                #expect(start.frames == Self.lead)
                starts.append(start.place ?? -1)
                let places = samples.compactMap(Signal.place(of:))
                #expect(places.elementsEqual(start.place == Self.first.lowerBound ? Self.first : Self.second))
            }
            #expect(starts.sorted() == [Self.first.lowerBound, Self.second.lowerBound])
        }

        @Test func anArmedTakeWithoutASoundLeavesNothing() throws {
            let fixture = try EngineFixture(sends: .silence)
            try fixture.engine.ask("rec", "name", "none", "voice", "yes")
            // A take would have begun by then: nothing tells that nothing comes.
            Pause.milliseconds(600)
            #expect(throws: (any Error).self) { try fixture.engine.ask("pause", "what", "play") }
            let refused = #expect(throws: (any Error).self) { try fixture.engine.ask("stop") }
            #expect("\(refused.map { "\($0)" } ?? "")".contains("no sound came above the threshold"))
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            #expect(files(fixture).allSatisfy { !$0.contains("none") })
            // The next take begins as usual.
            _ = try fixture.engine.ask("rec", "name", "none")
            #expect(try fixture.engine.ask("stop").text("name") == "none")
        }

        @Test func aPauseByHandHolds() throws {
            // The sound lasts for two seconds, and the hold for one: a busy machine pauses late, and looks late.
            let long = Self.second.lowerBound..<Self.second.lowerBound + 96_000
            let fixture = try fixture(sends: [Self.first, long])
            wait(fixture, for: 20_000)
            try fixture.engine.reply("rec", ["name", "held", "voice", "yes", "voice-lead", "0.25", "voice-hold", "1"])
            #expect(try fixture.engine.ask("pause").text("name") == "held")
            wait(fixture, for: Self.first.lowerBound + 10_000)
            #expect(try fixture.engine.ask("status").text("record_state") == "paused")
            #expect(files(fixture).allSatisfy { !$0.contains("held") })
            wait(fixture, for: Self.first.upperBound + 30_000)
            try fixture.engine.ask("resume")
            #expect(try fixture.engine.ask("status").text("record_state") == "armed")
            wait(fixture, for: long.lowerBound)
            _ = try status(fixture, until: "recording")
            let paused = UInt32(truncatingIfNeeded: try fixture.engine.ask("pause").int("at_frame"))
            wait(fixture, for: 0)
            // By hand the take goes on at once, without a sound.
            try fixture.engine.ask("resume")
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            _ = try status(fixture, until: "armed")
            let stopped = try fixture.engine.ask("stop")
            let places = try EngineFixture.samples(stopped.text("path")).compactMap(Signal.place(of:))
            let wanted = fixture.probe.number(of: paused) % Self.cycle - long.lowerBound
            // The sound up to the pause, and a few ms of a crossfade.
            #expect(wanted > 0 && wanted < long.count, "the pause came late")
            #expect(places.first == long.lowerBound && abs(places.count - wanted) <= 960, "\(places.count) of \(wanted)")
        }

        @Test func anyTakeCanPauseInSilence() throws {
            let fixture = try fixture(settings: "rec-auto-pause = on\nvoice-lead = 0.25\nvoice-hold = 0.5\n")
            wait(fixture, for: Self.cycle - 20_000)
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "auto", "at-frame", "\(start)")
            #expect(try fixture.engine.ask("status").text("voice") == "auto-pause")
            wait(fixture, for: Self.first.upperBound + Self.hold + 20_000)
            let stopped = try fixture.engine.ask("stop")
            let joint = try #require(try recording(fixture, "auto").segments[0].joints.first)
            #expect(joint.position == Int64(Self.hold))
            let samples = try EngineFixture.samples(stopped.text("path"))
            let next = onset(samples[Int(joint.position)...])
            #expect(next.frames == Self.lead && next.place == Self.first.lowerBound)
            #expect(samples.compactMap(Signal.place(of:)).elementsEqual(Self.first))
        }

        @Test func aStopInTheSoundKeepsAllBeforeIt() throws {
            // A stop that comes late is refused: the sound lasts until long after its frame.
            let fixture = try fixture(sends: [Self.first.lowerBound..<400_000])
            _ = try arm(fixture, "cut", "preroll", "1s")
            wait(fixture, for: Self.first.lowerBound)
            _ = try status(fixture, until: "recording")
            let end = fixture.probe.frameTime &+ 48_007
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            let start = onset(samples[...])
            #expect(start.frames == 48_000 && start.place == Self.first.lowerBound)
            #expect(UInt32(stopped.int("start_frame")) &+ UInt32(samples.count) == end)
        }

        @Test func aLengthEndsTheTakeByItself() throws {
            let fixture = try fixture()
            wait(fixture, for: 20_000)
            let done = try fixture.engine.ask(
                "rec", "name", "short", "voice", "yes", "voice-lead", "0.25", "for", "30000f", "wait", "yes")
            #expect(done.int("frames") == 30_000 && done.text("end_reason") == "ended")
            let samples = try EngineFixture.samples(done.text("path"))
            #expect(onset(samples[...]).frames == Self.lead)
        }

        @Test func anAppendCanBeArmed() throws {
            let fixture = try fixture()
            try fixture.take("whole", at: fixture.soon, frames: 10_000)
            wait(fixture, for: 20_000)
            _ = try fixture.engine.ask("append", "name", "whole", "voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5")
            wait(fixture, for: Self.first.upperBound + Self.hold + 20_000)
            let stopped = try fixture.engine.ask("stop", "what", "rec")
            #expect(stopped.text("name") == "whole")
            let samples = try EngineFixture.samples(stopped.text("segment_path"))
            #expect(onset(samples[...]).frames == Self.lead)
            #expect(try recording(fixture, "whole").timeline.segments.count == 2)
        }

        /// The sound goes to the very frame that was named, and no more is replaced than was recorded.
        @Test func anInsertAndAnOverwriteCanBeArmed() throws {
            let fixture = try fixture()
            for verb in ["insert", "overwrite"] {
                try fixture.take(verb, at: fixture.soon, frames: 144_000)
                wait(fixture, for: 20_000)
                let armed = try fixture.engine.ask(
                    verb, "name", verb, "at", "40007f", "voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5")
                #expect(armed.text("record_state") == "armed")
                wait(fixture, for: Self.first.upperBound + Self.hold)
                _ = try status(fixture, until: "armed")
                let stopped = try fixture.engine.ask("stop", "what", "rec")
                let samples = try EngineFixture.samples(stopped.text("segment_path"))
                let start = onset(samples[...])
                #expect(start.frames == Self.lead && start.place == Self.first.lowerBound)
                #expect(samples.compactMap(Signal.place(of:)).elementsEqual(Self.first))
                let spans = try recording(fixture, verb).timeline.spans
                let after = verb == "insert" ? 40_007 : 40_007 + samples.count
                try #require(spans.count == 3, "\(spans)")
                #expect(spans.map { Int($0.first) } == [0, 0, after])
                #expect(spans.map { Int($0.length) } == [40_007, samples.count, 144_000 - after])
                try fixture.engine.ask("undo", verb)
                #expect(try recording(fixture, verb).timeline.spans.map { Int($0.length) } == [144_000])
            }
        }

        /// With `--until` an armed overwrite ends at that place, whatever silence was in it; an edit meanwhile is refused, since it
        /// would move the place.
        @Test func anArmedOverwriteEndsAtItsPlace() throws {
            let fixture = try fixture()
            try fixture.take("whole", at: fixture.soon, frames: 120_000)
            wait(fixture, for: 20_000)
            try fixture.engine.ask(
                "overwrite", "name", "whole", "at", "40007f", "until", "110007f", "voice", "yes", "voice-lead", "0.25",
                "voice-hold", "0.1")
            for words in [["cut", "whole", "from", "0f", "until", "100f"], ["undo", "whole"]] {
                #expect(throws: (any Error).self, "\(words)") { try fixture.engine.reply(words[0], Array(words.dropFirst())) }
            }
            // The first sound and its hold are too short for the stretch: the second one fills it.
            wait(fixture, for: Self.second.upperBound)
            try fixture.engine.wait("record_state", "idle")
            let spans = try recording(fixture, "whole").timeline.spans
            #expect(spans.map { Int($0.length) } == [40_007, 70_000, 9993] && spans.last?.first == 110_007, "\(spans)")
            let samples = try EngineFixture.samples(fixture.engine.library + "/" + spans[1].segment)
            #expect(samples.count == 70_000 && onset(samples[...]).frames == Self.lead)
            #expect(samples.compactMap(Signal.place(of:)).starts(with: Self.first))
        }

        /// The first sound finds its recording by name: a rename is followed, and a deletion ends the take.
        @Test func anArmedAppendFollowsItsRecording() throws {
            let fixture = try fixture()
            try fixture.take("whole", at: fixture.soon, frames: 10_000)
            wait(fixture, for: 20_000)
            _ = try fixture.engine.ask("append", "name", "whole", "voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5")
            try fixture.engine.ask("rename", "name", "whole", "to", "other")
            wait(fixture, for: Self.first.upperBound + Self.hold + 20_000)
            #expect(try fixture.engine.ask("stop", "what", "rec").text("name") == "other")
            #expect(try recording(fixture, "other").timeline.segments.count == 2)
            wait(fixture, for: 20_000)
            try fixture.engine.reply("set", ["key", "voice-threshold", "value", "-33"])
            // A busy machine may need longer than the signal has silence.
            fixture.probe.mute(true)
            _ = try fixture.engine.ask("append", "name", "other", "voice", "yes")
            // The gate learns the noise from the last seconds first.
            try Pause.until { try !fixture.engine.ask("status").double("voice_threshold_db").isNaN }
            #expect(try fixture.engine.ask("status").double("voice_threshold_db") == -33)
            try fixture.engine.ask("delete", "name", "other", "yes", "yes")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            fixture.probe.mute(false)
            wait(fixture, for: Self.first.lowerBound + 10_000)
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
        }

        /// Decisions are made by frames: at any speed the file is the same.
        @Test(.enabled(if: !PipeWireServer.isOurs)) func freewheelChangesNothing() throws {
            let fixture = try fixture()
            _ = try arm(fixture, "fast")
            #expect(fixture.probe.setFreewheel(true))
            let enough = fixture.probe.count + 2 * Self.cycle
            // Nobody hurries in freewheel: a busy machine may take long.
            Pause.until(120) { fixture.probe.count >= enough }
            #expect(fixture.probe.setFreewheel(false))
            let stopped = try fixture.engine.ask("stop")
            let segment = try recording(fixture, "fast").segments[0]
            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(segment.joints.count >= 2 && segment.gaps.isEmpty)
            for joint in segment.joints {
                let next = onset(samples[Int(joint.position)...])
                #expect(
                    next.frames == Self.lead && next.place == (next.place ?? 0 < 300_000 ? Self.first : Self.second).lowerBound)
            }
            let places = samples.compactMap(Signal.place(of:))
            for (before, after) in zip(places, places.dropFirst()) where after != before + 1 {
                #expect([Self.first.upperBound - 1, Self.second.upperBound - 1].contains(before))
                #expect([Self.first.lowerBound, Self.second.lowerBound].contains(after))
            }
        }

        /// A take outlives its server in each state, and its parts begin with their sounds.
        @Test func aTakeThatHasBegunOutlivesItsServer() throws {
            let fixture = try ReturningServerFixture()
            let send = { () -> Probe? in
                let probe = Probe("probe", sends: .stretches([Self.first, Self.second], frames: Self.cycle))
                #expect(probe?.connectOutputs(to: fixture.engine.name) == true)
                return probe
            }
            var probe = send()
            fixture.waitUntilRemembered()
            // Long before the sound, or in the next cycle; a place may be passed by a second and a half.
            wait(try #require(probe), for: 20_000)
            try fixture.engine.ask("rec", "name", "lives", "voice", "yes", "voice-lead", "0.25", "voice-hold", "0.5")
            wait(try #require(probe), for: Self.first.lowerBound)
            try fixture.wait("record_state", "recording")
            // A part of the stretch of sound is in the take.
            Pause.milliseconds(700)
            fixture.server.kill()
            try fixture.wait("record_state", "waiting")
            probe?.close()
            try fixture.revive()
            try fixture.wait("record_state", "armed")
            probe = send()
            wait(try #require(probe), for: Self.first.lowerBound)
            try fixture.wait("record_state", "recording")
            wait(try #require(probe), for: Self.first.upperBound + Self.hold)
            try fixture.wait("record_state", "armed")
            try fixture.engine.ask("stop")
            probe?.close()
            let recording = try fixture.recording("lives")
            #expect(recording.segments.count == 2 && recording.segments[1].gaps.first?.cause == .away)
            for segment in recording.segments {
                let samples = try EngineFixture.samples(fixture.engine.library + "/" + segment.file)
                let start = onset(samples[...])
                #expect(start.frames == Self.lead && start.place == Self.first.lowerBound, "\(segment.file)")
            }
            // The silence before the sound is a joint at the very start of the part.
            #expect(recording.segments[1].joints.first?.position == 0)
        }

        @Test(arguments: [
            (Signal.sine(hertz: 440, amplitude: 0.1), "no silence"), (.noise(amplitude: 0.1), "above the threshold"),
        ])
        func aNoisyInputIsTold(signal: Signal, words: String) throws {
            let isLong = words == "no silence"
            let fixture = try EngineFixture(sends: signal, settings: "voice-noisy = \(isLong ? "2s" : "60s")\n")
            try fixture.engine.ask("rec", "name", "noisy", "voice", "yes", "threshold", "-50")
            var told = ""
            for _ in 0..<150 where told.isEmpty {
                Pause.milliseconds(100)
                told = try fixture.engine.ask("status").text("voice_noisy")
            }
            #expect(told.contains(words), "\(told)")
            try fixture.engine.ask("stop")
        }

        @Test func anArmedTakeOutlivesItsServer() throws {
            let fixture = try ReturningServerFixture()
            fixture.play()
            try fixture.engine.ask("rec", "name", "outlives", "voice", "yes", "threshold", "-20")
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.revive()
            try fixture.wait("record_state", "armed")
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            let refused = #expect(throws: (any Error).self) { try fixture.engine.ask("stop") }
            #expect("\(refused.map { "\($0)" } ?? "")".contains("no sound came"))
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
        }

        @Test func wrongOptionsChangeNothing() throws {
            let fixture = try EngineFixture(sends: .silence)
            for words in [
                ["voice", "yes", "threshold", "loud"], ["threshold", "loud"], ["voice-split", "yes"],
                ["voice", "yes", "threshold", "3"],
                ["voice", "yes", "voice-lead", "3"],
            ] {
                #expect(throws: (any Error).self, "\(words)") { try fixture.engine.reply("rec", ["name", "x"] + words) }
            }
            #expect(throws: (any Error).self) { try fixture.engine.ask("set", "key", "voice-threshold", "value", "loud") }
            try fixture.engine.ask("transport", "mode", "follow", "roll", "records")
            #expect(throws: (any Error).self) { try fixture.engine.ask("rec", "name", "x", "voice", "yes") }
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
        }
    }
}
