// Tests a long take in freewheel: whole, with flat memory (limits, R11). Takes of a day are steps of session/test --soak.
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct LongTakeTests {
        /// Ten minutes where DICTA_SOAK is set, otherwise forty seconds.
        @Test func aLongTakeIsWholeAndCostsNoMemory() throws {
            let seconds = unsafe getenv("DICTA_SOAK") != nil ? 600 : 40
            let fixture = try EngineFixture(period: 1024, sends: .frames(.coarse), engine: ["--reserve", "100"])
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "day", "bits", "16", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            // The number is known only now: JACK's time may have jumped before the start.
            let first = fixture.probe.number(of: start)
            #expect(fixture.probe.setFreewheel(true))
            let clock = ContinuousClock.now
            var sizes: [Int] = []
            while true {
                Pause.milliseconds(100)
                let status = try fixture.engine.ask("status", timeout: 120)
                try #require(status.text("record_state") == "recording", "\(status.text("last_error"))")
                sizes.append(fixture.engine.anonymousKilobytes)
                if status.int("elapsed_frames") >= seconds * 48_000 { break }
            }
            let speed = Double(seconds) / Double(clock.duration(to: .now).components.seconds + 1)
            #expect(fixture.probe.setFreewheel(false))
            try fixture.engine.ask("mark", "late")
            let stopped = try fixture.engine.ask("stop", timeout: 120)
            #expect(stopped.int("frames") >= seconds * 48_000)
            #expect(stopped.int("lost_frames") == 0 && stopped.int("missed_frames") == 0)
            let early = sizes.prefix(max(1, sizes.count / 10)).max() ?? 0
            let most = sizes.max() ?? 0
            print("MEASURED long take: \(seconds) s at \(Int(speed)) times the speed, private memory \(early) to \(most) KiB")
            #expect(most < early + 2048 && most < 40 * 1024)
            try expectWhole(stopped, first: first)
        }

        /// Checks one second of each minute, which is enough: a lost frame would move all later ones.
        private func expectWhole(_ stopped: Fields, first: Int) throws {
            let reader = try SegmentReader(path: stopped.text("path"))
            #expect(reader.info.frames == Int64(stopped.int("frames")))
            #expect(reader.info.container == "wav")
            var block = [SIMD2<Float>](repeating: .zero, count: 48_000)
            var place = 0
            while place < stopped.int("frames") {
                try reader.seek(to: Int64(place))
                let count = unsafe try block.withUnsafeMutableBufferPointer { buffer in unsafe try reader.read(into: buffer) }
                let wrong = (0..<count).first {
                    block[$0] != FrameCode.coarse.encode(UInt32(truncatingIfNeeded: first + place + $0))
                }
                try #require(wrong == nil, "frame \(place + (wrong ?? 0))")
                place += 60 * 48_000
            }
            let probe = Process.run(
                "/usr/bin/ffprobe",
                ["-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", stopped.text("path")])
            #expect(probe.output == "\(stopped.int("frames"))\n", "\(probe)")
            #expect(try WaveTags(path: stopped.text("path")).markers.map(\.name) == ["late"])
        }
    }
}
