// Tests that markers and the points of the loop are places wherever a place is asked for (F5 F9 P7 R15).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct MarkerPlaceTests {
        private let out = TempFolder()

        /// A recording of two seconds, loaded, with a marker and a loop, and the frames of its file; and another one.
        private func fixture() throws -> (EngineFixture, sound: [SIMD2<Float>]) {
            let fixture = try EngineFixture()
            let taken = try fixture.take("memo", at: fixture.soon, frames: 96_000)
            let sound = try EngineFixture.samples(taken.text("path"))
            #expect(sound.count == 96_000 && FrameReport(sound, .fine).isClean)
            try fixture.take("other", at: fixture.soon, frames: 24_000)
            try fixture.engine.ask("mark", "half", "in", "memo", "at", "24000f")
            try fixture.engine.ask("play", "memo")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("loop", "a", "9600f", "b", "38400f")
            return (fixture, sound)
        }

        /// The exported file of a section has exactly the frames between its places.
        private func export(_ fixture: EngineFixture, _ words: [String], _ frames: ArraySlice<SIMD2<Float>>) throws {
            let path = out.file("section.wav")
            defer { _ = Process.run("/bin/rm", ["-f", path]) }
            let run = fixture.engine.dicta(["export", "memo", "--to", path] + words)
            try #require(run.code == 0, "\(words): \(run)")
            let samples = try EngineFixture.samples(path)
            let isSame = samples.elementsEqual(frames)
            #expect(isSame, "\(words): \(samples.count) frames")
        }

        @Test func exportsAndPeaksTakePlaces() throws {
            let (fixture, sound) = try fixture()
            try export(fixture, ["--from", "@A", "--until", "@B"], sound[9600..<38_400])
            try export(fixture, ["--from", "@half"], sound[24_000...])
            try export(fixture, ["--from", "@b"], sound[38_400...])
            try export(fixture, ["--until", "@1"], sound[..<24_000])
            let peaks = fixture.engine.dicta("peaks", "memo", "--from", "@A", "--until", "@half", "--columns", "3", "--json")
            #expect(peaks.output.contains("\"from_frames\":9600") && peaks.output.contains("\"to_frames\":24000"), "\(peaks)")
            // A marker of that name comes before the point of the loop.
            try fixture.engine.ask("mark", "A", "in", "memo", "at", "12000f")
            try export(fixture, ["--from", "@A", "--until", "@B"], sound[12_000..<38_400])
            // The loop is that of the loaded recording, and of no other.
            let other = fixture.engine.dicta("export", "other", "--from", "@B", "--to", out.file("other.wav"))
            #expect(other.code == 1, "\(other)")
            #expect(other.errors.contains("other: no marker 'B' among 0, and no point B of a loop"), "\(other)")
            let turned = fixture.engine.dicta(
                "export", "memo", "--from", "@B", "--until", "@half", "--to", out.file("no.wav"))
            #expect(turned.code == 2 && turned.errors.contains("--until (0:00.5) is not after --from (0:00.8)"))
            #expect(!Files.exists(out.file("no.wav")) && !Files.exists(out.file("other.wav")))
        }

        @Test func markersLoopAndPlayheadTakePlaces() throws {
            let (fixture, _) = try fixture()
            let engine = fixture.engine
            #expect(try engine.ask("mark", "end", "at", "@B").int("frames") == 38_400)
            #expect(try engine.ask("mark", "moved", "change", "end", "at", "@A").int("frames") == 9600)
            #expect(try engine.ask("locate", "@B").int("position_frames") == 38_400)
            #expect(try engine.ask("locate", "@half").int("position_frames") == 24_000)
            let loop = try engine.ask("loop", "a", "@A", "b", "@half")
            #expect(loop.int("loop_a_frames") == 9600 && loop.int("loop_b_frames") == 24_000, "\(loop)")
            // Played by name once more, the recording keeps its loop, and begins at a point of it.
            try engine.ask("stop")
            try engine.ask("loop", "b", "12000f")
            try engine.ask("play", "memo", "from", "@B")
            try engine.ask("pause")
            #expect(try engine.ask("status").int("position_frames") >= 9600)
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("play", "other", "from", "@A") }
        }

        @Test func takesAndCutsTakePlaces() throws {
            let (fixture, sound) = try fixture()
            let engine = fixture.engine
            try engine.ask("cut", "memo", "from", "@half", "until", "@B")
            try export(fixture, ["--until", "24000f"], sound[..<24_000])
            #expect(try engine.ask("info", "memo").int("frames") == 81_600)
            for verb in ["insert", "overwrite"] {
                try engine.ask(verb, "memo", "at", "@A", "for", "2400f", "wait", "yes")
                try export(fixture, ["--until", "9600f"], sound[..<9600])
            }
            #expect(try engine.ask("info", "memo").int("frames") == 84_000)
        }
    }
}
