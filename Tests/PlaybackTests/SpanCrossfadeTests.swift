// Tests of timelines of several spans: exact inside a span, and joined without a click.
import Glibc
import Playback
import Stretch
import Testing

struct SpanCrossfadeTests {
    private static let half: Int64 = 120

    /// Plays spans from frame `first` on.
    private static func play(_ spans: [FileSpan], at first: Double = 0, block: Int = 256) throws -> [SIMD2<Float>] {
        let renderer = try TimelineRenderer(timeline: TimelineReader(spans: spans), outputRate: 48_000, quality: .fast)
        try renderer.begin(at: first, route: Route(), settings: .init())
        var heard: [SIMD2<Float>] = []
        var buffer = [SIMD2<Float>](repeating: .zero, count: block)
        while true {
            let got = unsafe try buffer.withUnsafeMutableBufferPointer { unsafe try renderer.render(into: $0) }
            guard got > 0 else { return heard }
            heard += buffer[..<got]
        }
    }

    /// Frames come from the places of the spans, except a few ms around each joint, for any size of request.
    @Test(arguments: [1, 100, 256, 4096]) func framesAreWhereTheReelsSay(block: Int) throws {
        let one = try TestWave(frames: 20_000)
        let two = try TestWave(frames: 30_000) { SIMD2(Float($0) + 500_000, -1) }
        let spans = [
            FileSpan(path: one.path, first: 1000, length: 5000), FileSpan(path: two.path, first: 0, length: 1),
            FileSpan(path: two.path, first: 12_345, length: 7000), FileSpan(path: one.path, first: 0, length: 20_000),
            FileSpan(path: two.path, first: 29_000, length: 1000),
        ]
        var wanted: [(Float, Bool)] = []
        for span in spans {
            let offset: Float = span.path == one.path ? 0 : 500_000
            for index in 0..<span.length {
                let isNear = min(index, span.length - 1 - index) < Self.half
                wanted.append((Float(span.first + index) + offset, isNear))
            }
        }
        let heard = try Self.play(spans, block: block)
        #expect(heard.count == wanted.count)
        let wrong = zip(heard, wanted).enumerated().first { !$1.1.1 && $1.0.x != $1.1.0 }
        #expect(wrong == nil, "frame \(wrong?.offset ?? 0)")
        // The first and the last frame of all are at no joint.
        #expect(heard.first?.x == wanted.first?.0 && heard.last?.x == wanted.last?.0)
        // The sound is the same from any first frame.
        for place in [0, 4990, 5000, 5001, 5060, 12_001, 31_999, 32_950] {
            #expect(try Self.play(spans, at: Double(place), block: block) == Array(heard[place...]), "from \(place)")
        }
    }

    /// Two spans that follow each other in one file sound as if they had never been cut.
    @Test func aCutThatIsNoneIsNotHeard() throws {
        let wave = try TestWave(frames: 10_000)
        let heard = try Self.play([
            FileSpan(path: wave.path, first: 0, length: 4000), FileSpan(path: wave.path, first: 4000, length: 6000),
        ])
        #expect(heard == (0..<10_000).map(TestWave.counter))
    }

    /// Sines cut anywhere, with more of the sine on both sides of the cut, on one side, or on none.
    @Test(arguments: [0, 60, 4000], [0, 60, 4000]) func noSeamClicks(before: Int64, beyond: Int64) throws {
        let sine = { (frame: Int64) in SIMD2<Float>(repeating: Float(0.5 * sin(Double(frame) * 0.0288))) }
        let one = try TestWave(frames: Int(24_000 + beyond), sine)
        let two = try TestWave(frames: 30_000) { sine($0 + 55) }
        let heard = try Self.play([
            FileSpan(path: one.path, first: 0, length: 24_000), FileSpan(path: two.path, first: before, length: 24_000),
        ])
        #expect(heard.count == 48_000)
        // The steepest step of the sine is 0.0144; a fade over 2.5 ms adds little to it.
        let steps = zip(heard.dropFirst(), heard).map { abs($0.x - $1.x) }
        #expect((steps.max() ?? 1) < 0.03, "\(before) before, \(beyond) beyond: \(steps.max() ?? 0)")
        // The detector must see a hard cut.
        let cut = Array((0..<24_000).map(sine)) + (before..<before + 24_000).map { sine($0 + 55) }
        #expect((zip(cut.dropFirst(), cut).map { abs($0.x - $1.x) }.max() ?? 0) > 0.03)
    }

    /// A timeline has more files than are kept open.
    @Test func manyFiles() throws {
        let waves = try (0..<40).map { number in try TestWave(frames: 2000) { SIMD2(Float($0 + Int64(number) * 2000), 0) } }
        let heard = try Self.play(waves.map { FileSpan(path: $0.path, first: 0, length: 2000) })
        // Each file goes with its object.
        withExtendedLifetime(waves) {}
        #expect(heard.count == 80_000)
        for (index, frame) in heard.enumerated() where (200..<1800).contains(index % 2000) { #expect(frame.x == Float(index)) }
    }

    @Test func whatCannotBePlayedIsToldApart() throws {
        #expect(throws: PlaybackError.empty) { try TimelineReader(spans: []) }
    }

    /// A take grows after the sound that is there already.
    @Test func aTakeGrowsBehindWhatIsThere() throws {
        let one = try TestWave(frames: 5000)
        let take = try TestWave(growing: 3000) { SIMD2(Float($0) + 100_000, 0) }
        let wave = try TimelineReader(spans: [FileSpan(path: one.path, first: 0, length: 5000)], path: take.path, growing: 3000)
        let renderer = try TimelineRenderer(timeline: wave, outputRate: 48_000, quality: .fast)
        try renderer.begin(at: 0, route: Route(), settings: .init())
        var heard: [SIMD2<Float>] = []
        var buffer = [SIMD2<Float>](repeating: .zero, count: 1024)
        let play = {
            while true {
                let got = unsafe try buffer.withUnsafeMutableBufferPointer { unsafe try renderer.render(into: $0) }
                guard got > 0 else { return }
                heard += buffer[..<got]
            }
        }
        try play()
        #expect(heard.count == 8000 && !renderer.isAtEnd)
        try renderer.timeline.grow(to: take.write(4000), isComplete: false)
        try play()
        try take.finish()
        try renderer.timeline.grow(to: 7000, isComplete: true)
        try play()
        #expect(heard.count == 12_000 && renderer.isAtEnd)
        for index in 5120..<12_000 { #expect(heard[index].x == Float(index - 5000) + 100_000) }
    }
}
