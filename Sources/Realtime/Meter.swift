// Room: Realtime. JACK thread only.
internal import CJack

/// Peak and RMS of one stereo place, published some 30 times a second.
///
/// The peak is that of the last window (1/30 s); RMS is over the last three windows (0.1 s), long enough for 20 Hz and short
/// enough that a value is out less than 150 ms after its signal. The held peak falls back after 1.5 s.
///
/// Samples that are no numbers are silence to it, and what it says is always a number.
struct Meter {
    static let windowsPerSecond = 30
    private static let windowsHeld = 45

    private(set) var peak = Frame.zero
    private(set) var rms = Frame.zero
    private(set) var held = Frame.zero

    private let windowFrames: Int
    private var filled = 0
    private var windowPeak = Frame.zero
    private var windowSum = SIMD2<Double>.zero
    private var olderSums = InlineArray<2, SIMD2<Double>>(repeating: .zero)
    private var heldFor = SIMD2<Int32>.zero

    init(rate: Int) { windowFrames = max(1, rate / Meter.windowsPerSecond) }

    /// Measures `count` samples of both channels; true when a window was completed and new values are to be published.
    @_noLocks @_noAllocation
    mutating func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Bool {
        var isNew = false
        var start = 0
        while start < count {
            let part = min(count - start, windowFrames - filled)
            unsafe add(left + start, right + start, part)
            start += part
            filled += part
            if filled == windowFrames {
                finishWindow()
                isNew = true
            }
        }
        return isNew
    }

    @_noLocks @_noAllocation
    mutating func resetHold() {
        held = .zero
        heldFor = .zero
    }

    @_noLocks @_noAllocation
    private mutating func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
        // Eight lanes and a scalar rest: one chain of dependent adds would cost four times as much.
        var peaks = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var i = 0
        while i &+ 8 <= count {
            let l = unsafe magnitude(left + i)
            let r = unsafe magnitude(right + i)
            peaks.0 = peaks.0.replacing(with: l, where: l .> peaks.0)
            peaks.1 = peaks.1.replacing(with: r, where: r .> peaks.1)
            sums.0 += l * l
            sums.1 += r * r
            i &+= 8
        }
        var peak = Frame.zero
        var sum = SIMD2<Double>.zero
        for lane in 0..<8 {
            peak[0] = max(peak[0], peaks.0[lane])
            peak[1] = max(peak[1], peaks.1[lane])
            sum[0] += Double(sums.0[lane])
            sum[1] += Double(sums.1[lane])
        }
        while i < count {
            let l = unsafe finite(left[i])
            let r = unsafe finite(right[i])
            peak[0] = max(peak[0], abs(l))
            peak[1] = max(peak[1], abs(r))
            sum[0] += Double(l * l)
            sum[1] += Double(r * r)
            i &+= 1
        }
        windowPeak[0] = max(windowPeak[0], peak[0])
        windowPeak[1] = max(windowPeak[1], peak[1])
        windowSum += sum
    }

    /// Eight magnitudes, 0 for what is no number.
    @_noLocks @_noAllocation
    private func magnitude(_ samples: UnsafePointer<Float>) -> SIMD8<Float> {
        let bits = unsafe UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7fff_ffff)
        let numbers = bits.replacing(with: SIMD8<UInt32>.zero, where: bits .>= SIMD8(repeating: 0x7f80_0000))
        return unsafe unsafeBitCast(numbers, to: SIMD8<Float>.self)
    }

    @_noLocks @_noAllocation
    private mutating func finishWindow() {
        let mean = (windowSum + olderSums[0] + olderSums[1]) / Double(3 * windowFrames)
        rms = Frame(level(mean[0]), level(mean[1]))
        peak = windowPeak
        for channel in 0..<2 {
            if peak[channel] >= held[channel] || heldFor[channel] >= Int32(Meter.windowsHeld) {
                held[channel] = peak[channel]
                heldFor[channel] = 0
            } else {
                heldFor[channel] += 1
            }
        }
        olderSums[0] = olderSums[1]
        olderSums[1] = windowSum
        windowSum = .zero
        windowPeak = .zero
        filled = 0
    }

    /// Squares of numbers past 10^19 are none any more: the highest there is stands for them.
    @_noLocks @_noAllocation
    private func level(_ mean: Double) -> Float {
        let root = dicta_sqrtf(Float(mean))
        return isFinite(root) ? root : 0x1.fffffep127
    }
}
