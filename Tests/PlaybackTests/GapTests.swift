// Tests of gaps that are skipped (P15).
import Glibc
import Stretch
import Testing

@testable import Playback

@Suite struct GapTests {
    private static let gaps: [Range<Int64>] = [0..<500, 10_000..<30_000, 30_100..<40_000, 60_000..<60_010, 90_000..<96_000]

    /// The frames of a route from `start` on, as timeline frames.
    private static func expected(from start: Int64, _ gaps: [Range<Int64>], frames: Int64) -> [Int64] {
        (start..<frames).filter { frame in !gaps.contains { $0.contains(frame) } }
    }

    /// The samples are frame numbers: only the 4 ms before a gap differ from the file.
    @Test(arguments: [0, 499, 500, 9_900, 9_999, 10_000, 20_000, 29_999, 30_050, 60_005, 89_000, 90_000, 95_999])
    func areSkippedToTheFrame(_ start: Int64) throws {
        let wave = try TestWave(frames: 96_000)
        let player = try TestRenderer(wave, at: Double(start), route: Route(gaps: Self.gaps))
        let heard = try player.play(block: 1000)
        let expected = Self.expected(from: start, Self.gaps, frames: 96_000)
        #expect(heard.count == expected.count)
        #expect(player.places == expected.map(Double.init))
        let wrong = zip(heard, expected).filter { sample, frame in
            let isFading = Self.gaps.contains { frame < $0.lowerBound && frame >= $0.lowerBound - 192 }
            return !isFading && sample != TestWave.counter(frame)
        }
        #expect(wrong.isEmpty)
    }

    /// A place that was asked for is heard, also in a gap.
    @Test func theGapOfAPlaceIsPlayed() throws {
        let wave = try TestWave(frames: 96_000)
        for (start, end) in [(20_000, 30_000), (10_000, 30_000), (92_000, 96_000)] as [(Int64, Int64)] {
            let player = try TestRenderer(wave, at: Double(start), route: Route(gaps: Self.gaps, playsFirstGap: true))
            try player.play()
            let expected = Array(start..<end) + Self.expected(from: end, Self.gaps, frames: 96_000)
            #expect(player.places == expected.map(Double.init), "from \(start)")
        }
    }

    @Test func ofALoopAreSkippedToo() throws {
        let wave = try TestWave(frames: 96_000)
        let loop = Route.Loop(a: 20_000, b: 70_000)
        let player = try TestRenderer(wave, at: 45_000, route: Route(loop: loop, gaps: Self.gaps))
        try player.play(200_000, block: 1000)
        let round = Self.expected(from: 20_000, Self.gaps, frames: 70_000)
        var expected = Self.expected(from: 45_000, Self.gaps, frames: 70_000)
        while expected.count < 200_000 { expected += round }
        #expect(player.places == expected.prefix(200_000).map(Double.init))
        // B in a gap is its beginning, and behind B the loop does not hold.
        let short = try TestRenderer(
            wave, at: 45_000, route: Route(loop: Route.Loop(a: 45_000, b: 60_005), gaps: Self.gaps))
        try short.play(40_000, block: 1000)
        #expect(short.places.max() == 59_999)
        let behind = try TestRenderer(wave, at: 85_000, route: Route(loop: loop, gaps: Self.gaps))
        #expect(try behind.play().count == 5_000)
    }

    @Test func aroundAWholeLoopArePlayed() throws {
        let wave = try TestWave(frames: 96_000)
        let loop = Route.Loop(a: 12_000, b: 17_000)
        let player = try TestRenderer(wave, at: 12_000, route: Route(loop: loop, gaps: Self.gaps))
        try player.play(12_000)
        #expect(player.places == (0..<12_000).map { Double(12_000 + $0 % 5_000) })
    }

    @Test func arePlayedInAScan() throws {
        let wave = try TestWave(frames: 96_000)
        let scan = Route.Scan(step: 9_600, hold: 960)
        let plain = try TestRenderer(wave, at: 0, route: Route(scan: scan)).play()
        #expect(try TestRenderer(wave, at: 0, route: Route(scan: scan, gaps: Self.gaps)).play() == plain)
    }

    @Test(arguments: [(0.5, StretchSettings.Engine.finer), (0.8, .faster), (1.5, .finer), (2, .faster)])
    func areSkippedAtAnyRate(_ rate: Double, _ engine: StretchSettings.Engine) throws {
        let wave = try TestWave(frames: 96_000)
        let player = try TestRenderer(wave, at: 0, StretchSettings(rate: rate, engine: engine), route: Route(gaps: Self.gaps))
        try player.play()
        let left = Double(Self.expected(from: 0, Self.gaps, frames: 96_000).count)
        #expect(abs(Double(player.heard.count) - left / rate) <= 1)
        let inside = player.places.filter { place in
            Self.gaps.contains { place >= Double($0.lowerBound) + 2 && place < Double($0.upperBound) - 2 }
        }
        #expect(inside.isEmpty)
    }

    @Test func areSkippedInAFileOfAnotherRate() throws {
        let wave = try TestWave(frames: 96_000)
        let player = try TestRenderer(wave, rate: 44_100)
        try player.renderer.begin(at: 0, route: Route(gaps: Self.gaps), settings: StretchSettings())
        try player.play()
        let left = Double(Self.expected(from: 0, Self.gaps, frames: 96_000).count)
        #expect(abs(Double(player.heard.count) - left * 44_100 / 48_000) <= 2)
    }

    /// A tone goes on at another phase behind a gap: the joint is a crossfade.
    @Test func doNotClick() throws {
        let wave = try TestWave(frames: 96_000, Signal.tone(331))
        for (first, end) in [(20_000, 40_011), (30_000, 30_477), (50_000, 90_001)] as [(Int64, Int64)] {
            let player = try TestRenderer(wave, at: 10_000, route: Route(gaps: [first..<end]))
            let click = Signal.click(try player.play(50_000)[...])
            print("MEASURED gap \(first) to \(end): click \(click) dB")
            #expect(click < -60)
        }
    }

    /// A lies in a gap: one crossfade leads from B to the first frame behind the gap.
    @Test func doNotClickInALoop() throws {
        let wave = try TestWave(frames: 96_000, Signal.tone(331))
        let route = Route(loop: Route.Loop(a: 20_000, b: 60_000), gaps: [15_003..<30_011, 40_000..<50_007])
        let player = try TestRenderer(wave, at: 52_000, route: route)
        let click = Signal.click(try player.play(60_000)[...])
        print("MEASURED loop from a gap: click \(click) dB")
        #expect(click < -60)
    }
}
