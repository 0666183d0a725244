// Tests that no change is heard as a click, a hole or a bump (P5, P3).
import Glibc
import Playback
import Stretch
import Testing

@Suite struct ClickTests {
    typealias Step = (String, StretchSettings, StretchSettings)

    static let steps: [Step] = StretchSettings.Engine.allCases.flatMap { engine -> [Step] in
        let other: StretchSettings.Engine = engine == .finer ? .faster : .finer
        func at(_ rate: Double, _ cents: Double = 0) -> StretchSettings {
            StretchSettings(rate: rate, pitchCents: cents, engine: engine)
        }
        let apart = StretchSettings(rate: 0.8, pitchCents: 100, engine: other)
        let formants = StretchSettings(rate: 0.8, pitchCents: 400, engine: engine, preservesFormants: true)
        return [
            ("into slow \(engine)", at(1), at(0.8)), ("out of slow \(engine)", at(0.8), at(1)),
            ("into fast \(engine)", at(1), at(1.5)), ("out of fast \(engine)", at(1.5), at(1)),
            ("into pitch \(engine)", at(1), at(1, 100)), ("out of pitch \(engine)", at(1, 100), at(1)),
            ("into octave \(engine)", at(1), at(1, 1200)), ("out of octave \(engine)", at(1, -1200), at(1)),
            ("rate \(engine)", at(0.8), at(0.9)), ("far rate \(engine)", at(0.5), at(2)),
            ("pitch \(engine)", at(0.8, 100), at(0.8, 200)), ("pitch over 0 \(engine)", at(0.8, 100), at(0.8, -100)),
            ("both \(engine)", at(0.7, -200), at(1.4, 500)), ("engine \(engine)", at(0.8, 100), apart),
            ("formants \(engine)", at(0.8, 400), formants),
        ]
    }

    @Test(arguments: steps) func noChangeClicks(_ step: Step) throws {
        let wave = try TestWave(frames: 120_000, Signal.tone(440))
        let player = try TestRenderer(wave, at: 0, step.1)
        try player.play(24_000)
        let place = try player.splice(step.2)
        try player.play(12_000)
        let click = Signal.click(player.heard[20_000..<32_000])
        // The sound goes on at its place, within the 5 ms of the search.
        let jump = player.places[24_000] - place
        // Levels of 5 ms each, compared with the quietest and loudest of the steady sound: the level of R2 itself varies.
        func levels(_ range: Range<Int>) -> [Double] {
            stride(from: range.lowerBound, to: range.upperBound, by: 240).map { Signal.energy(player.heard[$0..<$0 + 240]) }
        }
        let (steady, around) = (levels(9600..<21_600) + levels(31_200..<36_000), levels(21_600..<31_200))
        let hole = Signal.decibels((around.min() ?? 0) / (steady.min() ?? 1))
        let bump = Signal.decibels((around.max() ?? 0) / (steady.max() ?? 1))
        print("MEASURED \(step.0): click \(click) dB, jump \(jump / step.2.rate), level \(hole) to \(bump) dB")
        #expect(click < -60)
        #expect(hole > -1.5 && bump < 1.5)
        #expect(abs(jump) <= 241 * step.2.rate)
    }

    @Test(arguments: [StretchSettings(), StretchSettings(rate: 0.8), StretchSettings(rate: 1.6, engine: .faster)])
    func noLeapClicks(_ settings: StretchSettings) throws {
        let wave = try TestWave(frames: 200_000, Signal.tone(441))
        for shift in [-10_000.0, 30_011, 17] {
            let player = try TestRenderer(wave, at: 30_000, settings)
            try player.play(24_000)
            try player.splice(settings, by: shift, isSamePlace: false)
            try player.play(12_000)
            let click = Signal.click(player.heard[20_000..<32_000])
            print("MEASURED leap by \(shift) at \(settings.rate): click \(click) dB")
            #expect(click < -60)
        }
    }

    /// A locate to the very end, or a pause: the old sound is faded out, if there is any.
    @Test func outOfSoundIntoNothing() throws {
        let wave = try TestWave(frames: 48_000, Signal.tone(440))
        let player = try TestRenderer(wave, at: 10_000)
        try player.play(12_000)
        try player.splice(StretchSettings(), by: 100_000, isSamePlace: false)
        try player.play()
        #expect(Signal.click((player.heard + [SIMD2<Float>](repeating: .zero, count: 2000))[8000...]) < -60)
    }

    @Test func theDetectorCatchesAPlantedClick() {
        let tone = Signal.tone(440)
        var frames = (0..<9600).map { tone(Int64($0)) }
        let clean = Signal.click(frames[...])
        #expect(clean < -80)
        frames[5000] += SIMD2(repeating: 0.01)
        let click = Signal.click(frames[...])
        // The detector must see a phase jump of a tenth of a period, and a hole of one frame.
        let jump = Signal.click((0..<9600).map { tone(Int64($0 < 5000 ? $0 : $0 + 11)) }[...])
        frames = (0..<9600).map { $0 == 5022 ? .zero : tone(Int64($0)) }
        let hole = Signal.click(frames[...])
        print("MEASURED detector: clean \(clean) dB; planted \(click), \(jump), \(hole) dB")
        #expect(click > -60 && jump > -60 && hole > -60)
    }
}
