// Tests playback of files of other programs, rates and formats (P1, P9).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct DPCFormatTests {
        private let folder = TempFolder()
        private static let seconds = 3

        /// Formats that ffmpeg makes of a WAV, and the tolerance of the length (ms) where the codec pads. No float W64:
        /// libsndfile reads ffmpeg's as integers.
        private static let kinds: [(name: String, words: [String], slack: Int)] = [
            ("a.wav", ["-c:a", "pcm_s24le"], 1), ("b.rf64", ["-c:a", "pcm_f32le", "-rf64", "always", "-f", "wav"], 1),
            ("c.w64", ["-c:a", "pcm_s24le"], 1), ("d.caf", ["-c:a", "pcm_s24be"], 1), ("e.flac", ["-c:a", "flac"], 1),
            ("f.ogg", ["-c:a", "libvorbis", "-q:a", "8"], 30), ("g.opus", ["-c:a", "libopus", "-b:a", "192k"], 30),
            ("h.mp3", ["-c:a", "libmp3lame", "-b:a", "320k"], 80), ("i.m4a", ["-c:a", "aac", "-b:a", "256k"], 80),
            ("j.aiff", ["-c:a", "pcm_s16be"], 1),
        ]

        /// At a 48 kHz server each file has its pitch and its length, whatever its own rate is.
        /// 44.1 kHz is resampled to more frames, 96 kHz to fewer, 48 kHz not at all. A short run has the one with the most
        /// frames.
        @Test(arguments: [44_100, 96_000, 48_000].few) func everyKindIsPlayed(rate: Int) throws {
            let source = folder.file("source.wav")
            #expect(SparseWave.make(source, SparseWave.sine(441, frames: rate, rate: rate), times: Self.seconds, rate: rate))
            // MP3 has no rate of 96 kHz.
            let kinds = Self.kinds.filter { rate != 96_000 || !$0.name.hasSuffix("mp3") }
            // The files come first: what the ear keeps has to last for all of them.
            for kind in kinds { try make(folder.file("\(rate)-\(kind.name)"), of: source, kind.words) }
            let fixture = try EngineFixture(sends: .silence, keeps: 120)
            for kind in kinds {
                let before = fixture.now
                try fixture.engine.ask("play", folder.file("\(rate)-\(kind.name)"))
                let status = try fixture.engine.ask("status")
                #expect(try fixture.waitForEnd(seconds: 10), "\(kind.name)")
                // The last frames reach the ear after the end.
                fixture.wait(milliseconds: 50)
                let heard = fixture.ear.heard[before...]
                let first = try #require(heard.firstIndex { abs($0.x) > 0.2 }, "\(kind.name): silence")
                let last = try #require(heard.lastIndex { abs($0.x) > 0.2 })
                let part = fixture.heard(first + 14_400..<first + 38_400).map(\.x)
                let cents = PitchMeter.cents(PitchMeter.frequency(part), from: 441)
                let off = Double(last - first - Self.seconds * 48_000) / 48
                let peak = part.map { abs($0) }.max() ?? 0
                print("MEASURED \(rate) \(kind.name): \(cents) cents, \(off) ms, peak \(peak)")
                #expect(abs(cents) < 1 && abs(off) <= Double(kind.slack) && abs(peak - 0.5) < 0.03, "\(rate) \(kind.name)")
                #expect(abs(status.double("duration_seconds") - Double(Self.seconds)) < 0.1, "\(rate) \(kind.name)")
                let click = ClickMeter(heard[(first + 2400)..<(last - 4800)].map(\.x), amplitude: 0.5)
                #expect(click.energy < -60, "\(rate) \(kind.name): \(click)")
            }
            #expect(try fixture.underruns == 0)
        }

        /// Positions are in frames of the recording, so 1 s is its own rate; a locate lands on that frame.
        @Test func aResampledFileIsLocatedInItsOwnFrames() throws {
            let path = folder.file("bursts.wav")
            #expect(SparseWave.make(path, SparseWave.bursts(every: 44_100, frames: 20 * 44_100, rate: 44_100), rate: 44_100))
            let fixture = try EngineFixture(sends: .silence, keeps: 20)
            try fixture.play(path)
            // It plays when the locate comes.
            fixture.wait(milliseconds: 300)
            let frame = fixture.soon &+ 24_000
            let located = try fixture.engine.ask("locate", "10s", "at-frame", "\(frame)")
            #expect(located.int("position_frames") == 441_000)
            let place = fixture.ear.number(of: frame)
            Pause.until { fixture.now >= place + 48_000 }
            // The burst is half a second after the position. The first quarter may have the end of an earlier one.
            let bursts = ChangeMeter.bursts(fixture.heard(place + 12_000..<place + 48_000).map(\.x), threshold: 0.1)
            #expect(bursts.count == 1 && abs(bursts[0] - 12_048) < 4800, "\(bursts)")
        }

        @Test func withoutFfmpegTheErrorSaysSo() throws {
            let source = folder.file("source.wav")
            #expect(SparseWave.make(source, SparseWave.sine(441, frames: 48_000)))
            try make(folder.file("x.m4a"), of: source, ["-c:a", "aac"])
            let fixture = try EngineFixture(sends: .silence, environment: ["PATH": folder.path])
            let error = #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("play", folder.file("x.m4a")) }
            #expect(error?.description.contains("ffmpeg") ?? false, "\(error?.description ?? "")")
        }

        private func make(_ path: String, of source: String, _ words: [String]) throws {
            let finished = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-y", "-i", source] + words + [path])
            try #require(finished.code == 0, "\(path): \(finished.errors)")
        }
    }
}
