// Tests sound that comes from another machine over a network (J9, J5, J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Namespace.isPossible, NetworkFixture.reason)) struct BridgeTests {
        private static let room1 = "room1(-[0-9]+)?:from_slave_"

        @Test func throughNetJackEveryFrameArrivesAsItWas() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            let probe = try #require(machine.probe(sends: .frames(.fine)), "no probe")
            defer { probe.close() }
            #expect(probe.connect("probe:out_l", "system:playback_1") && probe.connect("probe:out_r", "system:playback_2"))
            let engine = try NetworkFixture.engine(bridge, "--connect-in", Self.room1)
            try engine.ask("set", "rec-dropouts", "on")
            try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
            // The new order of the graph holds from one of the next periods on, and has a network to pass.
            Pause.milliseconds(300)
            // A busy machine can itself hold JACK or NetJACK up for a period: the take then tells so, and that attempt says nothing
            // about frames that arrive in time.
            for attempt in 1...5 {
                let take = try NetworkFixture.take(engine, "clean\(attempt)") { Pause.milliseconds(3000) }
                #expect(NetworkFixture.unexplained(take.samples, take.segment).prefix(5) == [])
                let isDisturbed = ["missed_frames", "xruns", "dropouts"].contains { take.answer.int($0) > 0 }
                if isDisturbed, attempt < 5 { continue }
                let report = FrameReport(take.samples, .fine)
                #expect(report.isClean && report.silent == 0 && take.samples.count > 100_000, "\(report), \(take.answer.all)")
                break
            }
            try engine.ask("set", "rec-dropouts", "off")
            let off = try NetworkFixture.take(engine, "off") { Pause.milliseconds(300) }
            #expect(off.segment.dropouts == nil && off.answer["dropouts"] == nil)
        }

        /// The remote machine runs by the central clock: while the cable is out both stand still, and JACK's frame time
        /// shows it.
        @Test func aCutNetJackLinkIsSilenceOfTheRightLength() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            let probe = try #require(machine.probe(sends: .frames(.fine)), "no probe")
            defer { probe.close() }
            #expect(probe.connect("probe:out_l", "system:playback_1") && probe.connect("probe:out_r", "system:playback_2"))
            let engine = try NetworkFixture.engine(bridge, "--connect-in", Self.room1, "--rec-dropouts", "on")
            try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
            // The new order of the graph holds from one of the next periods on, and has a network to pass.
            Pause.milliseconds(300)
            let take = try NetworkFixture.take(engine, "cut") {
                // Sound before the cable is cut.
                Pause.milliseconds(700)
                #expect(machine.cut(milliseconds: 300))
                // NetJACK may drop the machine some seconds later, and make all its ports anew.
                var sounding = 0
                for _ in 0..<100 where sounding < 25 {
                    Pause.milliseconds(100)
                    let isThere = try engine.ask("meters").double("in_rms_left_db") > -60
                    sounding = isThere ? sounding + 1 : 0
                    _ = probe.connect("probe:out_r", "system:playback_2") && probe.connect("probe:out_l", "system:playback_1")
                }
            }
            // After a long standstill of the server the take continues in another segment.
            let segments = try NetworkFixture.recording(engine, "cut").segments
            let missed = segments.flatMap(\.gaps).reduce(0) { $0 + $1.length }
            let silent = segments.flatMap { $0.dropouts ?? [] }.reduce(0) { $0 + $1.length }
            #expect(missed + silent >= 48 * 200, "\(missed) missed, \(silent) silent, \(take.answer.all)")
            for segment in segments {
                let samples = try EngineFixture.samples(engine.library + "/" + segment.file)
                let places = NetworkFixture.unexplained(samples, segment).prefix(5)
                let codes = places.map { place in (max(0, place - 3)...place + 2).map { FrameCode.fine.decode(samples[$0]) } }
                #expect(places == [], "\(codes), \(segment)")
            }
        }

        /// The engine runs on the remote machine: its server stays but has no device any more, as when an interface is
        /// unplugged.
        @Test func aServerWhoseDeviceIsUnpluggedIsWaitedFor() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            let engine = try EngineProcess(["--jack-patience", "1s"], environment: machine.environment)
            var watch = Stopwatch()
            try watch.start { try engine.ask("rec", "name", "unplugged") }
            try engine.waitForTake(seconds: 0.5)
            #expect(machine.cut(milliseconds: 4000))
            // The server has no device for so long that the take is closed, and continues when the device is back.
            var state = ""
            try Pause.until {
                state = try engine.ask("status").text("record_state")
                return try state == "recording" && NetworkFixture.recording(engine, "unplugged").segments.count > 0
            }
            try engine.waitForTake(seconds: 0.5)
            let stopped = try watch.stop { try engine.ask("stop") }
            let segments = try NetworkFixture.recording(engine, "unplugged").segments
            #expect(segments.count == 2 && segments[0].endReason == .serverGone, "\(state), \(stopped.all)")
            let heard = ReturningServerFixture.seconds(segments)
            let away = stopped.double("away_seconds")
            #expect(away > 0.5 && watch.fits(heard + away, within: 0.5), "\(heard) s and \(away) s of \(watch)")
        }

        /// More packets are lost than raise an xrun.
        @Test func packetsThatNetJackLosesAreAccountedFor() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet())
            let probe = try #require(machine.probe(sends: .frames(.fine)), "no probe")
            defer { probe.close() }
            #expect(probe.connect("probe:out_r", "system:playback_2") && probe.connect("probe:out_l", "system:playback_1"))
            let engine = try NetworkFixture.engine(bridge, "--connect-in", Self.room1, "--rec-dropouts", "on")
            try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
            // The new order of the graph holds from one of the next periods on, and has a network to pass.
            Pause.milliseconds(300)
            let take = try NetworkFixture.take(engine, "lossy") {
                #expect(machine.lose(percent: 2))
                // One packet in fifty of some hundred.
                Pause.milliseconds(3000)
                #expect(machine.loseNothing())
                // Sound that comes in time again.
                Pause.milliseconds(1000)
            }
            #expect(NetworkFixture.unexplained(take.samples, take.segment).prefix(5) == [])
            #expect(take.answer.int("dropouts") >= 3, "\(take.answer.all)")
            guard take.segment.gaps.isEmpty else { return }
            // Silence stands in place of each lost frame: not a frame more or less.
            let report = FrameReport(take.samples, .fine)
            let silent = take.answer.int("dropout_frames")
            #expect(report.lost == silent && report.silent == silent && report.repeated == 0, "\(report)")
        }

        /// Two clocks with one resampler between them. JACK does not notice frames lost there.
        @Test func throughZitaTonesArriveAndWhatIsLostIsCounted() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room2"))
            #expect(machine.startZita())
            let probe = try #require(machine.probe(sends: .sine(hertz: 997, amplitude: 0.5)), "no probe")
            defer { probe.close() }
            #expect(probe.connect("probe:out_l", "send:in_1") && probe.connect("probe:out_r", "send:in_2"))
            let engine = try NetworkFixture.engine(bridge, "--connect-in", "room2:out_")
            try engine.ask("set", "rec-dropouts", "on")
            try NetworkFixture.waitForSources(engine, "room2:out_1, room2:out_2")
            // zita-njbridge finds its pace.
            Pause.milliseconds(1000)
            // A busy machine can hold the server up, or zita for longer than its buffer of 40 ms: such an attempt says nothing
            // about sound that arrives in time. For some seconds zita then runs faster or slower, to fill its buffer again.
            for attempt in 1...8 {
                let clean = try NetworkFixture.take(engine, "clean\(attempt)") { Pause.milliseconds(2500) }
                checkDropouts(clean.samples, clean.segment)
                let pitch = PitchMeter.frequency(clean.samples.map(\.x))
                let isInTune = abs(PitchMeter.cents(pitch, from: 997)) < 3
                if !isInTune || clean.segment.dropouts != [] || !clean.segment.gaps.isEmpty, attempt < 8 { continue }
                #expect(isInTune, "\(pitch) Hz")
                #expect(clean.segment.dropouts == [] && NetworkFixture.holes(clean.samples, side: 0).isEmpty)
                break
            }

            var away = 0.0
            let cut = try NetworkFixture.take(engine, "cut") {
                // Sound before the cable is cut.
                Pause.milliseconds(700)
                let before = Moment.now
                #expect(machine.cut(milliseconds: 300))
                away = Moment.now.seconds(since: before)
                // The bridge is silent until it has found its pace again.
                Pause.milliseconds(1500)
                // The writer counts what it has written.
                try Pause.until { try engine.ask("status").int("dropouts") >= 1 }
                let count = try engine.ask("status").int("dropouts")
                #expect(count >= 1)
            }
            checkDropouts(cut.samples, cut.segment)
            // The frames that a server misses itself come with an xrun.
            #expect(cut.segment.gaps.isEmpty || cut.answer.int("xruns") > 0, "\(cut.answer.all)")
            #expect(cut.answer.int("dropouts") >= 1)
            let longest = (cut.segment.dropouts ?? []).map(\.length).max() ?? 0
            #expect((48 * 200...Int64(48_000 * (away + 0.6))).contains(longest), "\(longest) frames, \(away) s away")
            #expect(try engine.ask("info", "cut").int("dropouts") == cut.answer.int("dropouts"))

            try NetworkFixture.waitForSound(engine)
            let lossy = try NetworkFixture.take(engine, "lossy") {
                #expect(machine.lose(percent: 5))
                // One packet in twenty of some hundred.
                Pause.milliseconds(2500)
                #expect(machine.loseNothing())
                Pause.milliseconds(300)
            }
            checkDropouts(lossy.samples, lossy.segment)
            #expect(lossy.answer.int("dropouts") >= 3, "\(lossy.answer.all)")

            try engine.ask("set", "rec-dropouts", "off")
            let off = try NetworkFixture.take(engine, "off") { Pause.milliseconds(300) }
            #expect(off.segment.dropouts == nil && off.answer["dropouts"] == nil)
        }

        /// Checks that the listed dropouts are the silent stretches in the file, and no others. Frames that JACK missed are none.
        private func checkDropouts(_ samples: [SIMD2<Float>], _ segment: Segment) {
            let listed = segment.dropouts ?? []
            #expect(segment.dropoutCount == listed.count)
            let gaps = segment.gaps.map { Int($0.position)..<Int($0.position + $0.length) }
            for (side, name) in [Segment.Dropout.Side.left, .right].enumerated() {
                let mine = listed.filter { $0.side == name || $0.side == .both }
                    .map { Int($0.position)..<Int($0.position + $0.length) }
                for hole in NetworkFixture.holes(samples, side: side) {
                    let isKnown = (mine + gaps).contains {
                        $0.lowerBound <= hole.lowerBound && $0.upperBound >= hole.upperBound
                    }
                    #expect(isKnown, "\(hole)")
                }
                for range in mine {
                    #expect(samples[range].filter { $0[side] == 0 }.count > range.count - 48, "\(range) \(name) is not silent")
                }
            }
        }

        /// A machine returns while the central server still has the ports of its first connection.
        @Test func aRoomComesBackUnderAnotherName() throws {
            let bridge = try NetworkFixture.central()
            let machine = try #require(bridge.makeMachine("room1"))
            #expect(bridge.startManager() && machine.startNet() && machine.staySilent())
            let connected = try NetworkFixture.engine(bridge)
            let pattern = try NetworkFixture.engine(bridge, "--connect-in", Self.room1, "--connections", "leave")
            for side in ["1": "l", "2": "r"] {
                #expect(bridge.connect("room1:from_slave_\(side.key)", "\(connected.name):in_\(side.value)"))
            }
            for engine in [connected, pattern] {
                try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
                try engine.ask("rec", "name", "night")
            }
            // Sound before the machine is lost.
            Pause.milliseconds(700)
            machine.kill()
            #expect(machine.startNet(waitsFor: "room1-01:from_slave_2"))
            for engine in [connected, pattern] {
                try NetworkFixture.waitForSources(engine, "room1-01:from_slave_1, room1-01:from_slave_2")
            }
            // The same return again, after the engine was away too.
            _ = connected.quit()
            machine.kill()
            #expect(bridge.waitFor("room1-01:from_slave_1", isThere: false))
            #expect(machine.startNet())
            try connected.restart()
            for engine in [connected, pattern] {
                try NetworkFixture.waitForSources(engine, "room1:from_slave_1, room1:from_slave_2")
            }
            #expect(try pattern.ask("stop").text("end_reason") == "stopped")
        }
    }
}
