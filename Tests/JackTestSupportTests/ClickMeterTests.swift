// Tests the click meter: planted clicks must be seen, clean signals must not. No I/O.
import Glibc
import JackTestSupport
import Testing

@Suite struct ClickMeterTests {
    static let rate = 48_000
    static let tones = [220.0, 220 * exp2(100.0 / 1200), 440, 880]

    static func tone(_ hertz: Double, amplitude: Double = 0.5, seconds: Double = 1, phase: Double = 0) -> [Float] {
        (0..<Int(seconds * Double(rate))).map { i in
            let turns = hertz * Double(i) / Double(rate) + phase
            return Float(amplitude * sin(2 * Double.pi * turns.truncatingRemainder(dividingBy: 1)))
        }
    }

    static func level(_ samples: [Float]) -> Double { ClickMeter(samples, amplitude: 0.5).energy }

    /// Fades from one signal to the other within `frames` frames from frame 20000 on.
    static func fade(_ one: [Float], _ next: [Float], frames: Int, _ shape: (Double) -> (Double, Double)) -> [Float] {
        one.indices.map { i in
            let (a, b) = shape(min(1, max(0, Double(i - 20_000) / Double(frames))))
            return Float(a * Double(one[i]) + b * Double(next[i]))
        }
    }

    static func raisedCosine(_ x: Double) -> (Double, Double) {
        let b = 0.5 - 0.5 * cos(Double.pi * x)
        return (1 - b, b)
    }

    @Test(arguments: tones) func aSineIsClean(hertz: Double) {
        #expect(Self.level(Self.tone(hertz)) < -100)
    }

    /// Rounding to 16 bits brings noise, not a click.
    @Test func roundingIsNoClick() {
        #expect(Self.level(Self.tone(220).map { ($0 * 32_768).rounded() / 32_768 }) < -75)
    }

    /// An energy of -50 dB of the tone's in 5 ms is measured as -50 dB, at the worst and the best place of the tone.
    @Test(arguments: [20_000, 20_027, 20_055]) func aPlantedClickIsMeasured(place: Int) {
        var samples = Self.tone(220)
        samples[place] += Float(0.5 * (120 * pow(10, -5.0)).squareRoot())
        let click = ClickMeter(samples, amplitude: 0.5)
        #expect(abs(click.energy + 50) < 1.5, "\(click)")
        #expect(click.place <= place && place < click.place + 240, "\(click)")
    }

    /// A step is seen: the errors of all samples after it add up in the window.
    @Test func aStepIsSeen() {
        var samples = Self.tone(220)
        for i in 20_000..<samples.count { samples[i] += 0.5 * 0.02 }
        #expect(Self.level(samples) > -60, "\(Self.level(samples))")
    }

    @Test(arguments: tones, [0.02, 0.1, 0.5]) func aJumpOfPhaseIsSeen(hertz: Double, turns: Double) {
        // Several places: where the tone is steep, a jump shows more.
        for place in stride(from: 20_000, to: 20_220, by: 55) {
            let jumped = Self.tone(hertz)[..<place] + Self.tone(hertz, phase: turns)[place...]
            let level = Self.level(Array(jumped))
            // Half a turn at a zero crossing leaves only a corner; at any other place it is seen.
            #expect(level > -60 || (turns == 0.5 && abs(jumped[place]) < 0.06), "\(turns) at \(place): \(level)")
        }
    }

    @Test func aLostFrameAndACutAreSeen() {
        for place in stride(from: 20_000, to: 20_220, by: 20) {
            var short = Self.tone(440)
            short.removeSubrange(place..<place + 8)
            var cut = Self.tone(220)
            for i in place..<place + 100 { cut[i] = 0 }
            #expect(Self.level(short) > -60 && Self.level(cut) > -60, "\(place)")
        }
    }

    /// 4 ms is the shortest fade (the loop's), 5 ms the fade of pause and locate.
    @Test(arguments: tones, [192, 240]) func aFadeIsNoClick(hertz: Double, frames: Int) {
        let tone = Self.tone(hertz)
        let silence = [Float](repeating: 0, count: tone.count)
        for pair in [(tone, silence), (silence, tone)] {
            let level = Self.level(Self.fade(pair.0, pair.1, frames: frames, Self.raisedCosine))
            #expect(level < -65, "\(level)")
        }
    }

    @Test(arguments: tones) func aCrossfadeIsNoClick(hertz: Double) {
        for phase in [0.0, 0.25, 0.5] {
            let faded = Self.fade(Self.tone(hertz), Self.tone(330, phase: phase), frames: 480, Self.raisedCosine)
            let equalPower = Self.fade(Self.tone(hertz), Self.tone(330, phase: phase), frames: 480) {
                (cos($0 * Double.pi / 2), sin($0 * Double.pi / 2))
            }
            #expect(Self.level(faded) < -70, "\(Self.level(faded))")
            #expect(Self.level(equalPower) < -60, "\(Self.level(equalPower))")
        }
    }

    /// A fade of half a millisecond is a click.
    @Test func aFadeTooShortIsSeen() {
        let tone = Self.tone(220)
        let silence = [Float](repeating: 0, count: tone.count)
        let level = (0..<4).map { Self.level(Self.fade(Array(tone[($0 * 27)...]), silence, frames: 24, Self.raisedCosine)) }
        #expect((level.max() ?? -200) > -60, "\(level)")
    }
}
