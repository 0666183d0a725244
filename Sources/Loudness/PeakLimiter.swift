// A limiter of true peaks. One owner at a time; no I/O.
internal import System

/// Keeps true peaks below a ceiling, with one gain for both channels.
///
/// The gain that each frame needs is found at eight points a sample (`PeakInterpolator`). The lowest gain of the next six
/// milliseconds holds, returns within a quarter of a second, and is smoothed over the same six milliseconds by two averages, so
/// that it has reached the needed value at each peak, and neither jumps nor bends. A sound whose peaks stay below the ceiling passes unchanged, bit by bit.
@safe public final class PeakLimiter {
    /// Distance in dB of the ceiling below the highest peak that meters may show. Meters that read four points a sample by a short
    /// filter, as BS.1770 has it, show nearly 0.5 dB more in white noise.
    public static let margin = 0.5

    /// Seconds that the limiter looks ahead, and after which most of a reduction is over.
    private static let (ahead, release) = (0.006, 0.25)

    private let ceiling: Float
    /// Frames of the look-ahead.
    private let length: Int
    private let recovery: Float
    private var interpolator: PeakInterpolator
    /// Frames that wait for their gain: a ring.
    private var frames: [SIMD2<Float>]
    /// Needed gains of the look-ahead with their positions, rising from the front: the front is the lowest.
    private var lowest: [(position: Int64, gain: Float)] = []
    private var front = 0
    /// The two averages of the smoothing.
    private var averages: (MovingAverage, MovingAverage)
    private var current: Float = 1
    private var position: Int64 = 0
    /// Frames that are still to come out.
    private var waiting = 0
    /// The largest reduction so far, as a factor from 0 to 1.
    private var least: Float = 1

    /// Makes a limiter; `rate` in Hz, `ceiling` in dB of full scale.
    public init(rate: Int, ceiling: Double) {
        self.ceiling = Decibel.factor(ceiling)
        let half = max(8, Int((Double(max(1, rate)) * Self.ahead / 2).rounded()))
        length = 2 * half
        averages = (MovingAverage(half), MovingAverage(half))
        recovery = Float(1 - Mathematics.exponential(-1 / (Self.release / 3 * Double(max(1, rate)))))
        interpolator = PeakInterpolator(ceiling: Decibel.factor(ceiling))
        frames = Array(repeating: .zero, count: 2 * length + 2 * PeakInterpolator.delay + 1)
    }

    /// Largest reduction so far in dB, 0 or higher.
    public var reduction: Double { least < 1 ? -Decibel.level(least) : 0 }

    /// Takes frames and gives those whose gain is known to `take`, as many as went in once `delay` frames are in.
    public func add<Failure: Error>(
        _ sound: UnsafeBufferPointer<SIMD2<Float>>, _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        var out: [SIMD2<Float>] = []
        out.reserveCapacity(sound.count)
        for index in 0..<sound.count {
            let frame = unsafe sound[index]
            waiting += 1
            if let made = step(frame.replacing(with: 0, where: (frame * 0) .!= 0)) { out.append(made) }
        }
        try unsafe Self.give(out, take)
    }

    /// Gives the last frames.
    public func finish<Failure: Error>(
        _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        var out: [SIMD2<Float>] = []
        while waiting > 0 { if let made = step(.zero) { out.append(made) } }
        try unsafe Self.give(out, take)
    }

    private static func give<Failure: Error>(
        _ out: [SIMD2<Float>], _ take: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Void
    ) throws(Failure) {
        guard !out.isEmpty else { return }
        try unsafe out.withUnsafeBufferPointer { (buffer) throws(Failure) in try unsafe take(buffer) }
    }

    /// Frames from the input to the output: the interpolator's, the look-ahead with as much around each peak as the
    /// interpolator sees, and the smoothing.
    private var delay: Int { length + 2 * PeakInterpolator.delay }

    /// Takes one frame; gives the one `delay` before it, or nil at the beginning.
    private func step(_ frame: SIMD2<Float>) -> SIMD2<Float>? {
        let count = frames.count
        frames[Int(position % Int64(count))] = frame
        let peak = interpolator.peak(frame)
        let needed = peak > ceiling ? ceiling / peak : 1
        // The window of the minimum is as long as the smoothing, and wider by the kernel on both sides.
        let window = Int64(length + 2 * PeakInterpolator.delay)
        while lowest.count > front, lowest[lowest.count - 1].gain >= needed { lowest.removeLast() }
        lowest.append((position, needed))
        while lowest[front].position <= position - window { front += 1 }
        if front > 1024 {
            lowest.removeFirst(front)
            front = 0
        }
        let low = lowest[front].gain
        // The rest of a millionth is nothing: a sound below the ceiling is to pass unchanged.
        let risen = current + (1 - current) * recovery
        current = min(low, risen > 0.999_999 ? 1 : risen)
        let gain = min(1, averages.1.add(averages.0.add(current)))
        defer { position += 1 }
        guard position >= Int64(delay) else { return nil }
        waiting -= 1
        least = min(least, gain)
        let made = frames[Int((position - Int64(delay)) % Int64(count))]
        return gain > 0.999_999 ? made : made * gain
    }
}
