// Tests of cue and review (P4).
import Glibc
import Playback
import Stretch
import Testing

@Suite struct ScanTests {
    /// Timeline places at which pieces begin, and the length of each piece.
    func leaps(_ player: TestRenderer) -> [(Int, Int)] {
        var result: [(Int, Int)] = []
        for place in player.places.map({ Int($0) }) {
            if let last = result.last, last.0 + last.1 == place {
                result[result.count - 1].1 += 1
            } else {
                result.append((place, 1))
            }
        }
        return result
    }

    func expect(_ player: TestRenderer, _ wanted: [(Int, Int)]) {
        let leaps = leaps(player)
        #expect(leaps.map(\.0) == wanted.map(\.0) && leaps.map(\.1) == wanted.map(\.1))
        // Everything but the fades is as in the file.
        var index = 0
        for (place, count) in leaps {
            let fade = min(192, count / 4)
            for offset in 0..<max(0, count - fade) {
                #expect(player.heard[index + offset] == TestWave.counter(Int64(place + offset)))
            }
            index += count
        }
    }

    @Test func forwards() throws {
        let wave = try TestWave(frames: 100_000)
        let player = try TestRenderer(wave, at: 10_000, route: Route(scan: Route.Scan(step: 30_000, hold: 9600)))
        try player.play()
        #expect(player.renderer.isAtEnd)
        expect(player, [(10_000, 9600), (40_000, 9600), (70_000, 9600)])
    }

    /// The last piece ends with the file.
    @Test func forwardsIntoTheEnd() throws {
        let wave = try TestWave(frames: 72_000)
        let player = try TestRenderer(wave, at: 10_000, route: Route(scan: Route.Scan(step: 30_000, hold: 9600)))
        try player.play()
        #expect(leaps(player).map(\.1) == [9600, 9600, 2000])
        #expect(player.renderer.isAtEnd)
    }

    @Test func backwards() throws {
        let wave = try TestWave(frames: 100_000)
        let player = try TestRenderer(wave, at: 70_000, route: Route(scan: Route.Scan(step: -30_000, hold: 9600)))
        try player.play()
        expect(player, [(70_000, 9600), (40_000, 9600), (10_000, 9600), (0, 9600)])
        #expect(player.renderer.isAtEnd)
    }

    /// Review from the end, and from just before it.
    @Test(arguments: [100_000, 99_000]) func backwardsFromTheEnd(_ start: Int) throws {
        let wave = try TestWave(frames: 100_000)
        let player = try TestRenderer(wave, at: Double(start), route: Route(scan: Route.Scan(step: -60_000, hold: 9600)))
        try player.play()
        let rest = start < 100_000 ? [(start, 100_000 - start)] : []
        expect(player, rest + [(start - 60_000, 9600), (0, 9600)])
    }

    /// Review that begins so shortly before the end that the crossfade to the next piece is under way.
    @Test(arguments: [50, 100, 190]) func backwardsFromJustBeforeTheEndDoesNotClick(_ left: Int) throws {
        let wave = try TestWave(frames: 300_000, Signal.tone(443))
        let player = try TestRenderer(wave, at: Double(300_000 - left - 4800))
        try player.play(4800 - left)
        try player.splice(StretchSettings(), route: Route(scan: Route.Scan(step: -96_000, hold: 9600)), isSamePlace: false)
        try player.play(4800)
        let click = Signal.click(player.heard[...])
        print("MEASURED review from \(left) frames before the end: click \(click) dB")
        #expect(click < -60)
    }

    @Test(arguments: [96_000, -96_000]) func doesNotClick(_ step: Int64) throws {
        let wave = try TestWave(frames: 600_000, Signal.tone(443))
        let player = try TestRenderer(wave, at: 300_000)
        try player.play(4800)
        try player.splice(StretchSettings(), route: Route(scan: Route.Scan(step: step, hold: 9600)), isSamePlace: false)
        try player.play(25_000)
        try player.splice(StretchSettings(), isSamePlace: false)
        try player.play(4800)
        let click = Signal.click(player.heard[...])
        print("MEASURED scan by \(step): click \(click) dB")
        #expect(click < -60)
    }
}
