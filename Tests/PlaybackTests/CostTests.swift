// Tests of the cost of a splice (P5: heard < 60 ms after the command), with generous limits.
import Glibc
import Playback
import Stretch
import Testing

@Suite struct CostTests {
    /// Milliseconds of processor time of this thread, without other work on the machine.
    func cost(_ work: () throws -> Void) rethrows -> Double {
        let start = nanosecondsNow()
        try work()
        return Double(nanosecondsNow() - start) / 1e6
    }

    private func nanosecondsNow() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test(arguments: StretchSettings.Engine.allCases, [0.5, 0.8, 1, 1.5, 2])
    func spliceAndFirstFrames(_ engine: StretchSettings.Engine, _ rate: Double) throws {
        let wave = try TestWave(frames: 200_000, Signal.tone(440))
        let settings = StretchSettings(rate: rate, pitchCents: rate == 1 ? 100 : 0, engine: engine)
        let player = try TestRenderer(wave, at: 20_000)
        try player.play(4800)
        let made = try cost { try player.renderer.begin(at: 0, route: Route(), settings: settings) }
        var costs: [(Double, Double)] = []
        for _ in 0..<5 {
            let old = try player.play(player.renderer.fadeFrames)
            let place = player.renderer.place
            let splice = try cost {
                try unsafe old.withUnsafeBufferPointer {
                    unsafe try player.renderer.splice(
                        from: $0, at: place, route: Route(), settings: settings, isSamePlace: true)
                }
            }
            costs.append((splice, try cost { try player.play(1024, block: 1024) }))
        }
        let (splice, render) = (costs.map(\.0).min() ?? 0, costs.map(\.1).min() ?? 0)
        print("MEASURED cost \(engine) \(rate): made \(made) ms, splice \(splice) ms, then 1024 frames \(render) ms")
        #expect(splice < 500)
    }

    @Test func bestShift() {
        let tone = Signal.tone(440)
        let old = (0..<480).map { tone(Int64($0)) }
        let new = (0..<960).map { tone(Int64($0) + 77) }
        var shift = 0
        let costs = (0..<5).map { _ in
            cost {
                unsafe old.withUnsafeBufferPointer { old in
                    unsafe new.withUnsafeBufferPointer { shift = unsafe Crossfade.bestShift(old, in: $0) }
                }
            }
        }
        print("MEASURED bestShift: \(costs.min() ?? 0) ms")
        // The shift is a whole number of periods, so both sounds are in phase.
        #expect(abs((Double(shift + 77) * 440 / 48_000).remainder(dividingBy: 1)) < 0.01)
    }
}
