// A value any thread may hold. The words for every failure of stretching and resampling are here only.

/// What went wrong with the tempo, pitch or sample rate, and (in its words) what to do next.
public enum StretchError: Error, Hashable, Sendable, CustomStringConvertible {
    case badRate(Double)
    case badPitch(cents: Double)
    case badSampleRate(Int)
    /// Rubber Band could not be set up, or is too old for the engine that was asked for.
    case noStretcher(reason: String)
    case badConversion(from: Int, to: Int)
    /// libsamplerate refused; `reason` is its own words.
    case resampler(reason: String)

    public var description: String {
        switch self {
        case .badRate(let rate):
            "play rate \(rate) is out of range; choose one from 0.5 to 2"
        case .badPitch(let cents):
            "a pitch of \(cents) cents is out of range; choose one from -1200 to 1200"
        case .badSampleRate(let rate):
            "the stretcher does not work at \(rate) Hz; run the server between 8000 and 192000 Hz"
        case .noStretcher(let reason):
            "Rubber Band could not be set up: \(reason); install version 3 of it"
        case .badConversion(let from, let to):
            "cannot convert \(from) Hz to \(to) Hz; both must be positive and at most 256 times apart"
        case .resampler(let reason):
            "the resampler failed: \(reason); locate, or open the recording again"
        }
    }
}
