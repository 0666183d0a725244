// Bit rates of segments and recordings. Any thread; no I/O.

extension Segment {
    /// The bit rate in kbit/s over all channels: the requested one of a lossy encoder, else that of the file; nil when the file or
    /// its length is unknown.
    public var kilobits: Int? { bitRate ?? Self.kilobits(bytes, frames: frames, rate: rate) }

    /// The bit rate in kbit/s of so many bytes with so many frames; nil without any.
    public static func kilobits(_ bytes: Int64, frames: Int64, rate: Int) -> Int? {
        guard bytes > 0, frames > 0, rate > 0 else { return nil }
        return Int(Int64(nearest: min(1e9, Double(bytes) * 8 / 1000 / (Double(frames) / Double(rate)))))
    }
}

extension Recording {
    /// The bit rate in kbit/s: the requested one if all segments have the same, else that of all files together; nil when it is
    /// unknown.
    public var kilobits: Int? {
        guard let first = segments.first else { return nil }
        if let asked = first.bitRate, segments.allSatisfy({ $0.bitRate == asked }) { return asked }
        let seconds = segments.reduce(0) { $0 + Double($1.frames) / Double(max(1, $1.rate)) }
        guard bytes > 0, seconds > 0 else { return nil }
        return Int(Int64(nearest: min(1e9, Double(bytes) * 8 / 1000 / seconds)))
    }
}
