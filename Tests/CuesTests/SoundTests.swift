// Tests of the sounds that are made in code.
import Dictation
import Testing

@testable import Cues

@Suite struct SoundTests {
    static let rates = [44_100, 48_000, 192_000]

    @Test(arguments: CueSound.allCases, rates) func aSoundPeaksAtFullScaleAndEndsInSilence(_ sound: CueSound, _ rate: Int) {
        let samples = sound.samples(rate: rate)
        let peak = samples.map(abs).max() ?? 0
        #expect(peak > 0.95 && peak <= 1)
        #expect(abs(samples.last ?? 1) < 0.01)
        #expect(samples.allSatisfy { $0.isFinite })
    }

    @Test func aClickIsLoudestAtItsFirstFrame() {
        for sound in [CueSound.click, .accent] { #expect(sound.samples(rate: 48_000)[0] == 1) }
    }

    @Test func theBowlDecays() {
        let samples = CueSound.bowl.samples(rate: 48_000)
        let loudness = stride(from: 0, to: samples.count - 48_000, by: 48_000).map { start in
            samples[start..<start + 48_000].reduce(0) { $0 + $1 * $1 }
        }
        #expect(loudness == loudness.sorted(by: >))
    }

    @Test(arguments: NoiseColour.allCases) func noiseHasThePowerOfWhiteNoise(_ colour: NoiseColour) {
        var noise = Noise(colour, seed: 7)
        let count = 2_000_000
        let power = (0..<count).reduce(0.0) { sum, _ in
            let sample = Double(noise.next())
            return sum + sample * sample
        }
        // Within 0.7 dB: brown noise has most of its power below 15 Hz, so that its mean moves for long.
        #expect(abs(power / Double(count) * 3 - 1) < 0.17)
    }

    @Test func theColoursHaveTheirSlope() {
        // Power of the differences of neighbours against the power: low for a spectrum that falls.
        func highs(_ colour: NoiseColour) -> Double {
            var noise = Noise(colour, seed: 3)
            var (last, all, differences) = (0.0, 0.0, 0.0)
            for _ in 0..<500_000 {
                let sample = Double(noise.next())
                all += sample * sample
                differences += (sample - last) * (sample - last)
                last = sample
            }
            return differences / all
        }
        #expect(abs(highs(.white) - 2) < 0.02)
        #expect((0.2...0.8).contains(highs(.pink)))
        #expect(highs(.brown) < 0.01)
    }

    @Test func aCountInAddsNoErrorUp() {
        let frames = CountIn(beats: 64, tempo: 96.7).frames(rate: 44_100)
        #expect(frames.count == 65)
        #expect(frames[64] == Int64((64 * 60 / 96.7 * 44_100).rounded()))
        #expect(CountIn(beats: 4, tempo: 60).frames(rate: 48_000) == [0, 48_000, 96_000, 144_000, 192_000])
        #expect((0..<4).map { CountIn(beats: 4, tempo: 60).number(at: $0) } == [4, 3, 2, 1])
    }
}
