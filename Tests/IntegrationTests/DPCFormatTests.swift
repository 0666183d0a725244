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
        @Test(arguments: [44_100, 96_000, 48_000].few) func everyKindIsPlayed(rate: Int) throws {
            let source = folder.file("source.wav")
            #expect(SparseWave.make(source, SparseWave.sine(441, frames: rate, rate: rate), times: Self.seconds, rate: rate))
            let fixture = try EngineFixture(sends: .silence, keeps: 120)
            for kind in Self.kinds {
                let path = folder.file("\(rate)-\(kind.name)")
                // MP3 has no rate of 96 kHz.
                if rate == 96_000, kind.name.hasSuffix("mp3") { continue }
                try make(path, of: source, kind.words)
                let before = fixture.now
                try fixture.engine.ask("play", path)
                fixture.wait(milliseconds: 800)
                let part = fixture.heard((fixture.now - 24_000)..<fixture.now).map(\.x)
                let cents = PitchMeter.cents(PitchMeter.frequency(part), from: 441)
                let status = try fixture.engine.ask("status")
                #expect(try fixture.waitForEnd(seconds: 10), "\(kind.name)")
                fixture.wait(milliseconds: 50)
                let heard = fixture.ear.heard[before...]
                let first = try #require(heard.firstIndex { abs($0.x) > 0.2 }, "\(kind.name): silence")
                let last = try #require(heard.lastIndex { abs($0.x) > 0.2 })
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
            fixture.wait(milliseconds: 300)
            let located = try fixture.engine.ask("locate", "10s")
            #expect(located.int("position_frames") == 441_000)
            let asked = fixture.now
            fixture.wait(milliseconds: 1000)
            let bursts = ChangeMeter.bursts(fixture.ear.heard[asked...].map(\.x), threshold: 0.1)
            // The burst is half a second after the position.
            #expect(bursts.count == 1 && abs(bursts[0] - 24_048) < 4800, "\(bursts)")
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
