// Tests that the reported position is that of the frame now heard (P2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PositionTests {
        private let folder = TempFolder()

        /// One reading of the status: its time and the positions reported.
        private struct Look {
            let earliest: Int
            let latest: Int
            let position: Int
            let heard: Int
        }

        private static func look(_ fixture: EngineFixture, ear: Probe? = nil) throws -> Look {
            let ear = ear ?? fixture.ear
            let earliest = ear.count
            let status = try fixture.engine.ask("status")
            return Look(
                earliest: earliest, latest: ear.count, position: status.int("position_frames"),
                heard: status.int("heard_frames"))
        }

        /// JACK's latency from a port of the engine to the outputs, once JACK has told it.
        private static func playbackLatency(_ fixture: EngineFixture, _ port: String) throws -> Int {
            Pause.until { (fixture.probe.latency(of: port, isCapture: false)?.upperBound ?? 0) > 0 }
            return try #require(fixture.probe.latency(of: port, isCapture: false)).upperBound
        }

        /// At rate 1 the code in the output tells the frame.
        @Test func positionIsThatOfTheFrameInTheOutput() throws {
            let path = folder.file("code.wav")
            #expect(SparseWave.make(path, SparseWave.coded(frames: 20 * 48_000)))
            let fixture = try EngineFixture(sends: .silence, keeps: 30)
            let begin = try fixture.play(path, from: 4800)
            let commands = [
                [], ["locate", "7s"], ["nudge", "-2s"], ["loop", "a", "3s", "b", "3.2s"], ["rate", "0.7"], ["rate", "1"],
            ]
            for words in commands {
                if let verb = words.first { _ = try fixture.engine.reply(verb, Array(words.dropFirst())) }
                // The command has taken effect by then.
                fixture.wait(milliseconds: 400)
                guard words.first != "rate" || words.last == "1" else { continue }
                let looks = try (0..<10).map { _ in
                    // No multiple of a period: a look may fall anywhere in one.
                    fixture.wait(milliseconds: 23, and: 0)
                    return try Self.look(fixture)
                }
                // The frames around the last look are heard.
                fixture.wait(milliseconds: 50)
                // Just before B the joint is a mixture and holds no code.
                for look in looks where !(153_300..<153_600).contains(look.position) {
                    // Readings fall within a period: allow one before and one after.
                    let around = fixture.heard((look.earliest - 512)..<(look.latest + 512))
                    let wanted = FrameCode.fine.encode(UInt32(look.position))
                    #expect(around.contains(wanted), "after \(words): \(look.position) is not heard at \(look.earliest - begin)")
                }
            }
        }

        /// At any rate and after any change, bursts a tenth of a second apart tell the position to a few milliseconds.
        @Test func positionHoldsAtAnyRate() throws {
            let path = folder.file("bursts.wav")
            #expect(SparseWave.make(path, SparseWave.bursts(every: 4800, frames: 60 * 48_000)))
            let fixture = try EngineFixture(sends: .silence, keeps: 60)
            try fixture.play(path)
            var from = 0
            for words in [["rate", "0.73"], ["rate", "1.6"], ["pitch", "300"], ["rate", "0.5"], ["dpc", "off", "yes"]] {
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                // The command has taken effect by then.
                fixture.wait(milliseconds: 600)
                from = fixture.now
                let looks = try (0..<40).map { _ in
                    // No multiple of a period: a look may fall anywhere in one.
                    fixture.wait(milliseconds: 11, and: 0)
                    return try Self.look(fixture)
                }
                // The burst after the last look is heard.
                fixture.wait(milliseconds: 100)
                let error = try Self.error(looks, heard: fixture.ear.heard[from...].map(\.x), from: from, spacing: 4800)
                print("MEASURED position after \(words.joined(separator: " ")): \(error / 48) ms off")
                #expect(abs(error) < 480, "after \(words): \(error) frames")
            }
        }

        /// Mean of the position reported less the position heard, in frames of the file. Bursts are at spacing/2 + 1 ms.
        private static func error(_ looks: [Look], heard: [Float], from: Int, spacing: Int) throws -> Double {
            let bursts = ChangeMeter.bursts(heard, threshold: 0.05).map { $0 + Double(from) }
            // A reading that took long has a position of an unknown time.
            let looks = looks.filter { $0.latest - $0.earliest <= 1024 }
            var errors: [Double] = []
            for burst in bursts {
                // The two readings around the burst: a line through them gives the position at its time.
                let times = looks.map { Double($0.earliest + $0.latest) / 2 }
                guard let next = times.firstIndex(where: { $0 > burst }), next > 0 else { continue }
                let share = (burst - times[next - 1]) / (times[next] - times[next - 1])
                let told = Double(looks[next - 1].position) + share * Double(looks[next].position - looks[next - 1].position)
                let place = (told - Double(spacing) / 2 - 48) / Double(spacing)
                errors.append((place - place.rounded()) * Double(spacing))
            }
            try #require(errors.count >= 2, "no bursts")
            return errors.reduce(0, +) / Double(errors.count)
        }

        /// No drift at rate 0.73 in freewheel, over minutes, or over two hours of file with `session/test --soak`.
        @Test func noDriftAtAnOddRate() throws {
            let seconds = Programs.folder("DICTA_SOAK") != nil ? 7200 : QuickRun.isOn ? 60 : 300
            let path = folder.file("long.wav")
            let wave = try #require(SparseWave(path, frames: (seconds + 180) * 48_000))
            // Bursts at both ends; the rest is a hole. The end lasts: freewheel goes on while a busy machine looks.
            let end = Array(SparseWave.bursts(every: 48_000, frames: 60 * 48_000))
            #expect(wave.put(Array(SparseWave.bursts(every: 48_000, frames: 2 * 48_000)), at: 0))
            for minute in 0..<3 { #expect(wave.put(end, at: (seconds + 60 * minute) * 48_000)) }
            let fixture = try EngineFixture(sends: .silence, keeps: 10, programs: Programs.folder("DICTA_RELEASE"))
            try fixture.engine.ask("rate", "0.73")
            let begin = try fixture.play(path)
            // It plays when freewheel begins.
            fixture.wait(milliseconds: 500)
            #expect(fixture.probe.setFreewheel(true))
            try Pause.until(3600) { try fixture.engine.ask("status").int("position_frames") >= (seconds + 5) * 48_000 }
            #expect(fixture.probe.setFreewheel(false))
            // The server keeps time again.
            fixture.wait(milliseconds: 500)
            // Drift by the clock of the graph, which counts the frames that go out. The start takes some milliseconds.
            // The quickest of twenty readings: the position is that of a moment within its reading.
            let all = try (0..<20).map { _ in try Self.look(fixture) }
            let look = try #require(all.min { $0.latest - $0.earliest < $1.latest - $1.earliest })
            let wanted = Double(look.latest - begin) * 0.73
            let drift = (Double(look.position) - wanted) / 48
            print("MEASURED drift by the clock after \(Double(look.position) / 48_000) s: \(drift) ms")
            #expect(abs(drift) < 30, "\(drift) ms")
            // Drift by the sound: a second ear hears the bursts at the end.
            let late = try #require(Probe("late", keeps: 8))
            #expect(late.connectInputs(from: fixture.engine.name))
            // The new order of the graph holds from one of the next periods on.
            fixture.wait(milliseconds: 300)
            let from = late.count
            let looks = try (0..<60).map { _ in
                // Sixty looks in three seconds, in which three bursts are heard.
                fixture.wait(milliseconds: 50, and: 0)
                return try Self.look(fixture, ear: late)
            }
            let error = try Self.error(looks, heard: late.heard[from...].map(\.x), from: from, spacing: 48_000)
            print("MEASURED drift by the sound: \(error / 48) ms")
            #expect(abs(error) < 480, "\(error) frames")
            #expect(try fixture.underruns == 0)
        }

        /// The frame now heard is earlier than the position by JACK's output latency.
        @Test func heardIsPositionLessTheOutputLatency() throws {
            let path = folder.file("code.wav")
            #expect(SparseWave.make(path, SparseWave.coded(frames: 20 * 48_000)))
            let fixture = try EngineFixture(sends: .silence, keeps: 10)
            let port = "\(fixture.engine.name):out_l"
            #expect(fixture.probe.connect(port, "system:playback_1"))
            #expect(fixture.probe.connect("\(fixture.engine.name):out_r", "system:playback_2"))
            let latency = try Self.playbackLatency(fixture, port)
            #expect(latency > 0)
            try fixture.play(path)
            for rate in [1, 0.5, 2] {
                try fixture.engine.ask("rate", "\(rate)")
                // The rate has taken effect by then.
                fixture.wait(milliseconds: 500)
                // JACK tells the engine of a new latency in its own time.
                var look = try Self.look(fixture)
                for _ in 0..<100 where look.position == look.heard {
                    fixture.wait(milliseconds: 20)
                    look = try Self.look(fixture)
                }
                #expect(abs(Double(look.position - look.heard) - Double(latency) * rate) <= 1, "\(look), latency \(latency)")
            }
        }

        /// Right after a loop's jump the frame heard is still before B, for as long as the output latency lasts (issue 12
        /// no. 11).
        @Test func heardStaysInTheLoopForTheOutputLatency() throws {
            let path = folder.file("code.wav")
            #expect(SparseWave.make(path, SparseWave.coded(frames: 20 * 48_000)))
            let fixture = try EngineFixture(period: 1024, sends: .silence, keeps: 10)
            let port = "\(fixture.engine.name):out_l"
            #expect(fixture.probe.connect(port, "system:playback_1"))
            #expect(fixture.probe.connect("\(fixture.engine.name):out_r", "system:playback_2"))
            let latency = try Self.playbackLatency(fixture, port)
            #expect(latency > 0)
            let (a, b) = (96_000, 96_000 + 4800)
            try fixture.play(path, from: a)
            try fixture.engine.ask("loop", "a", "\(a)f", "b", "\(b)f")
            // It loops by then.
            fixture.wait(milliseconds: 500)
            // JACK tells the engine of a new latency in its own time.
            try Pause.until {
                let look = try Self.look(fixture)
                return look.position != look.heard
            }
            var jumps = 0
            for _ in 0..<60 {
                let look = try Self.look(fixture)
                #expect((a..<b).contains(look.heard), "\(look), latency \(latency)")
                // A period may have begun between the two values.
                let behind = ((look.position - latency - look.heard) % (b - a) + b - a) % (b - a)
                #expect([0, 1, b - a - 1, b - a - 1024].contains(behind), "\(look), latency \(latency), \(behind)")
                if look.position - latency < a { jumps += 1 }
                // No multiple of a period: a look may fall anywhere in one.
                fixture.wait(milliseconds: 7, and: 0)
            }
            #expect(jumps > 5, "no reading fell after a jump")
        }
    }
}
