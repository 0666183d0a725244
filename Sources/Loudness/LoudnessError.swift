// Errors of loudness measurements. Any thread; values.
internal import Messages

/// Reasons why loudness could not be measured. The descriptions are shown to users.
public enum LoudnessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library measures no sound at this rate in Hz.
    case rate(Int)
    /// No memory was left in the middle of a measurement.
    case memory

    /// The error as a sentence for the user.
    public var description: String {
        switch self {
        case .rate(let rate):
            tr("loudness cannot be measured at \(rate) Hz; export the recording at 48000 Hz, and measure that")
        case .memory: tr("there was not enough memory to measure the loudness; end other programs and try again")
        }
    }
}
