// Bytes that a second of a take takes on the disk, learnt from takes. Any thread; a value, no I/O.

/// Knows how many bytes a second takes, in formats whose size depends on the sound: from the newest takes of the same format, or
/// of one like it, or from what is usual.
public struct RateMemory: Sendable, Hashable {
    /// Sum of a take: its bytes, its length, and the bytes that its format takes without compression or at its bit rate.
    private struct Part: Sendable, Hashable {
        var bytes: Double
        var seconds: Double
        var nominal: Double
    }

    /// The newest takes of each format, the oldest first.
    private var parts: [AudioFormat: [Part]] = [:]

    /// Takes of one format that are remembered.
    private static let most = 8
    /// Seconds of the shortest take that says something: a file begins with its header.
    private static let shortest = 3.0
    /// Seconds after which a running take says more than all earlier ones.
    public static let ownSeconds = 10.0

    /// Makes a memory without takes.
    public init() {}

    /// Learns from a take that was closed.
    public mutating func learn(_ segment: Segment) {
        guard let (format, part) = Self.part(segment) else { return }
        parts[format] = ((parts[format] ?? []) + [part]).suffix(Self.most)
    }

    /// Learns from takes that are older than all others, the newest first.
    public mutating func learn(older segments: [Segment]) {
        for segment in segments {
            guard let (format, part) = Self.part(segment), parts[format]?.count ?? 0 < Self.most else { continue }
            parts[format, default: []].insert(part, at: 0)
        }
    }

    /// The format and the sum of a take; nil for one that says nothing.
    private static func part(_ segment: Segment) -> (AudioFormat, Part)? {
        guard let format = AudioFormat(of: segment), format.container.isPacked, segment.bytes > 0 else { return nil }
        let seconds = Double(segment.frames) / Double(format.rate)
        guard seconds >= shortest else { return nil }
        return (
            format, Part(bytes: Double(segment.bytes), seconds: seconds, nominal: Double(format.nominalBytesPerSecond) * seconds)
        )
    }

    /// Bytes a second of the file of a take to come.
    public func bytesPerSecond(of format: AudioFormat) -> Double {
        let nominal = Double(format.nominalBytesPerSecond)
        guard format.container.isPacked else { return nominal }
        if let known = parts[format] {
            return known.reduce(0) { $0 + $1.bytes } / max(1, known.reduce(0) { $0 + $1.seconds })
        }
        let alike = parts.filter { $0.key.container == format.container && $0.key.encoding == format.encoding }.flatMap(\.value)
        let sum = alike.reduce(0) { $0 + $1.nominal }
        return nominal * (sum > 0 ? alike.reduce(0) { $0 + $1.bytes } / sum : format.usualRatio)
    }

    /// Bytes a second that a take to come takes on the disk while it runs. Apple Lossless is written twice: once compressed, once
    /// as PCM.
    public func roomPerSecond(of format: AudioFormat) -> Double {
        bytesPerSecond(of: format) + (format.container == .alac ? Double(format.nominalBytesPerSecond) : 0)
    }

    /// Bytes a second on the disk of a running take, which has written `frames` frames in `room` bytes, all of its files together.
    public func roomPerSecond(of format: AudioFormat, frames: Int64, room: Int64) -> Double {
        let seconds = Double(frames) / Double(format.rate)
        guard seconds >= Self.ownSeconds, room > 0, format.container.isPacked else { return roomPerSecond(of: format) }
        return Double(room) / seconds
    }
}

extension AudioFormat {
    /// The format of a segment; nil for one that cannot be recorded, such as AAC.
    public init?(of segment: Segment) {
        guard let container = Container(rawValue: segment.container), let encoding = SampleEncoding(rawValue: segment.encoding)
        else { return nil }
        do throws(FormatError) {
            try self.init(
                container: container, encoding: encoding, rate: segment.rate, channels: segment.channels, bitRate: segment.bitRate
            )
        } catch {
            return nil
        }
    }

    /// Bytes a second of the file by the bit rate, or for lossless containers without compression.
    public var nominalBytesPerSecond: Int { bitRate.map { $0 * 125 } ?? bytesPerFrame * rate }

    /// The bit rate in kbit/s where it does not depend on the sound: the requested one, or that of samples without compression.
    public var fixedKilobits: Int? { bitRate ?? (container.isPacked ? nil : nominalBytesPerSecond / 125) }

    /// The share of `nominalBytesPerSecond` that speech and music usually take, before any take is known.
    var usualRatio: Double {
        switch (container, encoding) {
        case (.flac, .pcm16), (.alac, .pcm16): 0.55
        case (.flac, _), (.alac, _): 0.65
        case (.ogg, _): 0.9
        default: 1
        }
    }
}
