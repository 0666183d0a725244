// Names of the sounds that are made in code. Any thread; constants.
public import Messages

/// A sound of the cue player that needs no file. The module Cues makes its samples.
public enum CueSound: String, Sendable, CaseIterable {
    /// The raw value is the name of the sound; `summary` describes it.
    case click, accent, beep, bowl, start, stop, marker, error, warning
    /// Tones of the loop points.
    case pointA = "a", pointB = "b"

    /// One phrase for the list of sounds.
    public var summary: Message {
        switch self {
        case .click: "a short click, the beat of a count-in"
        case .accent: "a higher click, the first beat of a count-in"
        case .beep: "a tone of 880 Hz, a tenth of a second long"
        case .bowl: "a singing bowl that fades in nine seconds"
        case .start: "two rising tones: a take has begun"
        case .stop: "two falling tones: a take has ended"
        case .marker: "one high tone: a marker was set"
        case .error: "two low tones: something has failed"
        case .warning: "three quick tones: a take ends soon"
        case .pointA: "one tone: point A of the loop was set"
        case .pointB: "one tone, a fifth higher: point B of the loop was set"
        }
    }
}
