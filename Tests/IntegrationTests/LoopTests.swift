// Tests A-B loops: exact to the frame, changed while they run, at any rate (P7).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct LoopTests {
        private let folder = TempFolder()
        /// The longest fade before a joint, in frames.
        private static let fade = 192

        /// Loops from 50 ms on: each round begins with A exactly one length after the last, and is whole except for the
        /// fade.
        /// The shortest one, one that no period divides, and a long one. By default the middle one: its joints fall anywhere
        /// in a period.
        @Test(arguments: [2400, 4801, 48_000].few) func boundariesAreExact(length: Int) throws {
            let (fixture, a) = (try looping(), 240_017)
            // Two seconds before A: a busy machine may set the points late.
            let begin = try fixture.play(folder.file("code.wav"), from: a - 96_000)
            try fixture.engine.ask("loop", "a", "\(a)f", "b", "\(a + length)f")
            let rounds = min(20, 240_000 / length)
            fixture.skip(milliseconds: 2300 + rounds * length / 48)
            let heard = fixture.ear.heard
            for round in 0..<rounds {
                let start = begin + 96_000 + round * length
                let wrong = Self.wrong(heard, start, frame: a, count: length - Self.fade)
                #expect(wrong == nil, "round \(round): frame \(wrong ?? 0) of \(length)")
            }
            // The frames before A are unchanged, up to the last one.
            #expect(Self.wrong(heard, begin + 72_000, frame: a - 24_000, count: 24_000) == nil)
            let status = try fixture.engine.ask("status")
            #expect(status.int("loop_a_frames") == a && status.int("loop_b_frames") == a + length)
            #expect(status["looping"] == .flag(true) && status.int("underruns") == 0)
        }

        /// B nearer, B farther, A elsewhere, while the loop runs: from the next joint on the new points hold, and no frame
        /// on the way there is lost. After clear the playback goes on.
        @Test func pointsMoveWhileItLoops() throws {
            let fixture = try looping()
            let a = 240_000
            try fixture.play(folder.file("code.wav"), from: a - 48_000)
            try fixture.engine.ask("loop", "a", "\(a)f", "b", "\(a + 48_000)f")
            fixture.skip(milliseconds: 1500)
            let steps: [(words: [String], a: Int, length: Int)] = [
                (["b", "\(a + 24_000)f"], a, 24_000), (["b", "\(a + 30_001)f"], a, 30_001),
                (["a", "\(a + 20_001)f"], a + 20_001, 10_000), (["a", "\(a - 4800)f"], a - 4800, 34_801),
                (["a", "2s", "b", "2.05s"], 96_000, 2400),
            ]
            for step in steps {
                _ = try fixture.engine.reply("loop", step.words)
                // At most once through the old loop, then into the new one. A busy machine takes the points late.
                fixture.skip(milliseconds: 2400)
                let from = fixture.now
                // Three rounds, which are compared.
                fixture.wait(milliseconds: 150 + 3 * step.length / 48)
                let heard = fixture.ear.heard
                let starts = Self.starts(heard, from: from, frame: step.a)
                #expect(starts.count >= 2, "\(step): \(starts)")
                for (one, next) in zip(starts, starts.dropFirst()) { #expect(next - one == step.length, "\(step): \(starts)") }
                for start in starts where start + step.length < heard.count {
                    #expect(Self.wrong(heard, start, frame: step.a, count: step.length - Self.fade) == nil, "\(step)")
                }
            }
            try fixture.engine.ask("loop", "clear")
            var report = FrameReport([SIMD2<Float>](), .fine)
            for _ in 0..<20 {
                fixture.wait(milliseconds: 300)
                report = FrameReport(fixture.heard((fixture.now - 9600)..<(fixture.now - 2400)), .fine)
                if report.isClean { break }
            }
            #expect(report.isClean, "\(report)")
            #expect(try fixture.underruns == 0)
        }

        /// Points set at the playhead are frames that were just heard.
        @Test func setAtThePlayhead() throws {
            let fixture = try looping()
            try fixture.play(folder.file("code.wav"), from: 48_000)
            // It plays when the first point is set.
            fixture.wait(milliseconds: 400)
            var points: [Int] = []
            for point in ["a", "b"] {
                let before = try #require(Self.frame(fixture, fixture.now - 512))
                try fixture.engine.ask("loop", point)
                let after = try #require(Self.frame(fixture, fixture.now - 512))
                let found = try fixture.engine.ask("status").int("loop_\(point)_frames")
                // Setting B moves the playback to A at once.
                #expect(found >= before && (found <= after + 4800 || point == "b"), "\(point) at \(found), heard \(before)")
                points.append(found)
                // The second point is another place.
                fixture.wait(milliseconds: 400)
            }
            // Two rounds, which are long where a busy machine has set B late.
            fixture.wait(milliseconds: 500 + 2 * (points[1] - points[0]) / 48)
            let starts = Self.starts(fixture.ear.heard, from: 0, frame: points[0])
            #expect(starts.count >= 3, "\(points): \(starts)")
            for (one, next) in zip(starts.dropFirst(), starts.dropFirst(2)) { #expect(next - one == points[1] - points[0]) }
        }

        /// At slower and faster rates the bursts of many rounds are spaced by the rate, without drift.
        /// The slowest rate, a slower and a faster one. A drift has one cause at all of them, so one is enough for a short
        /// run.
        @Test(arguments: ["0.5", "0.8", "1.6"].few) func roundsHaveTheirLengthAtAnyRate(rate: String) throws {
            let path = folder.file("bursts.wav")
            #expect(SparseWave.make(path, SparseWave.bursts(every: 9600, frames: 480_000)))
            let fixture = try EngineFixture(sends: .silence, keeps: 60)
            try fixture.engine.ask("rate", rate)
            try fixture.play(path, from: 96_000)
            // One burst a round, in its middle.
            try fixture.engine.ask("loop", "a", "96000f", "b", "105600f")
            let spacing = 9600 / (Double(rate) ?? 1)
            // It loops by then.
            fixture.wait(milliseconds: 700)
            let from = fixture.now
            fixture.skip(milliseconds: Int(52 * spacing / 48) + 100)
            let heard = fixture.ear.heard[from...].map(\.x)
            let bursts = ChangeMeter.bursts(heard, threshold: 0.1, quiet: 0.02)
            // The file has 40 bursts from A to its end, so more of them come from rounds only.
            try #require(bursts.count >= 50)
            // The stretcher moves each burst by up to 4 ms, by the place of the burst in its windows. 50 rounds do not add that up.
            let places = bursts.enumerated().map { $1 - bursts[0] - Double($0) * spacing }
            print("MEASURED loop at rate \(rate): bursts \(places.min()! / 48) to \(places.max()! / 48) ms off their places")
            #expect(places.allSatisfy { abs($0) < 240 }, "\(places)")
            for (one, next) in zip(bursts, bursts.dropFirst()) { #expect(abs(next - one - spacing) < 240) }
            #expect(try fixture.underruns == 0)
        }

        /// A loop from the first hour to the last of a day.
        @Test func aLoopOfHours() throws {
            let path = folder.file("day.wav")
            let (a, b) = (3600 * 48_000 + 7, 23 * 3600 * 48_000 + 5)
            let wave = try #require(SparseWave(path, frames: 24 * 3600 * 48_000))
            #expect(wave.put(SparseWave.coded(from: a, frames: 96_000), at: a))
            #expect(wave.put(SparseWave.coded(from: b - 96_000, frames: 96_000), at: b - 96_000))
            let fixture = try EngineFixture(sends: .silence, keeps: 30)
            let begin = try fixture.play(path, from: b - 96_000)
            try fixture.engine.ask("loop", "a", "\(a)f", "b", "\(b)f")
            fixture.skip(milliseconds: 3000)
            let heard = fixture.ear.heard
            #expect(Self.wrong(heard, begin + 72_000, frame: b - 24_000, count: 24_000 - Self.fade) == nil)
            #expect(Self.wrong(heard, begin + 96_000, frame: a, count: 24_000) == nil)
        }

        @Test func tooShortAndTurnedRoundAreRefused() throws {
            let fixture = try looping()
            try fixture.play(folder.file("code.wav"))
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("loop", "a", "48000f", "b", "50399f") }
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("loop", "a", "2s", "b", "1s") }
            #expect(try fixture.engine.ask("status")["looping"] != .flag(true))
        }

        private func looping() throws -> EngineFixture {
            // The code of each frame is its number.
            #expect(SparseWave.make(folder.file("code.wav"), SparseWave.coded(frames: 20 * 48_000)))
            return try EngineFixture(sends: .silence, keeps: 60)
        }

        /// First frame of a stretch that is not heard in its place, counted from `frame`.
        private static func wrong(_ heard: ArraySlice<SIMD2<Float>>, _ place: Int, frame: Int, count: Int) -> Int? {
            (0..<count).first { heard[place + $0] != FrameCode.fine.encode(UInt32(frame + $0)) }
        }

        /// Places at which a frame is heard.
        private static func starts(_ heard: ArraySlice<SIMD2<Float>>, from place: Int, frame: Int) -> [Int] {
            let wanted = FrameCode.fine.encode(UInt32(frame))
            return heard[place...].indices.filter { heard[$0] == wanted }
        }

        private static func frame(_ fixture: EngineFixture, _ place: Int) -> Int? {
            fixture.ear.heard[place...].prefix(2000).lazy.compactMap { FrameCode.fine.decode($0) }.first { $0 > 0 }.map(Int.init)
        }
    }
}
