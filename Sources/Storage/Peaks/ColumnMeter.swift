// Measures passing audio in columns of one length. One owner at a time; a value without I/O.

/// Divides passing audio into columns of `size` frames, and measures each.
public struct ColumnMeter: Sendable {
    /// Frames of a column.
    public let size: Int
    private let channels: Int
    /// The column in progress.
    private(set) var column = PeakColumn()

    /// Starts a column. With one channel the mean of both sides is measured, as a mono file has it.
    public init(size: Int, channels: Int) {
        self.size = max(1, size)
        self.channels = channels
    }

    /// Measures interleaved stereo frames, and gives each column that they finish.
    public mutating func add(_ samples: UnsafeBufferPointer<SIMD2<Float>>, _ take: (PeakColumn) -> Void) {
        guard let start = samples.baseAddress else { return }
        var done = 0
        while done < samples.count {
            let count = min(size - column.frames, samples.count - done)
            if channels == 2 {
                let part = unsafe UnsafeRawPointer(start + done)
                column.add(unsafe PeakMeasure.column(.float, part, frames: count, channels: 2))
            } else {
                for index in done..<done + count {
                    let mean = unsafe (samples[index].x + samples[index].y) * 0.5
                    column.add(PeakColumn(one: SIMD2(mean, mean)))
                }
            }
            done += count
            if let column = takeFull() { take(column) }
        }
    }

    /// Measures silence of `count` frames, and gives each column that it finishes.
    public mutating func addSilence(_ count: Int, _ take: (PeakColumn) -> Void) {
        var left = count
        while left > 0 {
            let part = min(left, size - column.frames)
            column.add(.silence(part))
            left -= part
            if let column = takeFull() { take(column) }
        }
    }

    /// Adds a measured part, which may not have more frames than the column has space for. Returns the column if that is its
    /// end.
    mutating func add(_ part: PeakColumn) -> PeakColumn? {
        column.add(part)
        return takeFull()
    }

    /// Gives the frames of the column in progress; nil without any. The next column begins.
    mutating func takeRest() -> PeakColumn? {
        defer { column = PeakColumn() }
        return column.frames > 0 ? column : nil
    }

    private mutating func takeFull() -> PeakColumn? { column.frames >= size ? takeRest() : nil }
}
