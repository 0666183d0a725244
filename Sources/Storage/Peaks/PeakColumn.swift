// A value any thread may hold.

/// What a stretch of audio looks like from afar: lowest and highest sample and loudness of each channel.
public struct PeakColumn: Sendable, Hashable {
    /// Left and right; mono is on both sides. Above `high` where there is no frame.
    public var low: SIMD2<Float>
    public var high: SIMD2<Float>
    /// Sum of the squares of all samples.
    public var squares: SIMD2<Float>
    public var frames: Int

    /// Of no frame at all.
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

    public var rms: SIMD2<Float> { frames > 0 ? (squares / Float(frames)).squareRoot() : .zero }

    mutating func add(_ other: PeakColumn) {
        guard other.frames > 0 else { return }
        low.replace(with: other.low, where: other.low .< low)
        high.replace(with: other.high, where: other.high .> high)
        squares += other.squares
        frames += other.frames
    }
}
