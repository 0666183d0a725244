// Tests of A-B loops (P7).
import Glibc
import Stretch
import TestSupport
import Testing

@testable import Playback

@Suite struct LoopTests {
    /// The samples are frame numbers: only the 4 ms before B differ from the file.
    @Test(arguments: [(10_000, 12_400), (10_000, 58_000), (0, 2400), (0, 96_000), (93_600, 96_000), (50, 5000), (95_990, 96_000)])
    func isExactToTheFrame(_ a: Int, _ b: Int) throws {
        let wave = try TestWave(frames: 96_000)
        let start = max(0, a - 777)
        let player = try TestRenderer(wave, at: Double(start), route: Route(loop: Route.Loop(a: Int64(a), b: Int64(b))))
        let count = (b - start) + 5 * (b - a) + 100
        try player.play(count, block: 1000)
        #expect(player.heard.count == count)
        let places = player.places
        #expect(places.count == count)
        var fade = min(192, (b - start) / 4)
        var expected = start
        var wrong: [Int] = []
        for index in 0..<count {
            let isExact = expected >= b - fade || player.heard[index] == TestWave.counter(Int64(expected))
            if places[index] != Double(expected) || !isExact { wrong.append(index) }
            expected += 1
            guard expected == b else { continue }
            expected = a
            fade = min(192, (b - a) / 4)
        }
        #expect(wrong == [])
        // Pieces are cut at the jump: none reaches over it.
        #expect(player.pieces.allSatisfy { $0.timeline + Double($0.count) <= Double(b) })
    }

    @Test func atOrPastBItGoesStraightOn() throws {
        let wave = try TestWave(frames: 20_000)
        for place in [5000, 5001] {
            let player = try TestRenderer(wave, at: Double(place), route: Route(loop: Route.Loop(a: 1000, b: 5000)))
            #expect(try player.play() == (Int64(place)..<20_000).map(TestWave.counter))
        }
        // A loop of no length is ignored.
        let player = try TestRenderer(wave, at: 0, route: Route(loop: Route.Loop(a: 5000, b: 5000)))
        #expect(try player.play().count == 20_000)
    }

    /// If A is the first frame, there is no sound before it to fade in.
    @Test(arguments: [(0, 48_000), (4, 24_000), (4800, 48_000), (100, 2500), (3, 96_000)]) func doesNotClick(
        _ a: Int64, _ b: Int64
    ) throws {
        let wave = try TestWave(frames: 96_000) { frame in
            SIMD2(repeating: Float(0.5 * cos(2 * Double.pi * 440 * Double(frame) / 48_000 + 1)))
        }
        let player = try TestRenderer(wave, at: Double(b - 2000), route: Route(loop: Route.Loop(a: a, b: b)))
        let heard = try player.play(4000 + Int(b - a))
        let click = Signal.click(heard[...])
        print("MEASURED loop \(a) to \(b): click \(click) dB")
        #expect(click < -60)
    }

    /// Playback that begins within the crossfade before B, or shortly before it, sounds as the loop does there.
    @Test(arguments: [1, 2, 40, 100, 191, 192, 193, 500, 767, 768].few) func aStartBeforeBIsInTheCrossfade(_ left: Int64) throws {
        let wave = try TestWave(frames: 96_000, Signal.tone(331))
        let loop = Route(loop: Route.Loop(a: 20_000, b: 30_000))
        let before = try TestRenderer(wave, at: 28_000, route: loop).play(4000)
        let start = try TestRenderer(wave, at: Double(30_000 - left), route: loop).play(1000)
        #expect(start == Array(before[(2000 - Int(left))..<(3000 - Int(left))]))
    }

    /// A change of the loop that is heard from shortly before B on.
    @Test(arguments: [0.8, 1, 1.7].few) func aSpliceBeforeBDoesNotClick(_ rate: Double) throws {
        let wave = try TestWave(frames: 96_000, Signal.tone(331))
        let settings = StretchSettings(rate: rate, engine: .finer)
        for left in [3, 20, 50, 100, 150, 200, 300, 400, 600, 900] {
            let first = Route(loop: Route.Loop(a: 20_000, b: 22_400))
            let player = try TestRenderer(wave, at: 20_000, settings, route: first)
            try player.play(Int(Double(4800 - left) / rate))
            try player.splice(settings, route: Route(loop: Route.Loop(a: 15_863, b: 22_400)), isSamePlace: false)
            try player.play(4800)
            let click = Signal.click(player.heard.dropFirst(Int(3000 / rate)))
            print("MEASURED splice at rate \(rate), \(left) frames before B: click \(click) dB")
            // The joint itself is below -82 dB.
            #expect(click < -80)
        }
    }

    /// A second of loop has one burst, which is heard once a round at its stated place.
    @Test(arguments: StretchSettings.Engine.allCases, [0.5, 0.73, 2].few)
    func theRoundIsAsLongAsItShouldBe(_ engine: StretchSettings.Engine, rate: Double) throws {
        let wave = try TestWave(frames: 200_000, Signal.bursts)
        let loop = Route.Loop(a: 72_000, b: 120_000)
        let player = try TestRenderer(wave, at: 72_000, StretchSettings(rate: rate, engine: engine), route: Route(loop: loop))
        let round = 48_000 / rate
        try player.play(Int(6 * round))
        let centres = (0..<6).compactMap { turn in
            Signal.centre(player.heard[Int(Double(turn) * round)..<Int(Double(turn + 1) * round)])
        }
        try #require(centres.count == 6)
        let periods = zip(centres.dropFirst(), centres).map { $0 - $1 }
        let worst = periods.map { abs($0 / round - 1) * 1000 }.max() ?? 1000
        let places = player.places
        let error = centres.map { abs(places[Int($0.rounded())] - 96_000) / 48 }.max() ?? 1000
        print("MEASURED loop \(engine) \(rate): rounds \(periods.map { Int($0.rounded()) }), place off \(error) ms")
        #expect(worst < 20 && error < 30)
        #expect(places.allSatisfy { $0 >= 72_000 && $0 < 120_000 })
        // Over all rounds the jumps are exact: they are at the counted frames.
        let jumps = zip(places.dropFirst(), places).enumerated().filter { $0.element.0 < $0.element.1 }.map(\.offset)
        #expect(jumps.enumerated().allSatisfy { abs(Double($0.element + 1) - Double($0.offset + 1) * round) <= 1 })
    }

    /// Passed legs are forgotten; the map is right to the end.
    @Test(arguments: [StretchSettings(), StretchSettings(rate: 2, engine: .faster)])
    func thousandsOfRounds(_ settings: StretchSettings) throws {
        let wave = try TestWave(frames: 20_000)
        let loop = Route.Loop(a: 5000, b: 7400)
        let player = try TestRenderer(wave, at: 5000, settings, route: Route(loop: loop))
        player.keeps = false
        let rounds = settings.isBypass ? 5000 : 2000
        let frames = Int(Double(rounds * 2400) / settings.rate)
        let clock = ContinuousClock()
        var times: [Duration] = []
        for _ in 0..<10 { times.append(try clock.measure { try player.play(frames / 10, block: 1024) }) }
        player.keeps = true
        try player.play(1200)
        #expect(
            player.places.enumerated().allSatisfy { index, place in
                let expected = 5000 + (Double(frames + index) * settings.rate).truncatingRemainder(dividingBy: 2400)
                return abs(place - expected) < 1e-3
            })
        // Legs that are kept would make each round slower.
        print("MEASURED \(rounds) rounds: first tenth \(times[0]), last \(times[9])")
        #expect(player.renderer.resampled.sectionCount < 20)
    }
}
