// Room: tests of Stretch.
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
        let deck = try Deck(step.1, tape: Signal.tone(440))
        try deck.play(24000)
        try deck.dpc.change(to: step.2)
        let before = deck.outputs.last?.next ?? 0
        try deck.play(24000)
        let click = Signal.click(deck.heard[20000..<32000])
        // Position goes on: the voice that fades in is placed within 5 ms.
        let jump = deck.outputs[94].position - before
        // The quietest 5 ms beside the change, against the steady tone before it: no hole either.
        let around = stride(from: 20000, to: 30000, by: 240).map { Signal.energy(deck.heard[$0..<$0 + 240]) }
        let hole = Signal.decibels((around.min() ?? 0) / Signal.energy(deck.heard[12000..<12240])) / 2
        print("MEASURED \(step.0): click \(click) dB, jump \(jump), hole \(hole) dB")
        #expect(click < -50)
        #expect(abs(jump) <= 480)
        for (one, next) in zip(deck.outputs, deck.outputs.dropFirst()) where next != deck.outputs[94] {
            #expect(abs(next.position - one.next) < 1e-6)
        }
    }

    @Test func theDetectorCatchesAPlantedClick() {
        let tone = Signal.tone(440)
        var frames = (0..<9600).map { tone(Int64($0)) }
        #expect(Signal.click(frames[...]) < -75)
        frames[5000] += SIMD2(repeating: 0.004)
        #expect(Signal.click(frames[...]) > -50)
        // A jump in phase, a tenth of a period.
        let jump = (0..<9600).map { tone(Int64($0 < 5000 ? $0 : $0 + 11)) }
        #expect(Signal.click(jump[...]) > -50)
    }
}
