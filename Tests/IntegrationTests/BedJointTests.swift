// Tests that the joint of a looped file is not heard (K1).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct BedJointTests {
        private let folder = TempFolder()

        /// Length of the looped files: half a second, so that a second of sound has two joints.
        private static func length(_ rate: Int) -> Int { rate / 2 }

        /// Six seconds of a bed that loops a file of these samples, from half a second after its start on.
        private func heard(_ samples: [SIMD2<Float>], rate: Int = 48_000, kind: SparseWave.Kind = .float) throws -> [Float] {
            let path = folder.file("bed.wav")
            #expect(SparseWave.make(path, samples, rate: rate, kind: kind))
            let fixture = try EngineFixture(sends: .silence, keeps: 12)
            try fixture.engine.ask("bed", "name", path, "level", "0")
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            let first = fixture.ear.heard.count
            let end = fixture.ear.frameTime &+ 6 * 48_000
            fixture.ear.skip(to: end)
            fixture.ear.waitFor(frame: end)
            #expect(fixture.ear.jumps == 0)
            return fixture.ear.heard[first...].map(\.x)
        }

        /// Largest distance from the sine that fits best, in dB below the amplitude.
        private static func residual(_ heard: [Float], hertz: Double) -> Double {
            let step = 2 * Double.pi * hertz / 48_000
            let waves = heard.indices.map { (sin(step * Double($0)), cos(step * Double($0))) }
            // The capture is not a whole number of periods, so both parts are fitted together.
            var (ss, sc, cc, hs, hc) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for (sample, wave) in zip(heard, waves) {
                ss += wave.0 * wave.0
                sc += wave.0 * wave.1
                cc += wave.1 * wave.1
                hs += Double(sample) * wave.0
                hc += Double(sample) * wave.1
            }
            let scale = ss * cc - sc * sc
            let (a, b) = ((hs * cc - hc * sc) / scale, (hc * ss - hs * sc) / scale)
            let worst = zip(heard, waves).map { abs(Double($0) - a * $1.0 - b * $1.1) }.max() ?? 1
            return 20 * log10(worst / max(1e-9, (a * a + b * b).squareRoot()))
        }

        /// A sine with whole periods in the file goes on through every joint, whatever its phase there.
        /// A joint where the sine is zero, in the midst of a slow and of a quicker wave, and in a file that is resampled.
        @Test(arguments: [(100.0, 0.0, 48_000), (100, 1, 48_000), (440, 1.5, 48_000), (1000, 2, 44_100)])
        func aSineGoesOnThroughTheJoint(hertz: Double, phase: Double, rate: Int) throws {
            let samples = (0..<Self.length(rate)).map { place in
                SIMD2(repeating: Float(0.25 * sin(2 * Double.pi * hertz * Double(place) / Double(rate) + phase)))
            }
            let residual = Self.residual(try heard(samples, rate: rate), hertz: hertz)
            print("MEASURED joint of a bed, sine of \(hertz) Hz in a file of \(rate) Hz: \(residual) dB")
            #expect(residual < -60)
        }

        /// Noise has no joint of its own: each frame of the file comes after the one before, and the first after the last.
        @Test(arguments: [SparseWave.Kind.float, .int16]) func noiseGoesOnThroughTheJoint(kind: SparseWave.Kind) throws {
            let count = Self.length(48_000)
            let noise = Signal.noise(amplitude: 0.25).table(rate: 48_000)[..<count]
            let heard = try heard(noise.map { SIMD2(repeating: $0) }, kind: kind)
            let start = try #require(
                (0..<count).min { one, other in
                    func distance(_ shift: Int) -> Float {
                        (0..<32).reduce(0) { $0 + abs(heard[$1] - noise[(shift + $1) % count]) }
                    }
                    return distance(one) < distance(other)
                })
            let worst = heard.indices.map { abs(heard[$0] - noise[(start + $0) % count]) }.max() ?? 1
            let residual = 20 * log10(Double(worst) / 0.25)
            print("MEASURED joint of a bed, noise (\(kind)): \(residual) dB over \(heard.count / count) rounds")
            #expect(residual < -60 && heard.count / count >= 10)
        }

        /// A file whose end does not meet its start is faded over the joint: no click.
        @Test func aFileThatDoesNotMeetItselfHasNoClick() throws {
            let samples = (0..<Self.length(48_000)).map { place in
                SIMD2(repeating: Float(0.25 * sin(2 * Double.pi * 100.7 * Double(place) / 48_000)))
            }
            let heard = try heard(samples)
            // The largest second difference of the sine itself is 0.25 * (2 pi 100.7 / 48,000)^2.
            var bend: Float = 0
            for place in 2..<heard.count {
                let middle = 2 * heard[place - 1]
                bend = max(bend, abs(heard[place] + heard[place - 2] - middle))
            }
            print("MEASURED bend at the joint of a bed: \(bend)")
            #expect(bend < 0.001)
        }

        /// A bed that is switched off never gets louder, is silent after its fade, and costs no late frames.
        @Test func anEndedBedFadesOut() throws {
            let fixture = try EngineFixture(sends: .silence, keeps: 12)
            try fixture.engine.ask("bed", "name", "white", "level", "-40")
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            let before = fixture.ear.heard
            let peak = before.map { abs($0.x) }.max() ?? 0
            try fixture.engine.ask("bed", "name", "off")
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 4800)
            let ended = fixture.ear.heard.count
            let end = fixture.ear.frameTime &+ 96_000
            fixture.ear.skip(to: end)
            fixture.ear.waitFor(frame: end)
            let after = fixture.ear.heard[before.count...]
            #expect(peak > 0.001 && after.allSatisfy { abs($0.x) <= 0.02 }, "\(after.map { abs($0.x) }.max() ?? 0)")
            #expect(fixture.ear.heard[ended...].allSatisfy { $0 == .zero })
        }
    }
}
