// Tests a machine that renders rate and pitch slower than they are heard (P18).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    /// At 192 kHz the better engine with a raised pitch costs more than a processor on machines of 2026. One that can afford it
    /// has no gap, and that is as good.
    @Suite struct RenderCostTests {
        private let folder = TempFolder()

        /// The quicker engine takes over, which is told in the status, the log and the event; the sound then has no gap. Without
        /// a change of the quality it stays, also over changes of rate; a quality that is set again is tried again.
        @Test func aSlowMachineGetsTheQuickerEngine() throws {
            let path = folder.file("tone.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, amplitude: 0.5, frames: 30 * 192_000), rate: 192_000))
            let fixture = try EngineFixture(rate: 192_000, period: 1024, sends: .silence)
            let engine = fixture.engine
            #expect(try engine.ask("status").text("effective_quality") == "finer")
            try engine.ask("pitch", "500")
            try engine.ask("play", "name", path)
            try engine.ask("loop", "a", "0", "b", "29s")
            let isSlow = try Pause.until(20) { try engine.ask("status").text("effective_quality") == "faster" }
            let status = try engine.ask("status")
            print("MEASURED 192 kHz, finer, 500 cents: falls back \(isSlow), \(status.int("underruns")) underruns")
            guard isSlow else {
                #expect(status.int("underruns") == 0)
                return
            }
            #expect(status.text("dpc_quality") == "finer" && status.text("play_error").contains("192000 Hz"), "\(status)")
            #expect(engine.dicta("status").output.contains("faster"))
            // The splice to the quicker engine, and what the old one lacked.
            fixture.wait(milliseconds: 1000)
            let before = try engine.ask("status").int("underruns")
            fixture.wait(milliseconds: 3000)
            #expect(try engine.ask("status").int("underruns") == before)
            try engine.ask("pitch", "700")
            try engine.ask("rate", "0.8")
            #expect(try engine.ask("status").text("effective_quality") == "faster")
            try engine.ask("dpc", "quality", "faster")
            try engine.ask("dpc", "quality", "finer")
            try Pause.until { try engine.ask("status").text("effective_quality") == "finer" }
            try Pause.until(20) { try engine.ask("status").text("effective_quality") == "faster" }
            #expect(try engine.ask("status").text("effective_quality") == "faster")
            let log = try #require(engine.quit()).errors
            #expect(log.split(separator: "\n").count { $0.contains("too slow for the DPC quality 'finer'") } == 2, "\(log)")
        }
    }
}
