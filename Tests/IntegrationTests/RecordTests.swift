// Tests takes: every frame once, exact start and stop, pre-roll, changes of period (R2, R7, P1, J3).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct RecordTests {
        /// R2: every frame is recorded once, in order, under load, at every period; playback returns the exact samples.
        /// From the shortest period to a very long one. A short run has one that most people use; other tests have 64 and
        /// 1024.
        @Test(arguments: [16, 64, 256, 1024, 4096].few)
        func everyFrameOnceUnderLoadAndBackBitForBit(period: Int) throws {
            let seconds = EngineFixture.longTake
            let fixture = try EngineFixture(period: period, keeps: Double(2 * seconds + 30))
            let start = fixture.soon &+ 13
            _ = try fixture.engine.ask("rec", "name", "long", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 4800)
            let jumpsAtStart = fixture.probe.jumps
            var load: Load? = Load()
            // The stop goes out long before its frame: under load a late one would be refused.
            fixture.probe.waitFor(frame: start &+ UInt32(seconds * 48_000 - 120_000))
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ UInt32(seconds * 48_000))")
            _ = load
            load = nil

            let samples = try EngineFixture.samples(stopped.text("path"))
            #expect(samples.count == seconds * 48_000)
            let report = FrameReport(samples, .fine)
            #expect(report.isClean, "\(report)")
            // After a jump of JACK's time at the very start, a frame has no unique number.
            if jumpsAtStart == 0 { #expect(report.first == UInt32(fixture.probe.number(of: start))) }
            #expect(stopped.int("start_frame") == Int(start))
            #expect(stopped.int("lost_frames") == 0)
            // Silence stands only where JACK itself delivered no frames.
            #expect(report.silent == stopped.int("missed_frames"))
            print("period \(period): \(report.silent) of \(samples.count) frames missed by JACK, \(fixture.probe.jumps) jumps")

            let begin = fixture.soon &+ 48_000
            let played = try fixture.engine.ask("play", "long", "at-frame", "\(begin)")
            #expect(played.int("at_frame") == Int(begin))
            // Two seconds in real time; the rest is as exact in freewheel.
            fixture.probe.waitFor(frame: begin &+ 96_000)
            #expect(try fixture.waitForEnd(seconds: 60), "playback never ended")
            let heard = fixture.ear.heard
            let place = try #require(heard.dropFirst(fixture.ear.number(of: begin) - 2 * period).firstIndex(of: samples[0]))
            let wrong = zip(heard[place...], samples).enumerated().first { $0.element.0 != $0.element.1 }
            let words = wrong.map { "frame \($0.offset): \($0.element)" } ?? ""
            #expect(heard.count - place >= samples.count && words.isEmpty, "\(words)")
            if fixture.ear.jumps == 0 { #expect(place == fixture.ear.number(of: begin)) }
        }

        /// Start and stop are exact at any frame of a period, in all formats that keep the code exact.
        /// Each encoding has its own steps. `StorageTests` write and read all of them, so one is enough for a short run.
        @Test(arguments: [("wav", "float"), ("wav", "24"), ("wav", "16"), ("flac", "24"), ("flac", "16")].few)
        func startAndStopAreExactInMidPeriod(format: String, bits: String) throws {
            let code: FrameCode = bits == "16" ? .coarse : .fine
            let fixture = try EngineFixture(period: 1024, sends: .frames(code))
            for round in 0..<4 {
                let start = fixture.soon &+ UInt32(round * 331 + 1)
                let frames = 10_007 + round * 97
                let stopped = try fixture.take("mid\(round)", at: start, frames: frames, "format", format, "bits", bits)
                let samples = try EngineFixture.samples(stopped.text("path"))
                let report = FrameReport(samples, code)
                #expect(report.isClean && samples.count == frames, "\(report)")
                let wanted = UInt32(fixture.probe.number(of: start))
                #expect(report.first == wanted, "first \(report.first ?? 0) is not \(wanted)")
            }
        }

        /// R7: the pre-roll joins the take without a missing or extra frame.
        @Test func preRollIsExact() throws {
            let fixture = try EngineFixture(period: 1024)
            // Wait for frames, not for time: the time of a PipeWire graph can jump ahead right after joining.
            let enough = fixture.probe.count + 3 * 48_000
            fixture.probe.skip(toNumber: enough)
            Pause.until(10) { fixture.probe.count >= enough }
            let start = fixture.soon &+ 5
            let stopped = try fixture.take("pre", at: start, frames: 30_000, "preroll", "2s")
            let samples = try EngineFixture.samples(stopped.text("path"))
            let report = FrameReport(samples, .fine)
            #expect(report.isClean, "\(report)")
            #expect(report.first == UInt32(fixture.probe.number(of: start &- 96_000)))
            #expect(samples.count == 126_000)
            #expect(stopped.int("preroll_frames") == 96_000)
        }

        /// A command for a past frame that is still in the ring is as exact as one for a later frame.
        @Test func aLateCommandIsStillExact() throws {
            let fixture = try EngineFixture()
            fixture.probe.skip(to: fixture.probe.frameTime &+ 2 * 48_000)
            let start = fixture.probe.frameTime &- 48_000
            let stopped = try fixture.take("late", at: start, frames: 96_000)
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: start)), "\(report)")
        }

        /// An asynchronous server, as most run: frames that JACK skips become silence, and the rest stays in order.
        ///
        /// The server begins a period over a client that is late and reports an xrun to all. The source then writes its
        /// next period into the buffer that is still being read: a stretch of the current period comes from the period after
        /// it, at the same offset. No reader of that buffer can notice it. A fault of the engine would come without an xrun,
        /// or at another offset.
        @Test func anAsynchronousServerIsRecordedTrueToo() throws {
            let fixture = try EngineFixture(period: 256, synchronous: false)
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "async", "at-frame", "\(start)")
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 240_000)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            let report = FrameReport(samples, .fine)
            #expect(report.garbled == 0 && samples.count == 240_000, "\(report)")
            #expect(report.silent == stopped.int("missed_frames"))
            // The thread of libjack that is told of an xrun may come late too.
            let enough = fixture.probe.count + 60_000
            Pause.until { fixture.probe.count >= enough }
            let xruns = fixture.probe.xruns
            print("MEASURED asynchronous: \(report.jumps.count) jumps, \(xruns.count) xruns")
            for jump in report.isInOrder ? [] : report.jumps {
                let frame = start &+ UInt32(jump.place)
                let isTold = xruns.contains { (-512...60_000).contains(Int32(bitPattern: $0 &- frame)) }
                #expect(isTold && jump.frames % 256 == 0, "\(jump) at JACK frame \(frame), xruns at \(xruns): \(report)")
            }
        }

        @Test func forEndsTheTakeToTheFrame() throws {
            let fixture = try EngineFixture()
            let done = try fixture.engine.ask("rec", "name", "limited", "for", "70007f", "wait", "yes")
            #expect(done.int("frames") == 70_007)
            #expect(done.text("end_reason") == "ended")
        }

        /// The period changes during a take (J3).
        @Test func aChangeOfPeriodLosesNothing() throws {
            let fixture = try EngineFixture(period: 256)
            let start = fixture.soon
            _ = try fixture.engine.ask("rec", "name", "periods", "at-frame", "\(start)")
            for period in [64, 1024, 128] {
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
                #expect(fixture.probe.setBufferSize(period))
            }
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            let stopped = try fixture.engine.ask("stop")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(try fixture.engine.ask("status").int("period") == 128)
        }
    }
}
