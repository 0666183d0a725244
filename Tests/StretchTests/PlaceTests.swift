// Room: tests of Stretch. Where a frame comes out, and what the DPC says of it.
import Glibc
import Stretch
import Testing

@Suite struct PlaceTests {
    /// A burst of 10 ms at 3 kHz at the start of every second.
    static func bursts(_ frame: Int64) -> SIMD2<Float> {
        let place = frame % 48000
        guard place < 480 else { return .zero }
        let level = 0.5 * (1 - cos(2 * Double.pi * Double(place) / 480))
        return SIMD2(repeating: Float(level * sin(2 * Double.pi * 3000 * Double(place) / 48000)))
    }

    @Test(arguments: StretchSettings.Engine.allCases, [0.5, 0.8, 1.0, 1.5])
    func theFirstTransientIsWhole(_ engine: StretchSettings.Engine, rate: Double) throws {
        // An abrupt attack: full level at frame 0, then decaying.
        let attack: (Int64) -> SIMD2<Float> = { frame in
            let place = Double(frame % 96000)
            return SIMD2(repeating: Float(0.8 * exp(-place / 600) * cos(2 * Double.pi * 1000 * place / 48000)))
        }
        let settings = StretchSettings(rate: rate, pitchCents: rate == 1 ? 100 : 0, engine: engine)
        let deck = try Deck(settings, tape: attack)
        try deck.play(9600)
        // The same attack where the machine has long been running is the measure.
        let running = try Deck(settings, tape: attack)
        try running.play(Int(96000 / rate) + 9600)
        let at = Int(96000 / rate)
        let first = Signal.energy(deck.heard[..<9600])
        let later = Signal.energy(running.heard[(at - 960)..<(at + 9600)])
        let input = Signal.energy((0..<9600).map { attack(Int64($0)) }[...]) / rate
        let dBs = (Signal.decibels(first / later) / 2, Signal.decibels(first / input) / 2)
        print("MEASURED attack \(engine) rate \(rate): \(dBs.0) dB of a later one, \(dBs.1) dB of the input")
        // Not less than a later one, and what went in.
        #expect(dBs.0 > -1)
        #expect(abs(dBs.1) < 1)
    }

    @Test(arguments: StretchSettings.Engine.allCases, [(0.5, 0.0), (0.73, 0), (0.8, 300), (1, -700), (1.5, 0), (2, 1200)])
    func soundIsWhereThePositionSays(_ engine: StretchSettings.Engine, _ setting: (rate: Double, cents: Double)) throws {
        let settings = StretchSettings(rate: setting.rate, pitchCents: setting.cents, engine: engine)
        let deck = try Deck(settings, tape: Self.bursts)
        try deck.play(Int(48000 * 20 / setting.rate))
        let worst = (1..<19).map { abs(error(deck, second: $0)) }.max() ?? 0
        print("MEASURED place \(engine) \(setting): worst \(worst) frames")
        #expect(worst < 1440)
    }

    /// How far from its second a burst is heard by the reported positions, in timeline frames.
    func error(_ deck: Deck, second: Int) -> Double {
        var index = 0
        var start: Int?
        var positions: [Double] = []
        for output in deck.outputs {
            let step = output.frames > 0 ? (output.next - output.position) / Double(output.frames) : 0
            for frame in 0..<output.frames {
                let position = output.position + Double(frame) * step
                if abs(position - Double(second * 48000 + 240)) < 4800 {
                    if start == nil { start = index }
                    positions.append(position)
                }
                index += 1
            }
        }
        guard let start else { return .infinity }
        let centre = Signal.centre(deck.heard[start..<start + positions.count])
        guard centre >= Double(start) else { return .infinity }
        return positions[Int(centre.rounded()) - start] - Double(second * 48000 + 240)
    }

    @Test(arguments: StretchSettings.Engine.allCases) func manyChangesDoNotDrift(_ engine: StretchSettings.Engine) throws {
        let deck = try Deck(StretchSettings(rate: 0.8, engine: engine), tape: Self.bursts)
        for round in 0..<600 {
            let settings = StretchSettings(
                rate: 0.5 + Double((round * 37) % 150) / 100, pitchCents: Double((round * 91) % 2400 - 1200), engine: engine)
            try deck.dpc.change(to: settings)
            try deck.play(256 * (1 + round % 7))
        }
        let changed = deck.outputs.count
        try deck.dpc.change(to: StretchSettings(rate: 0.9, engine: engine))
        try deck.play(48000 * 4)
        let second = Int(deck.outputs[changed].position / 48000) + 2
        let found = error(deck, second: second)
        print("MEASURED after 600 changes \(engine): \(found) frames")
        #expect(abs(found) < 1440)
    }

    /// Half an hour at a low sample rate, or, where the tests may take long, two at 48 kHz.
    @Test(arguments: StretchSettings.Engine.allCases) func hoursDoNotDrift(_ engine: StretchSettings.Engine) throws {
        let isSoak = getenv("DICTA_SOAK") != nil
        let rate: Int64 = isSoak ? 48000 : 8000
        let silence = rate * (isSoak ? 7200 : 1800)
        // One burst after the silence: the time is in the count, not in the sound.
        let place = silence + 4 * rate
        let deck = try Deck(StretchSettings(rate: 0.73, engine: engine), rate: Int(rate), block: 4096) { frame in
            guard (place..<place + rate / 100).contains(frame) else { return .zero }
            return SIMD2(repeating: Float(sin(2 * Double.pi * Double(frame - place) / 16)))
        }
        deck.keeps = false
        try deck.play(Int(Double(silence) / 0.73))
        deck.keeps = true
        deck.outputs = []
        try deck.play(Int(rate) * 8)
        let centre = Signal.centre(deck.heard[...])
        let start = try #require(deck.outputs.first).position
        let found = (start + centre * 0.73 - Double(place + rate / 200)) / Double(rate)
        print("MEASURED drift \(engine): \(found * 1000) ms")
        #expect(abs(found) < 0.03)
    }
}
