// Tests of pitch and length (P5).
import Glibc
import Playback
import Stretch
import TestSupport
import Testing

@Suite struct PitchTests {
    static let grid: [(Double, Double)] = [
        (0.5, -1200), (0.5, 0), (0.5, 1200), (0.73, 0), (0.8, -300), (0.8, 700), (1, -1200), (1, 1), (1, 50), (1.25, -50),
        (1.5, 1200), (2, 0), (2, -700), (2, -1200),
    ]

    @Test(arguments: StretchSettings.Engine.allCases, grid.few)
    func pitchAndTempoAreApart(_ engine: StretchSettings.Engine, _ setting: (rate: Double, cents: Double)) throws {
        let settings = StretchSettings(rate: setting.rate, pitchCents: setting.cents, engine: engine)
        let wave = try TestWave(frames: 144_000, Signal.tone(440))
        let player = try TestRenderer(wave, at: 0, settings)
        let heard = try player.play()
        #expect(player.renderer.isAtEnd && abs(player.renderer.place - 144_000) < setting.rate)
        #expect(abs(Double(heard.count) - 144_000 / setting.rate) <= 1)
        let half = heard.count / 2
        let measured = Signal.frequency(heard[(half - 20_000)..<(half + 20_000)])
        let error = Signal.cents(measured, from: 440 * exp2(setting.cents / 1200))
        // The sound is as long as stated; a counter alone would not show it.
        let level = Signal.energy(heard[(half - 4800)..<half])
        let last = Signal.decibels(Signal.energy(heard[(heard.count - 2400)..<(heard.count - 1200)]) * 4 / level)
        print("MEASURED pitch \(engine) rate \(setting.rate) cents \(setting.cents): error \(error) cents, end \(last) dB")
        #expect(abs(error) < 5)
        #expect(abs(last) < 2)
    }

    @Test func theInstrumentSeesFiveCents() {
        let off = Signal.tone(440 * exp2(5.0 / 1200))
        let frames = (0..<40_000).map { off(Int64($0)) }
        #expect(abs(Signal.cents(Signal.frequency(frames[...]), from: 440) - 5) < 0.01)
    }

    /// With formants kept or shifted the pitch is the same, and the sound differs.
    @Test func formantsAreKeptWhereAsked() throws {
        let wave = try TestWave(frames: 96_000) { frame in
            // A pulse train at 150 Hz through one resonance at 1 kHz.
            let place = Double(frame % 320)
            return SIMD2(repeating: Float(0.5 * exp(-place / 60) * sin(2 * Double.pi * 1000 * place / 48_000)))
        }
        func share(_ keeps: Bool) throws -> Double {
            let player = try TestRenderer(wave, at: 0, StretchSettings(pitchCents: 700, preservesFormants: keeps))
            let heard = try player.play()
            return Signal.decibels(Signal.power(heard[20_000..<60_000], above: 1200))
        }
        let (kept, shifted) = try (share(true), share(false))
        print("MEASURED formants: above 1.2 kHz \(kept) dB kept, \(shifted) dB shifted")
        #expect(shifted > kept + 3)
    }
}
