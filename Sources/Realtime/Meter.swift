// Peak and RMS meter. JACK thread only.
internal import CJack

/// Peak and RMS of one stereo signal, published about 30 times a second.
///
/// The peak covers the last window (1/30 s). The RMS covers the last three windows (0.1 s): long enough for 20 Hz, and short
/// enough to show a value less than 150 ms after its signal. The held peak falls back after 1.5 s.
///
/// Samples that are not finite count as silence, so every meter value is finite.
struct Meter {
    /// Result of `measure`, about the raw samples, finite or not.
    struct Finding {
        /// Bit pattern of positive infinity.
        static var infinity: Int32 {
            @_noLocks @_noAllocation get { 0x7f80_0000 }
        }
        /// Bit pattern of 1.0.
        private static var fullScale: Int32 {
            @_noLocks @_noAllocation get { 0x3f80_0000 }
        }

        /// Bit pattern of 1 - 2^-15, the highest sample of a converter with 16 bits.
        private static var converterFullScale: Int32 {
            @_noLocks @_noAllocation get { 0x3f7f_fe00 }
        }

        /// True when a window is complete and its values can be published.
        fileprivate(set) var isWindowComplete = false
        /// Bit pattern of the highest magnitude.
        private var highest: Int32 = 0

        /// True when some samples are not finite (NaN, infinite).
        var hasNonFinite: Bool {
            @_noLocks @_noAllocation get { highest >= Finding.infinity }
        }
        /// True when some samples exceed full scale or are not finite.
        var isOverFullScale: Bool {
            @_noLocks @_noAllocation get { highest > Finding.fullScale }
        }

        /// True when some samples are at a converter's full scale, or past it: an input that clips gives no higher ones.
        var isAtFullScale: Bool {
            @_noLocks @_noAllocation get { highest >= Finding.converterFullScale }
        }

        @_noLocks @_noAllocation
        fileprivate mutating func include(_ magnitude: Int32) { highest = max(highest, magnitude) }
    }

    /// Number of measured windows in a second.
    static let windowsPerSecond = 30
    private static let windowsHeld = 45

    /// Highest magnitude of the last window, linear.
    private(set) var peak = Frame.zero
    /// RMS of the last three windows, linear.
    private(set) var rms = Frame.zero
    /// Highest peak of the last 1.5 s, linear.
    private(set) var held = Frame.zero

    private let windowFrames: Int
    private var filled = 0
    private var windowPeak = Frame.zero
    private var windowSum = SIMD2<Double>.zero
    private var olderSums = InlineArray<2, SIMD2<Double>>(repeating: .zero)
    private var heldFor = SIMD2<Int32>.zero

    /// Makes a meter for `rate` in Hz.
    init(rate: Int) { windowFrames = max(1, rate / Meter.windowsPerSecond) }

    /// Measures `count` frames. The finding also answers the callback's other questions about the period (clipping, samples
    /// that are not finite), which saves a second pass over the samples.
    @_noLocks @_noAllocation
    mutating func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Finding {
        var finding = Finding()
        var start = 0
        while start < count {
            let part = min(count - start, windowFrames - filled)
            unsafe finding.include(add(left + start, right + start, part))
            start += part
            filled += part
            if filled == windowFrames {
                finishWindow()
                finding.isWindowComplete = true
            }
        }
        return finding
    }

    /// Resets the held peaks.
    @_noLocks @_noAllocation
    mutating func resetHold() {
        held = .zero
        heldFor = .zero
    }

    /// Adds a part of a window and returns the bit pattern of the highest magnitude.
    @_noLocks @_noAllocation
    private mutating func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Int32 {
        // Eight lanes and a scalar rest: a single chain of dependent additions would cost four times as much. Magnitudes are
        // compared as signed integers, which sort like the floats and which every x86-64 processor can compare.
        var highest = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
        var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var i = 0
        while i &+ 8 <= count {
            let l = unsafe UnsafeRawPointer(left + i).loadUnaligned(as: SIMD8<Int32>.self) & SIMD8(repeating: Int32.max)
            let r = unsafe UnsafeRawPointer(right + i).loadUnaligned(as: SIMD8<Int32>.self) & SIMD8(repeating: Int32.max)
            highest.0 = highest.0.replacing(with: l, where: l .> highest.0)
            highest.1 = highest.1.replacing(with: r, where: r .> highest.1)
            let x = unsafe unsafeBitCast(l, to: SIMD8<Float>.self)
            let y = unsafe unsafeBitCast(r, to: SIMD8<Float>.self)
            sums.0 += x * x
            sums.1 += y * y
            i &+= 8
        }
        var peak = SIMD2<Int32>.zero
        var sum = SIMD2<Double>.zero
        for lane in 0..<8 {
            peak[0] = max(peak[0], highest.0[lane])
            peak[1] = max(peak[1], highest.1[lane])
            sum[0] += Double(sums.0[lane])
            sum[1] += Double(sums.1[lane])
        }
        while i < count {
            let l = unsafe abs(left[i])
            let r = unsafe abs(right[i])
            peak[0] = max(peak[0], Int32(bitPattern: l.bitPattern))
            peak[1] = max(peak[1], Int32(bitPattern: r.bitPattern))
            sum[0] += Double(l * l)
            sum[1] += Double(r * r)
            i &+= 1
        }
        let top = max(peak[0], peak[1])
        if top < Finding.infinity {
            windowPeak[0] = max(windowPeak[0], Float(bitPattern: UInt32(bitPattern: peak[0])))
            windowPeak[1] = max(windowPeak[1], Float(bitPattern: UInt32(bitPattern: peak[1])))
            windowSum += sum
        } else {
            unsafe addNumbers(left, right, count)
        }
        return top
    }

    /// Adds a part of a window sample by sample; samples that are not finite count as silence.
    @_noLocks @_noAllocation
    private mutating func addNumbers(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
        for i in 0..<count {
            let l = unsafe abs(finite(left[i]))
            let r = unsafe abs(finite(right[i]))
            windowPeak[0] = max(windowPeak[0], l)
            windowPeak[1] = max(windowPeak[1], r)
            windowSum += SIMD2(Double(l * l), Double(r * r))
        }
    }

    /// Computes the values of a complete window and begins the next one.
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

    /// Square root of a mean square. Squares of magnitudes above 10^19 overflow; the result is then the largest finite float.
    @_noLocks @_noAllocation
    private func level(_ mean: Double) -> Float {
        let root = dicta_sqrtf(Float(mean))
        return isFinite(root) ? root : 0x1.fffffep127
    }
}
