// Measures the clicks of transitions of the player. One thread: the test's.
import Glibc
import JackTestSupport
import TestSupport
import Testing

/// A tone below 400 Hz in each channel goes through transitions. The energy above 4 kHz in any 5 ms must stay below -60 dB of
/// the tone's energy.
enum TransitionCheck {
    /// Sends one command after the other and measures the sound around each. A transition that a busy machine makes late is measured
    /// with the command behind it; the last command has time for that.
    static func run(
        _ commands: [[String]], before: [String]? = nil, wait: Int = 200, share: Double? = nil
    ) throws {
        let folder = TempFolder()
        let path = folder.file("tone.wav")
        let left = SparseWave.sine(220, amplitude: 0.5, frames: 48_000)
        let right = SparseWave.sine(331, amplitude: 0.25, frames: 48_000)
        let second = zip(left, right).map { SIMD2($0.x, $1.x) }
        let wave = try #require(SparseWave(path, frames: 60 * 48_000))
        for start in 0..<60 { #expect(wave.put(second, at: start * 48_000)) }
        // The file itself begins without a click.
        let faded = (0..<480).map { second[$0] * Float(0.5 - 0.5 * cos(Double.pi * Double($0) / 480)) }
        #expect(wave.put(faded, at: 0))
        let fixture = try EngineFixture(sends: .silence, keeps: 60)
        if let before { _ = try fixture.engine.reply(before[0], Array(before.dropFirst())) }
        try fixture.play(path, from: 480_000)
        // The start has no part in what is measured.
        fixture.wait(milliseconds: 700)
        let process = try #require(fixture.engine.process?.pid)
        let throttle = share.flatMap { Throttle("dicta-reader", of: process, share: $0, milliseconds: 60) }
        var places: [Int] = []
        for words in commands {
            places.append(fixture.now)
            _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
            // The joint is over before the next one. Real time: the reader may be slowed down.
            fixture.wait(milliseconds: wait)
        }
        // The end of the last one.
        fixture.wait(milliseconds: 300)
        places.append(fixture.now)
        let underruns = try fixture.underruns
        #expect(underruns == 0)
        withExtendedLifetime(throttle) {}
        for (number, words) in commands.enumerated() {
            // From a little earlier, for the start of the filter.
            let part = fixture.heard(places[number] - 2400..<places[number + 1])
            #expect(part.contains { abs($0[0]) > 0.1 }, "\(words): silence")
            for (side, amplitude) in [(0, 0.5), (1, 0.25)] {
                let click = ClickMeter(part.map { $0[side] }, amplitude: amplitude)
                print("MEASURED \(words.joined(separator: " ")) channel \(side): \(click)")
                #expect(click.energy < -60, "\(words) channel \(side): \(click)")
            }
        }
    }
}
