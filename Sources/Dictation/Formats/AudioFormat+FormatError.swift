// A value any thread may hold; no I/O, no C.

/// Why a format was refused; the words say what to ask for instead.
public enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownContainer(String)
    case unknownEncoding(String)
    case encodingNotInContainer(AudioFormat.SampleEncoding, AudioFormat.Container)
    case rateNotInContainer(Int, AudioFormat.Container)
    case channelsOutOfRange(Int)
    /// A bit rate for what has none.
    case bitRateOfLossless(AudioFormat.Container)
    case bitRateNotInContainer(Int, AudioFormat.Container, rate: Int, channels: Int)

    public var description: String {
        switch self {
        case .unknownContainer(let word):
            let known = AudioFormat.Container.allCases.map(\.rawValue).joined(separator: ", ")
            return "\"\(word)\" is no format that can be recorded; use one of: \(known)"
        case .unknownEncoding(let word):
            let known = AudioFormat.SampleEncoding.allCases.filter(\.isLossless).map(\.word).joined(separator: ", ")
            return "\"\(word)\" is no sample encoding; use one of: \(known)"
        case .encodingNotInContainer(let encoding, let container):
            guard container.isLossless else {
                return "\(container.rawValue) has no bits a sample: leave them out and say the bit rate, or use another format"
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
            return "\(container.rawValue) loses nothing and has no bit rate; leave it out, or use one of: \(lossy)"
        case .bitRateNotInContainer(let bitRate, let container, let rate, let channels):
            let known = AudioFormat.bitRates(container, rate: rate, channels: channels)?.words ?? "none"
            let sides = channels == 1 ? "mono" : "stereo"
            return "\(container.rawValue) has no \(bitRate) kbit/s at \(rate) Hz in \(sides); use \(known)"
        }
    }

    private static func preposition(_ container: AudioFormat.Container) -> String {
        if case .list = container.rates { "of " } else { "" }
    }
}
