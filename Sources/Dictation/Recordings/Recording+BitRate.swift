// Bit rates of segments and recordings. Any thread; no I/O.

extension Segment {
    /// The bit rate in kbit/s over all channels: the requested one of a lossy encoder, that of the samples in a file without
    /// compression, else that of the file; nil when the file or its length is unknown.
    public var kilobits: Int? { fixedKilobits ?? Self.kilobits(bytes, frames: frames, rate: rate) }

    /// The bit rate that does not depend on the sound; nil for all others. The header of a short file is no part of it.
    fileprivate var fixedKilobits: Int? {
        if let bitRate { return bitRate }
        // A format of a lossy container without a known bit rate would have the usual one.
        guard let format = AudioFormat(of: self), format.container.isLossless else { return nil }
        return format.fixedKilobits
    }

    /// The bit rate in kbit/s of so many bytes with so many frames; nil without any.
    public static func kilobits(_ bytes: Int64, frames: Int64, rate: Int) -> Int? {
        guard bytes > 0, frames > 0, rate > 0 else { return nil }
        return Int(Int64(nearest: min(1e9, Double(bytes) * 8 / 1000 / (Double(frames) / Double(rate)))))
    }
}

extension [Segment] {
    /// The bit rate in kbit/s: that of each segment if it is the same and does not depend on the sound, else that of all files
    /// together; nil when it is unknown.
    public var kilobits: Int? {
        guard let first else { return nil }
        if let fixed = first.fixedKilobits, allSatisfy({ $0.fixedKilobits == fixed }) { return fixed }
        let seconds = reduce(0) { $0 + Double($1.frames) / Double(Swift.max(1, $1.rate)) }
        let bytes = reduce(Int64(0)) { $0.boundedSum($1.bytes) }
        guard bytes > 0, seconds > 0 else { return nil }
        return Int(Int64(nearest: Swift.min(1e9, Double(bytes) * 8 / 1000 / seconds)))
    }
}
