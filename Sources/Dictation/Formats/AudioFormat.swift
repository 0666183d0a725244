// A value any thread may hold; no I/O, no C.

/// What a take is recorded as: container, sample encoding, rate, channels and bit rate, known to go together.
///
/// Any thread. A value of this type is always one that the writer can write: the initialiser refuses the others.
public struct AudioFormat: Sendable, Hashable {
    public let container: Container
    public let encoding: SampleEncoding
    /// Frames a second.
    public let rate: Int
    /// 1 (the mean of both sides) or 2.
    public let channels: Int
    /// kbit a second over all channels; nil where nothing is lost.
    public let bitRate: Int?

    /// Any thread. Without an encoding the container's best one is taken, without a bit rate its usual one.
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

    /// Any thread. One that takes every rate and loses nothing.
    public init(plain rate: Int, channels: Int) {
        container = .wav
        encoding = .float
        self.rate = rate
        self.channels = min(max(1, channels), 2)
        bitRate = nil
    }

    /// Bytes one frame takes before any compression.
    public var bytesPerFrame: Int { channels * encoding.bytesPerSample }

    /// Bytes a second on disk before anything of a take is known: its bit rate, and what is lossless as if nothing could be
    /// saved. Apple Lossless is written twice while the take runs, once as it will be and once plain.
    public var bytesPerSecond: Int { bitRate.map { $0 * 125 } ?? bytesPerFrame * rate * (container == .alac ? 2 : 1) }

    /// Bytes a second of a running take so far, of which `bytes` are in its file so far. For the first ten seconds that says
    /// little; then it is true for what is recorded, whatever packing it takes.
    public func bytesPerSecond(of frames: Int64, in bytes: Int64) -> Double {
        let seconds = Double(frames) / Double(rate)
        guard seconds >= 10, bytes > 0, container.isPacked else { return Double(bytesPerSecond) }
        return Double(bytes) / seconds + (container == .alac ? Double(bytesPerFrame * rate) : 0)
    }
}
