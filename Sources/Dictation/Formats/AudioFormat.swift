// The format of a take. Any thread; a value, no I/O, no C.

/// The format of a take: container, sample encoding, sample rate, channels and bit rate, known to fit together.
///
/// Every value of this type can be written: the initialiser refuses all others.
public struct AudioFormat: Sendable, Hashable {
    /// The kind of file.
    public let container: Container
    /// The encoding of samples.
    public let encoding: SampleEncoding
    /// Sample rate in frames a second.
    public let rate: Int
    /// 1 (the mean of left and right) or 2.
    public let channels: Int
    /// Bit rate in kbit/s over all channels; nil for lossless containers.
    public let bitRate: Int?

    /// Makes a format. The default encoding is the container's best, the default bit rate its usual one. Throws the first
    /// misfit.
    public init(
        container: Container = .wav, encoding: SampleEncoding? = nil, rate: Int, channels: Int = 2, bitRate: Int? = nil
    ) throws(FormatError) {
        let encoding = encoding ?? container.defaultEncoding
        guard container.encodings.contains(encoding) else {
            throw .encodingNotInContainer(encoding, container)
        }
        guard container.rates.contains(rate) else { throw .rateNotInContainer(rate, container) }
        guard (1...2).contains(channels) else { throw .channelsOutOfRange(channels) }
        if let bitRate {
            guard let known = Self.bitRates(container, rate: rate, channels: channels) else {
                throw .bitRateOfLossless(container)
            }
            guard known.contains(bitRate) else {
                throw .bitRateNotInContainer(bitRate, container, rate: rate, channels: channels)
            }
        }
        self.container = container
        self.encoding = encoding
        self.rate = rate
        self.channels = channels
        self.bitRate = bitRate ?? Self.defaultBitRate(container, rate: rate, channels: channels)
    }

    /// Makes a format that accepts every sample rate and loses nothing: WAV with float samples.
    public init(plain rate: Int, channels: Int) {
        container = .wav
        encoding = .float
        self.rate = rate
        self.channels = min(max(1, channels), 2)
        bitRate = nil
    }

    /// Bytes of one frame before compression.
    public var bytesPerFrame: Int { channels * encoding.bytesPerSample }
}
