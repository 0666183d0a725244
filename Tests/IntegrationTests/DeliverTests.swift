// Tests the delivery as AAC after the stop (R12, F6).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct DeliverTests {
        /// The AAC file is made after the stop, in the background, and replaces the take only on request. The waveform was
        /// drawn during the take.
        @Test(arguments: [false, true])
        func aacIsMadeAfterTheStop(isDiscarding: Bool) throws {
            let fixture = try EngineFixture(period: 256)
            let start = fixture.soon
            _ = try fixture.engine.ask(
                "rec", "name", "memo", "deliver", "m4a", "discard", isDiscarding ? "yes" : "no", "at-frame", "\(start)")
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 96_000)")
            let wave = stopped.text("path")
            let path = String(wave.dropLast(4)) + ".m4a"
            Pause.until { Files.exists(path) && Files.exists(wave) != isDiscarding }
            #expect(Files.exists(path) && Files.exists(wave) != isDiscarding)
            let probe = Process.run(
                "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "csv=p=0", path])
            #expect(probe.output.hasPrefix("aac,2.0"), "\(probe.output)")
            let peaks = try fixture.engine.ask("peaks", "memo", "columns", "10")
            #expect(peaks.int("columns") == 10 && peaks.int("drawn") == 0)
            #expect(try fixture.engine.ask("info", "memo").int("frames") == 96_000)
        }
    }
}
