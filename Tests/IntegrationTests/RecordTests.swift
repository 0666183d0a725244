// Room: integration tests. Proof of R2, R7 and P1 on a real server.
import Control
import Dictation
import Studio
import Testing

extension Integration {
    @Suite struct RecordTests {
        /// R2: every frame once, in order, under load, at every period; then back out of the engine, bit for bit.
        @Test(arguments: [16, 64, 256, 1024, 4096])
        func everyFrameOnceUnderLoadAndBackBitForBit(period: Int) throws {
            let seconds = Scene.longTake
            let scene = try Scene(period: period, keeps: Double(2 * seconds + 20))
            let start = scene.soon &+ 13
            var load: Load? = Load()
            let stopped = try scene.take("long", at: start, frames: seconds * 48_000)
            _ = load
            load = nil

            let samples = try Scene.samples(stopped.text("path"))
            #expect(samples.count == seconds * 48_000)
            let report = FrameReport(samples, .fine)
            #expect(report.isClean, "\(report)")
            #expect(report.first == start || stopped.int("missed_frames") > 0)
            #expect(stopped.int("start_frame") == Int(start))
            #expect(stopped.int("lost_frames") == 0)
            // Silence stands only where JACK itself gave nothing.
            #expect(report.silent == stopped.int("missed_frames"))

            let begin = scene.soon
            let played = try scene.engine.ask("play", "long", "at-frame", "\(begin)")
            #expect(played.int("at_frame") == Int(begin))
            scene.probe.waitFor(frame: begin &+ UInt32(seconds * 48_000))
            try expectEnd(scene)
            // A period that JACK skipped is heard by nobody: it is no place in the row.
            let from = Int(begin &- scene.probe.firstFrame)
            let heard = scene.probe.heard[from...].filter { !$0[0].isNaN }.prefix(samples.count)
            #expect(heard.elementsEqual(samples), "first difference at \(difference(heard, samples))")
        }

        /// Start and stop at any frame of a period, and formats that are exact for the code.
        @Test(arguments: [("wav", "float"), ("wav", "24"), ("wav", "16"), ("flac", "24"), ("flac", "16")])
        func startAndStopAreExactInMidPeriod(format: String, bits: String) throws {
            let code: FrameCode = bits == "16" ? .coarse : .fine
            let scene = try Scene(period: 1024, sends: .frames(code))
            for round in 0..<4 {
                let start = scene.soon &+ UInt32(round * 331 + 1)
                let frames = 10_007 + round * 97
                let stopped = try scene.take("mid\(round)", at: start, frames: frames, "format", format, "bits", bits)
                let samples = try Scene.samples(stopped.text("path"))
                let report = FrameReport(samples, code)
                #expect(report.isClean && samples.count == frames, "\(report)")
                let mask: UInt32 = code == .fine ? .max : 1 << 30 - 1
                #expect(report.first == start & mask, "first \(report.first ?? 0) is not \(start)")
            }
        }

        /// R7: the pre-roll joins what follows without a frame too few or too many.
        @Test func preRollIsExact() throws {
            let scene = try Scene()
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 3 * 48_000)
            let start = scene.soon &+ 5
            let stopped = try scene.take("pre", at: start, frames: 30_000, "preroll", "2s")
            let samples = try Scene.samples(stopped.text("path"))
            let report = FrameReport(samples, .fine)
            #expect(report.isClean, "\(report)")
            #expect(report.first == start &- 96_000)
            #expect(samples.count == 126_000)
            #expect(stopped.int("preroll_frames") == 96_000)
        }

        /// A command for a frame that is past, but still kept, is as exact as one for a frame to come.
        @Test func aLateCommandIsStillExact() throws {
            let scene = try Scene()
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 2 * 48_000)
            let start = scene.probe.frameTime &- 48_000
            let stopped = try scene.take("late", at: start, frames: 96_000)
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.first == start, "\(report)")
        }

        @Test func forEndsTheTakeToTheFrame() throws {
            let scene = try Scene()
            let done = try scene.engine.ask("rec", "name", "limited", "for", "70007f", "wait", "yes")
            #expect(done.int("frames") == 70_007)
            #expect(done.text("end_reason") == "ended")
        }

        /// The period changes under a running take (J3).
        @Test func aChangeOfPeriodLosesNothing() throws {
            let scene = try Scene(period: 256)
            let start = scene.soon
            _ = try scene.engine.ask("rec", "name", "periods", "at-frame", "\(start)")
            for period in [64, 1024, 128] {
                scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
                #expect(scene.probe.setBufferSize(period))
            }
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
            let stopped = try scene.engine.ask("stop")
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(try scene.engine.ask("status").int("period") == 128)
        }

        private func expectEnd(_ scene: Scene) throws {
            for _ in 0..<100 {
                if try scene.engine.ask("status").text("play_state") == "stopped" { return }
                scene.probe.waitFor(frame: scene.probe.frameTime &+ 2400)
            }
            Issue.record("playing never ended")
        }

        private func difference(_ heard: some Collection<SIMD2<Float>>, _ samples: [SIMD2<Float>]) -> String {
            guard let place = zip(heard, samples).enumerated().first(where: { $1.0 != $1.1 }) else {
                return "the end (\(heard.count) heard of \(samples.count))"
            }
            return "\(place)"
        }
    }
}
