// Errors in a requested format, and their texts. Any thread; a value, no I/O, no C.

/// The reason that a format is refused; the text names a format to use instead.
public enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No container has that name.
    case unknownContainer(String)
    /// No sample encoding has that name.
    case unknownEncoding(String)
    /// The container cannot hold that sample encoding.
    case encodingNotInContainer(AudioFormat.SampleEncoding, AudioFormat.Container)
    /// The container cannot be recorded at that sample rate, in Hz.
    case rateNotInContainer(Int, AudioFormat.Container)
    /// A take has 1 or 2 channels.
    case channelsOutOfRange(Int)
    /// A bit rate was given for a lossless container.
    case bitRateOfLossless(AudioFormat.Container)
    /// The container has no such bit rate (kbit/s) at that sample rate and number of channels.
    case bitRateNotInContainer(Int, AudioFormat.Container, rate: Int, channels: Int)

    /// One line for the user: the problem, then the cure.
    public var description: String {
        switch self {
        case .unknownContainer(let word):
            let known = AudioFormat.Container.allCases.map(\.rawValue).joined(separator: ", ")
            return "\"\(word)\" is not a recording format; use one of: \(known)"
        case .unknownEncoding(let word):
            let known = AudioFormat.SampleEncoding.allCases.filter(\.isLossless).map(\.word).joined(separator: ", ")
            return "\"\(word)\" is not a sample encoding; use one of: \(known)"
        case .encodingNotInContainer(let encoding, let container):
            guard container.isLossless else {
                return "\(container.rawValue) has no sample format: remove the bits and give a bit rate, or use another format"
            }
            let known = container.encodings.map(\.word).joined(separator: " or ")
            return "\(container.rawValue) cannot hold \(encoding.word) samples; use \(known), or another format"
        case .rateNotInContainer(let rate, let container):
            return "\(container.rawValue) cannot be recorded at \(rate) Hz; use a rate \(Self.preposition(container))"
                + "\(container.rates.words) Hz, or another format"
        case .channelsOutOfRange(let channels):
            return "a take has 1 or 2 channels, not \(channels)"
        case .bitRateOfLossless(let container):
            let lossy = AudioFormat.Container.allCases.filter { !$0.isLossless }.map(\.rawValue).joined(separator: ", ")
            return "\(container.rawValue) is lossless and has no bit rate; remove it, or use one of: \(lossy)"
        case .bitRateNotInContainer(let bitRate, let container, let rate, let channels):
            let known = AudioFormat.bitRates(container, rate: rate, channels: channels)?.words ?? "none"
            let sides = channels == 1 ? "mono" : "stereo"
            return "\(container.rawValue) has no bit rate of \(bitRate) kbit/s at \(rate) Hz in \(sides); use \(known)"
        }
    }

    private static func preposition(_ container: AudioFormat.Container) -> String {
        if case .list = container.rates { "of " } else { "" }
    }
}
