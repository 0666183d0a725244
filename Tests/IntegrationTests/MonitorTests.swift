// Room: integration tests. Monitoring on a real server (issue 3 part 9): what comes in is heard, with the latency that is told.
import Control
import Dictation
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct MonitorTests {
        /// Off: silence. Direct at 0 dB: bit for bit, in the same period. What is played is heard as well.
        @Test func directIsTheSignalItself() throws {
            let scene = try Scene(keeps: 30)
            scene.wait(milliseconds: 300)
            #expect(scene.heard((scene.now - 4800)..<(scene.now - 480)).allSatisfy { $0 == .zero })
            try scene.engine.ask("monitor", "direct")
            scene.wait(milliseconds: 500)
            let heard = scene.heard((scene.now - 16_000)..<(scene.now - 480))
            let report = FrameReport(heard, .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            // No frame late: the probe's numbers and the ear's, of one JACK frame.
            let frame = scene.ear.frameTime &- 4800
            let sent = FrameCode.fine.decode(scene.ear.heard[scene.ear.number(of: frame)])
            #expect(sent.map(Int.init) == scene.probe.number(of: frame))
            let status = try scene.engine.ask("status")
            #expect(status.text("monitor") == "direct" && status.int("monitor_latency_frames") == 0)
            try scene.engine.ask("monitor", "off")
            scene.wait(milliseconds: 300)
            #expect(scene.heard((scene.now - 4800)..<(scene.now - 480)).allSatisfy { $0 == .zero })
        }

        @Test func levelIsWhatItSays() throws {
            let scene = try Scene(sends: .sine(hertz: 300, amplitude: 0.5), keeps: 30)
            try scene.engine.ask("monitor", "direct", "level", "-6.0206")
            scene.wait(milliseconds: 500)
            let peak = scene.heard((scene.now - 9600)..<(scene.now - 480)).map { abs($0.x) }.max() ?? 0
            #expect(abs(peak - 0.25) < 0.001, "\(peak)")
        }

        /// Every switch of it is ramped.
        @Test func noSwitchClicks() throws {
            let scene = try Scene(sends: .sine(hertz: 220, amplitude: 0.5), keeps: 40)
            for words in [
                ["direct"], ["off"], ["direct"], ["direct", "level", "-20"], ["direct", "level", "0"], ["pitch", "pitch", "300"],
                ["pitch", "pitch", "-300"], ["pitch", "pitch", "0"], ["direct"], ["pitch", "pitch", "100"], ["off"],
            ] {
                let before = scene.now
                _ = try scene.engine.reply("monitor", words)
                scene.wait(milliseconds: 600)
                let click = ClickMeter(scene.heard(before - 2400..<scene.now).map(\.x), amplitude: 0.5)
                let late = try scene.engine.ask("status").int("late_monitor_frames")
                print("MEASURED monitor \(words.joined(separator: " ")): \(click), \(late) late")
                #expect(click.energy < -60, "\(words): \(click)")
            }
        }

        /// Through the pitch shifter: as high as was asked for, as late as is told to JACK.
        @Test(arguments: [256, 64, 1024]) func shiftedIsAsLateAsItSays(period: Int) throws {
            let scene = try Scene(period: period, sends: .sine(hertz: 440, amplitude: 0.5), keeps: 30)
            try scene.engine.ask("monitor", "pitch", "pitch", "300")
            scene.wait(milliseconds: 1500)
            let from = scene.now - 40_000
            let heard = scene.heard(from..<scene.now).map(\.x)
            let cents = PitchMeter.cents(PitchMeter.frequency(heard), from: 440)
            #expect(abs(cents - 300) < 5, "\(cents)")
            let told = try scene.engine.ask("status").int("monitor_latency_frames")
            let out = try #require(scene.probe.latency(of: "\(scene.engine.name):out_l", isCapture: true))
            let into = try #require(scene.probe.latency(of: "\(scene.engine.name):in_l", isCapture: true))
            #expect(out.upperBound - into.upperBound == told, "\(out), \(into), \(told)")
            // A probe of another signal: bursts, found where they come out.
            let bursts = try #require(Probe("bursts", sends: .bursts(every: 24_000)))
            #expect(scene.probe.disconnect("\(scene.probe.name):out_l", "\(scene.engine.name):in_l"))
            #expect(scene.probe.disconnect("\(scene.probe.name):out_r", "\(scene.engine.name):in_r"))
            #expect(bursts.connectOutputs(to: scene.engine.name))
            scene.wait(milliseconds: 600)
            let begin = scene.ear.frameTime
            scene.wait(milliseconds: 3000)
            let place = scene.ear.number(of: begin)
            // A shifted burst is smeared: its centre of mass counts.
            let found = ChangeMeter.bursts(scene.heard(place..<scene.now).map(\.x), threshold: 0.02, quiet: 0.03)
            #expect((5...7).contains(found.count), "\(found)")
            let shift = bursts.number(of: begin)
            // Of a burst the middle of which was sent at 12048 of each half second.
            let late = found.map { Int($0.rounded()) + shift - 12_048 }.map { ($0 % 24_000 + 24_000) % 24_000 }
            print("MEASURED monitor pitch at \(period): told \(told), \(late) frames late")
            for frames in late { #expect(abs(frames - told) < 144, "told \(told), \(late)") }
            #expect(try scene.underruns == 0)
        }

        /// A neighbour that says 2^32 - 1 frames: what is monitored comes as late as JACK can say, and a take is none the worse.
        @Test(arguments: ["direct", "pitch"]) func aNeighboursLatencyNearTwoToThe32EndsNothing(mode: String) throws {
            let scene = try Scene()
            let far = try #require(FarNeighbour("far"))
            #expect(scene.probe.connect("\(far.name):out", "\(scene.engine.name):in_l"))
            #expect(scene.probe.connect("\(scene.engine.name):out_l", "\(far.name):in"))
            try scene.engine.ask("monitor", mode)
            let port = "\(scene.engine.name):out_l"
            for _ in 0..<200 where scene.probe.latency(of: port, isCapture: true)?.upperBound != Int(UInt32.max) {
                Pause.milliseconds(20)
            }
            #expect(scene.probe.latency(of: port, isCapture: true)?.upperBound == Int(UInt32.max))
            let stopped = try scene.take("far", at: scene.soon, frames: 12_000)
            #expect(stopped.int("frames") == 12_000)
            #expect(try scene.engine.ask("play", "far").text("name") == "far")
            #expect(try scene.engine.ask("status").int("heard_frames") >= 0)
        }

        /// At short periods the slack is shorter than the fade of a change: it was never answered, and quit hung after it (issue 12
        /// no. 8).
        @Test(arguments: [64, 128]) func everyChangeIsAnsweredAtShortPeriods(period: Int) throws {
            let scene = try Scene(period: period, sends: .sine(hertz: 440, amplitude: 0.5), keeps: 20)
            for cents in [300, -300, 0, 700] {
                let answer = try scene.engine.reply("monitor", ["pitch", "pitch", "\(cents)"], timeout: 10).fields
                #expect(answer.text("monitor") == "pitch" && answer.int("monitor_latency_frames") > 0)
                scene.wait(milliseconds: 150)
            }
            scene.wait(milliseconds: 500)
            let cents = PitchMeter.cents(PitchMeter.frequency(scene.heard(scene.now - 20_000..<scene.now).map(\.x)), from: 440)
            #expect(abs(cents - 700) < 10, "\(cents)")
            try scene.engine.ask("monitor", "off", timeout: 10)
            scene.wait(milliseconds: 300)
            #expect(scene.heard(scene.now - 4800..<scene.now - 512).allSatisfy { $0 == .zero })
            #expect(scene.engine.quit()?.code == 0)
        }

        /// The server goes as fast as it can, and the callback waits for the shifter: nothing of what is monitored is lost (J4).
        @Test func freewheelLosesNothingOfTheShiftedSound() throws {
            let scene = try Scene(sends: .sine(hertz: 440, amplitude: 0.5), keeps: 120)
            try scene.engine.ask("monitor", "pitch", "pitch", "300")
            scene.wait(milliseconds: 500)
            let late = try scene.engine.ask("status").int("late_monitor_frames")
            let begin = scene.now
            #expect(scene.probe.setFreewheel(true))
            for _ in 0..<300 where scene.now - begin < 30 * 48_000 { scene.probe.waitFor(frame: scene.probe.frameTime) }
            let end = scene.now
            #expect(try scene.engine.ask("status").int("late_monitor_frames") == late)
            #expect(scene.probe.setFreewheel(false))
            #expect(end - begin >= 30 * 48_000, "the server was not fast")
            // A tone has no silent stretch longer than a crossing of zero.
            let heard = scene.heard(begin..<end)
            var (longest, silent) = (0, 0)
            for sample in heard {
                silent = sample == .zero ? silent + 1 : 0
                longest = max(longest, silent)
            }
            #expect(longest < 8, "\(longest) frames of silence")
        }

        /// A take of a monitored input is the input, not what is monitored.
        @Test func aTakeIsTheInputItself() throws {
            let scene = try Scene(keeps: 5)
            try scene.engine.ask("monitor", "pitch", "pitch", "-500")
            let stopped = try scene.take("take", at: scene.soon, frames: 96_000)
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
        }
    }
}
