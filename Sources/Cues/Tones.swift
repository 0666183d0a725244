// Tones and clicks. Any thread except a realtime one; pure functions.
internal import System

/// Short sounds with a pitch.
enum Tones {
    /// Tones one after the other, each with its frequency in Hz (0 is silence) and its length in seconds. Edges of 4 ms prevent
    /// clicks.
    static func sequence(_ tones: [(frequency: Double, seconds: Double)], rate: Int) -> [Float] {
        tones.flatMap { tone in
            let count = Int((tone.seconds * Double(rate)).rounded())
            let edge = min(max(1, rate / 250), count / 2)
            return (0..<count).map { place in
                let fade = min(place, count - 1 - place)
                let gain = fade < edge ? Curve.raisedCosine(fade, of: edge) : 1
                return gain * wave(tone.frequency, place, rate)
            }
        }
    }

    /// A click: a tone that begins at full level and has decayed after 30 ms. Its first frame is its loudest, so that its place
    /// can be heard and measured to the frame.
    static func click(_ frequency: Double, rate: Int) -> [Float] {
        let count = rate * 3 / 100
        let edge = max(1, rate / 500)
        return (0..<count).map { place in
            let decay = Float(Mathematics.exponential(-6 * Double(place) / Double(count)))
            let fade = min(1, Float(count - 1 - place) / Float(edge))
            return decay * fade * Float(Mathematics.cosine(angle(frequency, place, rate)))
        }
    }

    /// Sample of a sine at a frame.
    private static func wave(_ frequency: Double, _ place: Int, _ rate: Int) -> Float {
        Float(Mathematics.sine(angle(frequency, place, rate)))
    }

    private static func angle(_ frequency: Double, _ place: Int, _ rate: Int) -> Double {
        2 * Double.pi * frequency * Double(place) / Double(rate)
    }
}
