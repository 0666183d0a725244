// Tests silences that are skipped in playback and export (P15).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite("Silences are skipped (P15)") struct SilenceTests {
        /// Stretches of sound in fifteen seconds.
        private static let sounds = [0..<48_000, 192_000..<240_017, 480_001..<500_000]
        private static let frames = 720_000
        /// The detector's filter rings on for so many frames at most.
        private static let ring = 1500
        /// Frames that are left of a silence.
        private static let left = 28_800
        /// Length of the crossfade before a joint.
        private static let fade = 192

        private static let samples = Signal.stretches(sounds, frames: frames).table(rate: 48_000).map {
            SIMD2<Float>(repeating: $0)
        }

        /// An engine whose library has the recording `talk`, and more of that name with a number.
        private func fixture(_ copies: Int = 1, keeps seconds: Double = 30, settings: String? = nil) throws -> EngineFixture {
            let fixture = try EngineFixture(sends: .silence, keeps: seconds, settings: settings)
            for copy in 1...copies {
                let name = copy == 1 ? "talk" : "talk\(copy)"
                #expect(SparseWave.make("\(fixture.engine.library)/\(name).wav", Self.samples))
            }
            return fixture
        }

        /// The parts that are skipped, as the engine lists them.
        private func gaps(_ engine: EngineProcess, _ words: [String] = []) throws -> [Range<Int>] {
            try engine.reply("silences", ["talk"] + words).items.map { $0.int("from_frames")..<$0.int("to_frames") }
        }

        private func waitForSearch(_ engine: EngineProcess) throws -> Fields {
            try engine.wait("the silences are never found") { $0.int("silences") >= 0 }
            return try engine.ask("status")
        }

        /// Plays the loaded recording at a frame for which a busy machine is ready too. Gives the ear's number of that frame.
        private func play(_ fixture: EngineFixture) throws -> Int {
            let begin = fixture.soon &+ 48_000
            try fixture.engine.ask("play", "at-frame", "\(begin)")
            return fixture.ear.number(of: begin)
        }

        /// Frames of the recording that are left, in order.
        private func rest(_ gaps: [Range<Int>]) -> [Int] {
            var left: [Int] = []
            for (start, end) in zip([0] + gaps.map(\.upperBound), gaps.map(\.lowerBound) + [Self.frames]) { left += start..<end }
            return left
        }

        /// First frame that is not heard as it is in the recording; frames that are faded before a joint do not count.
        private func wrong(_ heard: ArraySlice<SIMD2<Float>>, _ wanted: ArraySlice<Int>, _ gaps: [Range<Int>]) -> Int? {
            zip(heard, wanted).first { sample, frame in
                sample != Self.samples[frame] && !gaps.contains { frame < $0.lowerBound && frame >= $0.lowerBound - Self.fade }
            }?.1
        }

        @Test func theListTellsWhatIsSkipped() throws {
            let engine = try fixture().engine
            let found = try gaps(engine)
            let half = Self.left / 2
            try #require(found.count == 3)
            for (gap, sound) in zip(found, Self.sounds) {
                #expect((0...Self.ring).contains(gap.lowerBound - sound.upperBound - half))
            }
            #expect(found[0].upperBound == Self.sounds[1].lowerBound - half)
            #expect(found[1].upperBound == Self.sounds[2].lowerBound - half)
            #expect(found[2].upperBound == Self.frames)
            let whole = try engine.reply("silences", ["talk"]).fields
            #expect(whole.int("silences") == 3 && whole.double("seconds") == 15)
            #expect(abs(whole.double("silence_seconds") - Double(found.reduce(0) { $0 + $1.count }) / 48_000) < 1e-6)
            // Another length, a part, and a threshold above all sound.
            let long = try gaps(engine, ["silence-left", "3.5"])
            #expect(long.count == 2, "\(long)")
            #expect(try gaps(engine, ["until", "240000f"]) == [found[0]])
            #expect(try gaps(engine, ["threshold", "0"]).isEmpty)
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("silences", "talk", "threshold", "loud") }
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("silences", "nobody") }
            #expect(SparseWave.make("\(engine.library)/tale.wav", Self.samples))
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("silences", "ta*") }
        }

        @Test func playbackSkipsThemToTheFrame() throws {
            let fixture = try fixture()
            let engine = fixture.engine
            let gaps = try gaps(engine)
            #expect(try engine.ask("skip")["skip_silence"] == .flag(false))
            try engine.ask("load", "talk")
            try engine.ask("skip", "silence")
            let status = try waitForSearch(engine)
            #expect(status.int("silences") == 3 && status["skip_silence"] == .flag(true))
            let first = try play(fixture)
            #expect(try fixture.waitForEnd(seconds: 15))
            // The last frames reach the ear after the end.
            fixture.wait(milliseconds: 100)
            let wanted = rest(gaps)
            let heard = fixture.heard(first..<first + wanted.count)
            #expect(heard.count == wanted.count)
            #expect(wrong(heard, wanted[...], gaps) == nil)
            #expect(fixture.heard((first + wanted.count)..<(first + wanted.count + 4800)).allSatisfy { $0 == .zero })
            #expect(try fixture.underruns == 0)
        }

        /// While it plays, with sound heard all the time: no frame of sound is lost or doubled at the change.
        @Test func itIsSwitchedWhileItPlays() throws {
            let fixture = try fixture()
            let engine = fixture.engine
            let gaps = try gaps(engine)
            try engine.ask("load", "talk")
            try engine.ask("skip", "silence")
            // The search may take longer than the first sound; what is found is kept.
            _ = try waitForSearch(engine)
            try engine.ask("skip", "off")
            let begin = try play(fixture)
            // The first silence would begin a second later, and the sound behind it is there after another half of one.
            fixture.wait(milliseconds: 200)
            try engine.ask("skip", "toggle")
            // The first silence is skipped; within the sound behind it skipping ends, and the second silence is played.
            fixture.wait(milliseconds: 1400)
            try engine.ask("skip", "toggle")
            fixture.skip(milliseconds: 2600)
            let wanted = Array(0..<gaps[0].lowerBound) + Array(gaps[0].upperBound..<Self.sounds[1].upperBound + 48_000)
            let heard = fixture.heard(begin..<begin + wanted.count)
            #expect(heard.count == wanted.count)
            #expect(wrong(heard, wanted[...], [gaps[0]]) == nil)
            let status = try engine.ask("status")
            #expect(status["skip_silence"] == .flag(false) && status["silences"] == nil)
            #expect(status.text("play_state") == "playing" && status.int("underruns") == 0)
        }

        /// At another rate each stretch is heard, and the silence between has its length.
        /// Slower and faster, which differ by a factor: one is enough for a short run.
        @Test(arguments: ["0.8", "1.6"].few) func atAnotherRate(rate: String) throws {
            let fixture = try fixture()
            let engine = fixture.engine
            let left = rest(try gaps(engine)).count
            try engine.ask("rate", rate)
            try engine.ask("load", "talk")
            try engine.ask("skip", "silence")
            _ = try waitForSearch(engine)
            let begin = fixture.now
            try engine.ask("play")
            #expect(try fixture.waitForEnd(seconds: 20))
            let heard = fixture.ear.heard[begin...]
            let sounds = heard.indices.filter { abs(heard[$0].x) > 0.1 }
            let (first, last) = (try #require(sounds.first), try #require(sounds.last))
            // From the first sound to the last one lies what is left of the recording but half a silence.
            let expected = Double(left - Self.left / 2 - Self.ring / 2) / (Double(rate) ?? 1)
            #expect(abs(Double(last - first) - expected) < 2400, "\(last - first) frames instead of \(expected)")
        }

        /// A silence at the end of one recording is skipped, and the next one follows without a gap.
        @Test func inTheQueue() throws {
            let fixture = try fixture(2, settings: "skip-silence = on\n")
            let engine = fixture.engine
            let gaps = try gaps(engine)
            _ = try engine.reply("queue", ["do", "add", "name", "talk\ntalk2"])
            try engine.ask("load", "talk")
            _ = try waitForSearch(engine)
            let first = try play(fixture)
            // The silences of the second one are found while the first one plays.
            #expect(try fixture.waitForEnd(seconds: 30, skips: false))
            // The last frames reach the ear after the end.
            fixture.wait(milliseconds: 100)
            let wanted = rest(gaps) + rest(gaps)
            let heard = fixture.heard(first..<first + wanted.count)
            #expect(heard.count == wanted.count)
            #expect(wrong(heard, wanted[...], gaps) == nil)
            #expect(try fixture.underruns == 0)
        }

        /// A cut makes another timeline: its silences are found again.
        @Test func anEditIsFollowed() throws {
            let fixture = try fixture(settings: "skip-silence = on\n")
            let engine = fixture.engine
            try engine.ask("load", "talk")
            #expect(try waitForSearch(engine).int("silences") == 3)
            _ = try engine.reply("cut", ["talk", "from", "1s", "until", "4s"])
            try Pause.until { try engine.ask("status").int("silences") == 2 }
            #expect(try engine.ask("status").int("silences") == 2)
            try engine.ask("undo", "talk")
            try Pause.until { try engine.ask("status").int("silences") == 3 }
            #expect(try engine.ask("status").int("silences") == 3)
        }

        /// A place in a silence stays where it is: for markers, edits and nudges, and when the search ends. Play goes on from there
        /// only if it is told so.
        @Test func aPlaceInASilenceIsThatPlace() throws {
            let fixture = try fixture(settings: "skip-silence = on\n")
            let engine = fixture.engine
            let gaps = try gaps(engine)
            try engine.ask("load", "talk")
            try engine.ask("locate", "3s")
            _ = try waitForSearch(engine)
            // A playhead that leaves its place would have done so by then.
            fixture.wait(milliseconds: 200)
            #expect(try engine.ask("status").int("position_frames") == 144_000)
            #expect(try engine.reply("mark", ["name", "here"]).fields.int("frames") == 144_000)
            // Play without a place begins behind the silence, with a place in it.
            let first = try play(fixture)
            // Half a second is compared.
            fixture.wait(milliseconds: 600)
            #expect(
                wrong(fixture.heard(first..<first + 24_000), ArraySlice(gaps[0].upperBound..<gaps[0].upperBound + 24_000), gaps)
                    == nil)
            // Frames by which the playhead has moved on from a place, beyond those that were heard meanwhile.
            func leap(from place: Int, since asked: Int) throws -> Int {
                let position = try engine.ask("status").int("position_frames")
                return position - place - (fixture.now - asked)
            }
            var asked = fixture.now
            try engine.ask("play", "from", "@here")
            // A leap would have come by then.
            fixture.wait(milliseconds: 300)
            #expect(try leap(from: 144_000, since: asked) < 4_800)
            #expect(try engine.ask("status").int("position_frames") >= 144_000)
            // Back across a silence that is longer than the step.
            try engine.ask("locate", "5s")
            asked = fixture.now
            let back = try engine.ask("nudge", "-1500ms").int("position_frames")
            // A leap would have come by then.
            fixture.wait(milliseconds: 100)
            #expect(try leap(from: back, since: asked) < 4_800)
            // The last silence is played too.
            try engine.ask("pause")
            try engine.ask("locate", "14s")
            try engine.ask("play")
            // A leap or an end would have come by then.
            fixture.wait(milliseconds: 300)
            #expect(try engine.ask("status").int("position_frames") > 14 * 48_000)
        }

        /// The lead of a punch counts every frame, and a file that is loaded again may have other sound.
        @Test func aLeadAndOtherSoundAreNotCut() throws {
            let fixture = try fixture(settings: "skip-silence = on\n")
            let engine = fixture.engine
            try engine.ask("load", "talk")
            _ = try waitForSearch(engine)
            // The lead of 3.5 s holds the whole first silence. What is recorded over is not heard.
            let words = ["talk", "at", "4200ms", "lead", "3500ms", "until", "4400ms", "wait", "yes"]
            #expect(try engine.reply("overwrite", words).failure == nil)
            let places = Set(fixture.ear.heard.compactMap(Signal.place))
            #expect(places.isSuperset(of: [34_000, 192_500, 201_000]))
            #expect(places.isDisjoint(with: 202_500..<230_000))

            let path = engine.folder.file("other.wav")
            #expect(SparseWave.make(path, Self.samples))
            try engine.ask("load", path)
            #expect(try waitForSearch(engine).int("silences") == 3)
            #expect(SparseWave.make(path, [SIMD2<Float>](repeating: SIMD2(0.2, 0.2), count: 96_000)))
            try engine.ask("load", path)
            #expect(try waitForSearch(engine).int("silences") == 0)
        }

        @Test func aLedTransportCountsEveryFrame() throws {
            let fixture = try fixture(settings: "skip-silence = on\ntransport = lead\n")
            let engine = fixture.engine
            let answer = try engine.ask("skip", "silence")
            #expect(answer.text("warning").contains("transport"))
            try engine.ask("load", "talk")
            // A search would have ended by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 1500)
            #expect(try engine.ask("status")["silences"] == nil)
            try engine.ask("play", "from", "900ms")
            // With the silence skipped, playback would be behind 4 s by now; without, a busy machine has two seconds to ask.
            fixture.wait(milliseconds: 1000)
            #expect(try engine.ask("status").double("position_seconds") < 4)
        }

        @Test func theExportIsShorter() throws {
            let fixture = try fixture()
            let engine = fixture.engine
            let gaps = try gaps(engine)
            _ = try engine.reply("mark", ["in", "talk", "at", "4.5s", "name", "second"])
            _ = try engine.reply("mark", ["in", "talk", "at", "8s", "name", "silent"])
            let path = engine.folder.file("short.wav")
            let answer = try engine.reply("export", ["talk", "to", path, "skip-silence", "yes"]).fields
            let skipped = gaps.reduce(0) { $0 + $1.count }
            #expect(answer.int("silences") == 3 && answer.int("markers") == 2)
            #expect(abs(answer.double("skipped_seconds") - Double(skipped) / 48_000) < 1e-6)
            let wanted = rest(gaps)
            let got = try EngineFixture.samples(path)
            #expect(got.count == wanted.count && wrong(got[...], wanted[...], gaps) == nil)
            // Markers are where their sound is; one in a silence is at the joint.
            _ = try engine.reply("import", [path])
            let markers = try engine.reply("marks", ["in", "short"]).items.map { $0.int("frames") }
            #expect(markers == [216_000 - gaps[0].count, gaps[1].lowerBound - gaps[0].count])
            // The same without an engine.
            let alone = engine.folder.file("alone.wav")
            let run = engine.dicta("export", "talk", "--to", alone, "--skip-silence", "--library", engine.library)
            #expect(run.code == 0, "\(run)")
            #expect(try EngineFixture.samples(alone) == got)
            #expect(throws: EngineProcess.Trouble.self) {
                try engine.ask("export", "talk", "to", engine.folder.file("x.wav"), "silence-left", "1")
            }
        }
    }
}
