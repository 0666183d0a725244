// A mark of what a recording sounds like. Any thread; no I/O.

extension Recording {
    /// Sixteen digits that change with the timeline, and stay the same when the recording is renamed or copied: figures that were
    /// measured of a timeline carry its mark. The spans count, and of their files what the pass that made them left: time, start
    /// frame, length and format.
    public var timelineMark: String {
        var text = ""
        for span in timeline.spans {
            if let file = segment(span.segment) {
                text += "\(file.created) \(file.startFrame) \(file.frames) \(file.rate) \(file.channels) \(file.container) "
            }
            text += "\(span.first)+\(span.length)\n"
        }
        // FNV-1a of 64 bits.
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
