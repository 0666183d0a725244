// JACK thread only.
internal import CJack

/// Peak and RMS of one stereo place, published some 30 times a second.
///
/// The peak is that of the last window (1/30 s); RMS is over the last three windows (0.1 s), long enough for 20 Hz and short
/// enough that a value is out less than 150 ms after its signal. The held peak falls back after 1.5 s.
///
/// Samples that are no numbers are silence to it, and what it says is always a number.
struct Meter {
    /// Result of `measure`. It tells of the samples as they are, numbers or not.
    struct Finding {
        static var infinity: Int32 {
            @_noLocks @_noAllocation get { 0x7f80_0000 }
        }
        private static var fullScale: Int32 {
            @_noLocks @_noAllocation get { 0x3f80_0000 }
        }

        /// New values are to be published.
        fileprivate(set) var isWindowComplete = false
        /// Bits of the highest magnitude.
        private var highest: Int32 = 0

        /// Some samples are no numbers (NaN, infinite).
        var hasNonFinite: Bool {
            @_noLocks @_noAllocation get { highest >= Finding.infinity }
        }
        /// Some samples are past full scale, or no numbers.
        var isOverFullScale: Bool {
            @_noLocks @_noAllocation get { highest > Finding.fullScale }
        }

        @_noLocks @_noAllocation
        fileprivate mutating func include(_ magnitude: Int32) { highest = max(highest, magnitude) }
    }

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

    /// Measures `count` samples of both channels. The magnitudes that the meter looks at also answer the callback's other
    /// questions about a period, so that no pass of its own is needed for them.
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

    @_noLocks @_noAllocation
    mutating func resetHold() {
        held = .zero
        heldFor = .zero
    }

    /// Adds a part of a window. Returns the bits of the highest magnitude.
    @_noLocks @_noAllocation
    private mutating func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Int32 {
        // Eight lanes and a scalar rest: one chain of dependent adds would cost four times as much. Magnitudes are compared by
        // their bits as signed integers: they have the order of the numbers, and every x86-64 has that comparison.
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

    /// Adds a part in which some samples are no numbers, one by one and without those.
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
