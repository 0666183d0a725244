// Tests monitoring: the input is heard with the latency that is reported (issue 3 part 9).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct MonitorTests {
        /// Off gives silence. Direct at 0 dB gives exact samples in the same period.
        @Test func directIsTheSignalItself() throws {
            let fixture = try EngineFixture(keeps: 30)
            // A tenth of a second is compared, behind the first periods.
            fixture.wait(milliseconds: 300)
            #expect(fixture.heard((fixture.now - 4800)..<(fixture.now - 480)).allSatisfy { $0 == .zero })
            try fixture.engine.ask("monitor", "direct")
            // A third of a second is compared, long after the fade.
            fixture.wait(milliseconds: 1000)
            let heard = fixture.heard((fixture.now - 16_000)..<(fixture.now - 480))
            let report = FrameReport(heard, .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            // No frame late: at one JACK frame the probe sent the number that the ear heard. JACK's estimate of the current frame
            // is ahead of what was heard while the server waits for a client.
            let frame = fixture.ear.frameTime &- 24_000
            Pause.until { fixture.now > fixture.ear.number(of: frame) }
            let place = fixture.ear.number(of: frame)
            let sent = fixture.heard(place..<place + 1).first.flatMap { FrameCode.fine.decode($0) }
            #expect(sent.map(Int.init) == fixture.probe.number(of: frame))
            let status = try fixture.engine.ask("status")
            #expect(status.text("monitor") == "direct" && status.int("monitor_latency_frames") == 0)
            try fixture.engine.ask("monitor", "off")
            // A tenth of a second is compared, behind the fade.
            fixture.wait(milliseconds: 300)
            #expect(fixture.heard((fixture.now - 4800)..<(fixture.now - 480)).allSatisfy { $0 == .zero })
        }

        /// The monitor has milliseconds for its work, the reader half a second: a reader that renders at a locate must not hold
        /// the monitored voice up on a machine with one processor. Neither holds JACK's own thread up.
        @Test func theMonitorComesBeforeTheReader() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("monitor", "pitch", "pitch", "300")
            try fixture.engine.ask("play", "memo")
            let pid = try #require(fixture.engine.process).pid
            var priorities: [String: Int] = [:]
            Pause.until {
                for thread in RealtimeThread.all(of: pid) { priorities[thread.name] = thread.priority }
                return priorities["dicta-monitor"] != nil && priorities["dicta-reader"] != nil
            }
            let monitor = try #require(priorities["dicta-monitor"])
            let reader = try #require(priorities["dicta-reader"])
            #expect(monitor > reader && monitor < priorities.values.max() ?? 0, "\(priorities)")
        }

        @Test func levelIsWhatItSays() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 300, amplitude: 0.5), keeps: 30)
            try fixture.engine.ask("monitor", "direct", "level", "-6.0206")
            // A fifth of a second is measured, behind the fade.
            fixture.wait(milliseconds: 500)
            let peak = fixture.heard((fixture.now - 9600)..<(fixture.now - 480)).map { abs($0.x) }.max() ?? 0
            #expect(abs(peak - 0.25) < 0.001, "\(peak)")
        }

        /// Every change of the monitor is ramped.
        @Test func noSwitchClicks() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 220, amplitude: 0.5), keeps: 60)
            var from = ["off"]
            for words in [
                ["direct"], ["off"], ["direct"], ["direct", "level", "-20"], ["direct", "level", "0"], ["pitch", "pitch", "300"],
                ["pitch", "pitch", "-300"], ["pitch", "pitch", "0"], ["direct"], ["pitch", "pitch", "100"], ["off"],
            ] {
                // A shifter that a busy machine keeps waiting leaves silence, which is counted: the switch is made once more.
                for isLast in [false, false, true] {
                    let lateBefore = try fixture.engine.ask("status").int("late_monitor_frames")
                    // Sound before the switch.
                    fixture.wait(milliseconds: 60)
                    let before = fixture.now
                    _ = try fixture.engine.reply("monitor", words)
                    // The fade, and what the shifter keeps.
                    fixture.wait(milliseconds: 600)
                    let click = ClickMeter(fixture.heard(before - 2400..<fixture.now).map(\.x), amplitude: 0.5)
                    let late = try fixture.engine.ask("status").int("late_monitor_frames") - lateBefore
                    print("MEASURED monitor \(words.joined(separator: " ")): \(click), \(late) late")
                    if late > 0, click.energy >= -60, !isLast {
                        _ = try fixture.engine.reply("monitor", from)
                        // As before the switch.
                        fixture.wait(milliseconds: 600)
                        continue
                    }
                    #expect(click.energy < -60, "\(words): \(click), \(late) late")
                    break
                }
                from = words
            }
        }

        /// Monitoring through the pitch shifter has the pitch that was set, and the latency that JACK reports.
        /// The latency has a share of the period. A short run has the short one, which leaves the least time.
        @Test(arguments: [256, 64, 1024].few) func shiftedIsAsLateAsItSays(period: Int) throws {
            let fixture = try EngineFixture(period: period, sends: .sine(hertz: 440, amplitude: 0.5), keeps: 30)
            try fixture.engine.ask("monitor", "pitch", "pitch", "300")
            fixture.skip(milliseconds: 1500)
            let from = fixture.now - 40_000
            let heard = fixture.heard(from..<fixture.now).map(\.x)
            let cents = PitchMeter.cents(PitchMeter.frequency(heard), from: 440)
            #expect(abs(cents - 300) < 5, "\(cents)")
            let told = try fixture.engine.ask("status").int("monitor_latency_frames")
            func latency(_ port: String) throws -> ClosedRange<Int> {
                try #require(fixture.probe.latency(of: "\(fixture.engine.name):\(port)", isCapture: true))
            }
            // JACK asks for a new latency in its own time.
            try Pause.until { try latency("out_l").upperBound - latency("in_l").upperBound == told }
            let (out, into) = (try latency("out_l"), try latency("in_l"))
            #expect(out.upperBound - into.upperBound == told, "\(out), \(into), \(told)")
            // Another signal: bursts, whose place in the output is measured.
            let bursts = try #require(Probe("bursts", sends: .bursts(every: 24_000)))
            #expect(fixture.probe.disconnect("\(fixture.probe.name):out_l", "\(fixture.engine.name):in_l"))
            #expect(fixture.probe.disconnect("\(fixture.probe.name):out_r", "\(fixture.engine.name):in_r"))
            #expect(bursts.connectOutputs(to: fixture.engine.name))
            // The bursts have come through the shifter.
            fixture.wait(milliseconds: 600)
            let begin = fixture.ear.frameTime
            Pause.until { fixture.now >= fixture.ear.number(of: begin) + 144_000 }
            let place = fixture.ear.number(of: begin)
            // A shifted burst is smeared: its centre of mass is measured.
            let sound = fixture.heard(place..<place + 144_000).map(\.x)
            // A burst that the first or the last frame cuts has its centre elsewhere.
            let found = ChangeMeter.bursts(sound, threshold: 0.02, quiet: 0.03)
                .filter { $0 > 6000 && $0 < Double(sound.count - 6000) }
            #expect((4...7).contains(found.count), "\(found)")
            let shift = bursts.number(of: begin)
            // The middle of each burst was sent at frame 12048 of its half second.
            let late = found.map { Int($0.rounded()) + shift - 12_048 }.map { ($0 % 24_000 + 24_000) % 24_000 }
            print("MEASURED monitor pitch at \(period): told \(told), \(late) frames late")
            for frames in late { #expect(abs(frames - told) < 144, "told \(told), \(late)") }
            #expect(try fixture.underruns == 0)
        }

        /// A connected client reports 2^32 - 1 frames: the monitor's latency becomes JACK's largest, and a take is unharmed.
        @Test(arguments: ["direct", "pitch"]) func aNeighboursLatencyNearTwoToThe32EndsNothing(mode: String) throws {
            let fixture = try EngineFixture()
            let far = try #require(FarNeighbour("far"))
            #expect(fixture.probe.connect("\(far.name):out", "\(fixture.engine.name):in_l"))
            #expect(fixture.probe.connect("\(fixture.engine.name):out_l", "\(far.name):in"))
            try fixture.engine.ask("monitor", mode)
            let port = "\(fixture.engine.name):out_l"
            Pause.until { fixture.probe.latency(of: port, isCapture: true)?.upperBound == Int(UInt32.max) }
            #expect(fixture.probe.latency(of: port, isCapture: true)?.upperBound == Int(UInt32.max))
            let stopped = try fixture.take("far", at: fixture.soon, frames: 12_000)
            #expect(stopped.int("frames") == 12_000)
            #expect(try fixture.engine.ask("play", "far").text("name") == "far")
            #expect(try fixture.engine.ask("status").int("heard_frames") >= 0)
        }

        /// Every change is answered at short periods. The slack is shorter there than the fade of a change: the answer once
        /// never came, and quit then hung (issue 12 no. 8).
        @Test(arguments: [64, 128]) func everyChangeIsAnsweredAtShortPeriods(period: Int) throws {
            let fixture = try EngineFixture(period: period, sends: .sine(hertz: 440, amplitude: 0.5), keeps: 20)
            for cents in [300, -300, 0, 700] {
                let answer = try fixture.engine.reply("monitor", ["pitch", "pitch", "\(cents)"], timeout: 10).fields
                #expect(answer.text("monitor") == "pitch" && answer.int("monitor_latency_frames") > 0)
                // The next change may come in the fade of this one, and after it.
                fixture.wait(milliseconds: 150)
            }
            // Most of half a second is measured, behind the fade.
            fixture.wait(milliseconds: 500)
            let cents = PitchMeter.cents(
                PitchMeter.frequency(fixture.heard(fixture.now - 20_000..<fixture.now).map(\.x)), from: 440)
            #expect(abs(cents - 700) < 10, "\(cents)")
            try fixture.engine.ask("monitor", "off", timeout: 10)
            // A tenth of a second is compared, behind the fade.
            fixture.wait(milliseconds: 300)
            #expect(fixture.heard(fixture.now - 4800..<fixture.now - 512).allSatisfy { $0 == .zero })
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// In freewheel the callback waits for the shifter: no monitored frame is lost (J4).
        @Test func freewheelLosesNothingOfTheShiftedSound() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 440, amplitude: 0.5), keeps: 120)
            try fixture.engine.ask("monitor", "pitch", "pitch", "300")
            // The shifter is at work.
            fixture.wait(milliseconds: 500)
            #expect(fixture.probe.setFreewheel(true))
            // A busy machine may have been late before.
            try Pause.until { try fixture.engine.ask("status")["freewheel"] == .flag(true) }
            let begin = fixture.now
            let late = try fixture.engine.ask("status").int("late_monitor_frames")
            Pause.until(120) { fixture.now - begin >= 30 * 48_000 }
            let end = fixture.now
            #expect(try fixture.engine.ask("status").int("late_monitor_frames") == late)
            #expect(fixture.probe.setFreewheel(false))
            #expect(end - begin >= 30 * 48_000, "the server stood still")
            // A tone is silent only at its zero crossings.
            let heard = fixture.heard(begin..<end)
            var (longest, silent) = (0, 0)
            for sample in heard {
                silent = sample == .zero ? silent + 1 : 0
                longest = max(longest, silent)
            }
            #expect(longest < 8, "\(longest) frames of silence")
        }

        /// A take of a monitored input holds the input, not the monitor's sound.
        @Test func aTakeIsTheInputItself() throws {
            let fixture = try EngineFixture(keeps: 5)
            try fixture.engine.ask("monitor", "pitch", "pitch", "-500")
            let stopped = try fixture.take("take", at: fixture.soon, frames: 96_000)
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
        }
    }
}
