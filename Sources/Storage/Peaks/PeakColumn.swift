// One column of a waveform. A value; any thread.

/// Overview of a stretch of audio: lowest sample, highest sample and loudness of each channel.
public struct PeakColumn: Sendable, Hashable {
    /// Lowest sample, left and right; mono has the same value twice. Above `high` in a column without frames.
    public var low: SIMD2<Float>
    /// Highest sample, left and right.
    public var high: SIMD2<Float>
    /// Sum of the squares of all samples, left and right.
    public var squares: SIMD2<Float>
    /// Frames in the column.
    public var frames: Int

    /// Makes a column without frames.
    public init() {
        low = SIMD2(repeating: .infinity)
        high = SIMD2(repeating: -.infinity)
        squares = .zero
        frames = 0
    }

    init(low: SIMD2<Float>, high: SIMD2<Float>, squares: SIMD2<Float>, frames: Int) {
        self.low = low
        self.high = high
        self.squares = squares
        self.frames = frames
    }

    static func silence(_ frames: Int) -> PeakColumn {
        PeakColumn(low: .zero, high: .zero, squares: .zero, frames: frames)
    }

    /// Root mean square of the samples, left and right; 0 without frames.
    public var rms: SIMD2<Float> { frames > 0 ? (squares / Float(frames)).squareRoot() : .zero }

    /// Extends the column by the frames of another one.
    mutating func add(_ other: PeakColumn) {
        guard other.frames > 0 else { return }
        low.replace(with: other.low, where: other.low .< low)
        high.replace(with: other.high, where: other.high .> high)
        squares += other.squares
        frames += other.frames
    }
}
