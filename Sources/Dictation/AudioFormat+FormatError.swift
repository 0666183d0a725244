// Room: Dictation. A value any thread may hold; no I/O, no C.

/// Why a format was refused; the words say what to ask for instead.
public enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownContainer(String)
    case unknownEncoding(String)
    case encodingNotInContainer(AudioFormat.SampleEncoding, AudioFormat.Container)
    case rateOutOfRange(Int, AudioFormat.Container, highest: Int)
    case channelsOutOfRange(Int)

    public var description: String {
        switch self {
        case .unknownContainer(let word):
            let known = AudioFormat.Container.allCases.map(\.rawValue).joined(separator: ", ")
            return "\"\(word)\" is no format that can be recorded; use one of: \(known)"
        case .unknownEncoding(let word):
            let known = AudioFormat.SampleEncoding.allCases.map(\.word).joined(separator: ", ")
            return "\"\(word)\" is no sample encoding; use one of: \(known)"
        case .encodingNotInContainer(let encoding, let container):
            let known = container.encodings.map(\.word).joined(separator: " or ")
            return "\(container.rawValue) cannot hold \(encoding.word) samples; use \(known), or another format"
        case .rateOutOfRange(let rate, let container, let highest):
            let lowest = AudioFormat.rates.lowerBound
            return "\(container.rawValue) cannot be recorded at \(rate) Hz; use a rate from \(lowest) to \(highest) Hz"
        case .channelsOutOfRange(let channels):
            return "a take has 1 or 2 channels, not \(channels)"
        }
    }
}
