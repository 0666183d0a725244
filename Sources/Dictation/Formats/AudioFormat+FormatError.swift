// Errors in a requested format, and their texts. Any thread; a value, no I/O, no C.
internal import Messages

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
            return tr("\"\(word)\" is not a recording format; use one of: \(known)")
        case .unknownEncoding(let word):
            let known = AudioFormat.SampleEncoding.allCases.filter(\.isLossless).map(\.word).joined(separator: ", ")
            return tr("\"\(word)\" is not a sample encoding; use one of: \(known)")
        case .encodingNotInContainer(let encoding, let container):
            guard container.isLossless else {
                return tr(
                    "\(container.rawValue) has no sample format: remove the bits and give a bit rate, or use another format")
            }
            let known = container.encodings.map(\.word).joined(separator: tr(" or "))
            return tr("\(container.rawValue) cannot hold \(encoding.word) samples; use \(known), or another format")
        case .rateNotInContainer(let rate, let container):
            switch container.rates {
            case .range(let range):
                return tr(
                    "\(container.rawValue) cannot be recorded at \(rate) Hz; use a rate from \(range.lowerBound) to "
                        + "\(range.upperBound) Hz, or another format")
            case .list:
                let known = container.rates.words
                return tr("\(container.rawValue) cannot be recorded at \(rate) Hz; use a rate of \(known) Hz, or another format")
            }
        case .channelsOutOfRange(let channels):
            return tr("a take has 1 or 2 channels, not \(channels)")
        case .bitRateOfLossless(let container):
            let lossy = AudioFormat.Container.allCases.filter { !$0.isLossless }.map(\.rawValue).joined(separator: ", ")
            return tr("\(container.rawValue) is lossless and has no bit rate; remove it, or use one of: \(lossy)")
        case .bitRateNotInContainer(let bitRate, let container, let rate, let channels):
            let known = AudioFormat.bitRates(container, rate: rate, channels: channels)?.words ?? tr("none", "numbers")
            return channels == 1
                ? tr("\(container.rawValue) has no bit rate of \(bitRate) kbit/s at \(rate) Hz in mono; use \(known)")
                : tr("\(container.rawValue) has no bit rate of \(bitRate) kbit/s at \(rate) Hz in stereo; use \(known)")
        }
    }
}
