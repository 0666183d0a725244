// Room: integration tests. Proof of P7 on a real server: exact to the frame, moved while it loops, at any rate.
import Control
import Dictation
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct LoopTests {
        private let folder = TempFolder()
        /// No fade before a joint is longer.
        private static let fade = 192

        /// From 50 ms on: each round begins with A exactly its length after the one before, and is whole but for the fade.
        @Test(arguments: [2400, 4801, 48_000]) func boundariesAreExact(length: Int) throws {
            let (scene, a) = (try looping(), 240_017)
            let begin = try scene.play(folder.file("code.wav"), from: a - 48_000)
            try scene.engine.ask("loop", "a", "\(a)f", "b", "\(a + length)f")
            let rounds = min(20, 240_000 / length)
            scene.wait(milliseconds: 1300 + rounds * length / 48)
            let heard = scene.ear.heard
            for round in 0..<rounds {
                let start = begin + 48_000 + round * length
                let wrong = Self.wrong(heard, start, frame: a, count: length - Self.fade)
                #expect(wrong == nil, "round \(round): frame \(wrong ?? 0) of \(length)")
            }
            // What comes before A is as it was, up to the very frame before it.
            #expect(Self.wrong(heard, begin + 24_000, frame: a - 24_000, count: 24_000) == nil)
            let status = try scene.engine.ask("status")
            #expect(status.int("loop_a_frames") == a && status.int("loop_b_frames") == a + length)
            #expect(status["looping"] == .flag(true) && status.int("underruns") == 0)
        }

        /// B nearer, B farther, A elsewhere, while it goes round: from the next joint on the loop is the new one, and no frame of
        /// the way there is lost. Cleared, it plays on.
        @Test func pointsMoveWhileItLoops() throws {
            let scene = try looping()
            let a = 240_000
            try scene.play(folder.file("code.wav"), from: a)
            try scene.engine.ask("loop", "a", "\(a)f", "b", "\(a + 48_000)f")
            scene.wait(milliseconds: 500)
            let steps: [(words: [String], a: Int, length: Int)] = [
                (["b", "\(a + 24_000)f"], a, 24_000), (["b", "\(a + 30_001)f"], a, 30_001),
                (["a", "\(a + 20_001)f"], a + 20_001, 10_000), (["a", "\(a - 4800)f"], a - 4800, 34_801),
                (["a", "2s", "b", "2.05s"], 96_000, 2400),
            ]
            for step in steps {
                _ = try scene.engine.reply("loop", step.words)
                // Once round the old loop at most, then some of the new.
                scene.wait(milliseconds: 1200)
                let from = scene.now
                scene.wait(milliseconds: 150 + 3 * step.length / 48)
                let heard = scene.ear.heard
                let starts = Self.starts(heard, from: from, frame: step.a)
                #expect(starts.count >= 2, "\(step): \(starts)")
                for (one, next) in zip(starts, starts.dropFirst()) { #expect(next - one == step.length, "\(step): \(starts)") }
                for start in starts where start + step.length < heard.count {
                    #expect(Self.wrong(heard, start, frame: step.a, count: step.length - Self.fade) == nil, "\(step)")
                }
            }
            try scene.engine.ask("loop", "clear")
            scene.wait(milliseconds: 300)
            #expect(FrameReport(scene.heard((scene.now - 9600)..<(scene.now - 2400)), .fine).isClean)
            #expect(try scene.underruns == 0)
        }

        /// Set by hand at the playhead: the points are frames that were just heard.
        @Test func setAtThePlayhead() throws {
            let scene = try looping()
            try scene.play(folder.file("code.wav"), from: 48_000)
            scene.wait(milliseconds: 400)
            var points: [Int] = []
            for point in ["a", "b"] {
                let before = try #require(Self.frame(scene, scene.now - 512))
                try scene.engine.ask("loop", point)
                let after = try #require(Self.frame(scene, scene.now - 512))
                let found = try scene.engine.ask("status").int("loop_\(point)_frames")
                // The loop's end takes playing back to A at once.
                #expect(found >= before && (found <= after + 4800 || point == "b"), "\(point) at \(found), heard \(before)")
                points.append(found)
                scene.wait(milliseconds: 400)
            }
            scene.wait(milliseconds: 1500)
            let starts = Self.starts(scene.ear.heard, from: 0, frame: points[0])
            #expect(starts.count >= 3, "\(points): \(starts)")
            for (one, next) in zip(starts.dropFirst(), starts.dropFirst(2)) { #expect(next - one == points[1] - points[0]) }
        }

        /// Slower and faster: the bursts of many rounds stand where the rate says, without any drift.
        @Test(arguments: ["0.5", "0.8", "1.6"]) func roundsHaveTheirLengthAtAnyRate(rate: String) throws {
            let path = folder.file("bursts.wav")
            #expect(Tape.make(path, Tape.bursts(every: 9600, frames: 480_000)))
            let scene = try Scene(sends: .silence, keeps: 60)
            try scene.engine.ask("rate", rate)
            try scene.play(path, from: 96_000)
            // One burst a round, at its middle.
            try scene.engine.ask("loop", "a", "96000f", "b", "105600f")
            let spacing = 9600 / (Double(rate) ?? 1)
            scene.wait(milliseconds: 700)
            let from = scene.now
            scene.wait(milliseconds: Int(22 * spacing / 48) + 100)
            let heard = scene.ear.heard[from...].map(\.x)
            let bursts = ChangeMeter.bursts(heard, threshold: 0.1)
            #expect(bursts.count >= 20)
            // 20 rounds take 20 times as long as one, to a millisecond.
            let drift = (bursts[19] - bursts[0]) - 19 * spacing
            print("MEASURED loop at rate \(rate): \(drift / 48) ms off after 19 rounds")
            #expect(abs(drift) < 96, "\(drift) frames in 19 rounds")
            for (one, next) in zip(bursts, bursts.dropFirst()) { #expect(abs(next - one - spacing) < 240) }
            #expect(try scene.underruns == 0)
        }

        /// From the first hour to the last of a day.
        @Test func aLoopOfHours() throws {
            let path = folder.file("day.wav")
            let (a, b) = (3600 * 48_000 + 7, 23 * 3600 * 48_000 + 5)
            let tape = try #require(Tape(path, frames: 24 * 3600 * 48_000))
            #expect(tape.put(Tape.coded(from: a, frames: 96_000), at: a))
            #expect(tape.put(Tape.coded(from: b - 96_000, frames: 96_000), at: b - 96_000))
            let scene = try Scene(sends: .silence, keeps: 30)
            let begin = try scene.play(path, from: b - 48_000)
            try scene.engine.ask("loop", "a", "\(a)f", "b", "\(b)f")
            scene.wait(milliseconds: 2000)
            let heard = scene.ear.heard
            #expect(Self.wrong(heard, begin + 24_000, frame: b - 24_000, count: 24_000 - Self.fade) == nil)
            #expect(Self.wrong(heard, begin + 48_000, frame: a, count: 24_000) == nil)
        }

        @Test func tooShortAndTurnedRoundAreRefused() throws {
            let scene = try looping()
            try scene.play(folder.file("code.wav"))
            #expect(throws: EngineRig.Trouble.self) { try scene.engine.ask("loop", "a", "48000f", "b", "50399f") }
            #expect(throws: EngineRig.Trouble.self) { try scene.engine.ask("loop", "a", "2s", "b", "1s") }
            #expect(try scene.engine.ask("status")["looping"] != .flag(true))
        }

        private func looping() throws -> Scene {
            // The code is the frame's number.
            #expect(Tape.make(folder.file("code.wav"), Tape.coded(frames: 20 * 48_000)))
            return try Scene(sends: .silence, keeps: 60)
        }

        /// The first of a stretch of frames that is not there, counted from `frame`.
        private static func wrong(_ heard: ArraySlice<SIMD2<Float>>, _ place: Int, frame: Int, count: Int) -> Int? {
            (0..<count).first { heard[place + $0] != FrameCode.fine.encode(UInt32(frame + $0)) }
        }

        /// Where a frame is heard.
        private static func starts(_ heard: ArraySlice<SIMD2<Float>>, from place: Int, frame: Int) -> [Int] {
            let wanted = FrameCode.fine.encode(UInt32(frame))
            return heard[place...].indices.filter { heard[$0] == wanted }
        }

        private static func frame(_ scene: Scene, _ place: Int) -> Int? {
            scene.ear.heard[place...].prefix(2000).lazy.compactMap { FrameCode.fine.decode($0) }.first { $0 > 0 }.map(Int.init)
        }
    }
}
