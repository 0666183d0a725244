// Samples of the sounds that are made in code. Any thread except a realtime one; pure functions.
public import Dictation
internal import System

extension CueSound {
    /// Samples of the sound at `rate` in Hz, one channel, with a peak of 1. Takes some milliseconds for the bowl.
    public func samples(rate: Int) -> [Float] {
        switch self {
        case .click: Tones.click(1500, rate: rate)
        case .accent: Tones.click(2500, rate: rate)
        case .beep: Tones.sequence([(880, 0.1)], rate: rate)
        case .bowl: SingingBowl().samples(rate: rate)
        case .start: Tones.sequence([(660, 0.08), (990, 0.12)], rate: rate)
        case .stop: Tones.sequence([(990, 0.08), (660, 0.12)], rate: rate)
        case .marker: Tones.sequence([(1760, 0.06)], rate: rate)
        case .error: Tones.sequence([(220, 0.15), (0, 0.05), (220, 0.25)], rate: rate)
        case .warning: Tones.sequence([(1320, 0.07), (0, 0.05), (1320, 0.07), (0, 0.05), (1320, 0.07)], rate: rate)
        case .pointA: Tones.sequence([(880, 0.09)], rate: rate)
        case .pointB: Tones.sequence([(1320, 0.09)], rate: rate)
        }
    }
}
