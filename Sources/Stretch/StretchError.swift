// Every failure of stretching and resampling and its message; no other file words one. A value; any thread.
internal import Messages

/// A failure of tempo, pitch or sample rate, with a message that tells the user the next step.
public enum StretchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The play rate is outside `StretchSettings.rates`.
    case badRate(Double)
    /// The pitch is outside `StretchSettings.pitches`; in cents.
    case badPitch(cents: Double)
    /// The stretcher does not work at this sample rate, in frames per second.
    case badSampleRate(Int)
    /// Rubber Band could not be set up, or is too old for the wanted engine.
    case noStretcher(reason: String)
    /// The resampler cannot convert between these rates, in frames per second.
    case badConversion(from: Int, to: Int)
    /// libsamplerate failed; `reason` is its own message.
    case resampler(reason: String)

    /// The machine renders changes of rate and pitch by this engine slower than they are heard, at this sample rate.
    case tooSlow(StretchSettings.Engine, sampleRate: Int)

    /// The message to the user: the reason and the next step.
    public var description: String {
        switch self {
        case .badRate(let rate):
            tr("play rate \(rate) is out of range; choose one from 0.5 to 2")
        case .badPitch(let cents):
            tr("a pitch of \(cents) cents is out of range; choose one from -1200 to 1200")
        case .badSampleRate(let rate):
            tr("the stretcher does not work at \(rate) Hz; run the server between 8000 and 192000 Hz")
        case .noStretcher(let reason):
            tr("Rubber Band could not be set up: \(reason); install Rubber Band 3")
        case .badConversion(let from, let to):
            tr("cannot convert \(from) Hz to \(to) Hz; both must be positive and at most 256 times apart")
        case .tooSlow(.finer, let rate):
            tr(
                "this machine is too slow for the DPC quality 'finer' at \(rate) Hz; 'faster' plays in its place until the"
                    + " quality is set again (dicta dpc --quality)")
        case .tooSlow(.faster, let rate):
            tr(
                "this machine is too slow for this rate and pitch at \(rate) Hz, also with the DPC quality 'faster'; run the"
                    + " server at a lower sample rate, or expect gaps")
        case .resampler(let reason):
            tr("the resampler failed: \(reason); locate, or open the recording again")
        }
    }
}
