// Room: Dictation. A value any thread may hold; no I/O, no C.

/// What a take is recorded as: container, sample encoding, rate and channels, known to go together.
///
/// Any thread. A value of this type is always one that the writer can write: the initialiser refuses the others.
public struct AudioFormat: Sendable, Hashable {
    public let container: Container
    public let encoding: SampleEncoding
    /// Frames a second.
    public let rate: Int
    /// 1 (the mean of both sides) or 2.
    public let channels: Int

    /// The rates a take may have. Above, no card goes; below, no container is sure to say it right.
    public static let rates = 1_000...768_000

    /// Any thread. Without an encoding the container's best one is taken.
    public init(
        container: Container = .wav, encoding: SampleEncoding? = nil, rate: Int, channels: Int = 2
    ) throws(FormatError) {
        let encoding = encoding ?? container.defaultEncoding
        guard container.encodings.contains(encoding) else {
            throw .encodingNotInContainer(encoding, container)
        }
        let highest = min(Self.rates.upperBound, container.highestRate)
        guard (Self.rates.lowerBound...highest).contains(rate) else {
            throw .rateOutOfRange(rate, container, highest: highest)
        }
        guard (1...2).contains(channels) else { throw .channelsOutOfRange(channels) }
        self.container = container
        self.encoding = encoding
        self.rate = rate
        self.channels = channels
    }

    /// Bytes one frame takes before any compression.
    public var bytesPerFrame: Int { channels * encoding.bytesPerSample }
}
