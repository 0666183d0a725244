// Room: Stretch. One thread; arithmetic on the caller's memory.
import Glibc

/// The law by which one sound turns into another without a click, a dip or a bump.
///
/// Raised-cosine gains, divided by what they do to the loudness: how much that is depends on how alike the two are. For the
/// same sound twice they add up to 1 (what comes out is what went in), for two that have nothing in common it is the
/// equal-power fade.
public enum Joint {
    /// Mixes `new` under `old` in place, into `new`; `old` may be shorter, its rest is silence. Both are as long as the fade.
    public static func mix(_ old: UnsafeBufferPointer<SIMD2<Float>>, into new: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        let likeness = unsafe likeness(old, UnsafeBufferPointer(new))
        for index in 0..<new.count {
            let gain = Float(0.5 - 0.5 * cos(Double.pi * (Double(index) + 0.5) / Double(new.count)))
            let other = 1 - gain
            let power = gain * gain + other * other + 2 * gain * other * likeness
            let before = unsafe index < old.count ? old[index] : .zero
            unsafe new[index] = (before * other + new[index] * gain) / sqrtf(power)
        }
    }

    /// Normalised correlation, 0 (nothing in common, or turned over) to 1.
    static func likeness(_ old: UnsafeBufferPointer<SIMD2<Float>>, _ new: UnsafeBufferPointer<SIMD2<Float>>) -> Float {
        var product = SIMD2<Float>.zero
        var powers = (SIMD2<Float>.zero, SIMD2<Float>.zero)
        for index in 0..<min(old.count, new.count) {
            let pair = unsafe (old[index], new[index])
            product += pair.0 * pair.1
            powers.0 += pair.0 * pair.0
            powers.1 += pair.1 * pair.1
        }
        let scale = sqrtf(powers.0.sum() * powers.1.sum())
        return scale > 1e-9 ? min(1, max(0, product.sum() / scale)) : 0
    }

    /// By how many frames `new` is to be shifted (0 to `new.count - old.count`) to be most like `old`; the middle where
    /// nothing is alike. A stretcher turns the phase of every partial, so that the same music is not in step.
    ///
    /// In two rounds, every fourth frame first: a few hundred thousand multiplications in all.
    public static func bestShift(
        _ old: UnsafeBufferPointer<SIMD2<Float>>, in new: UnsafeBufferPointer<SIMD2<Float>>
    ) -> Int {
        let room = new.count - old.count
        guard room > 0, !old.isEmpty else { return 0 }
        let coarse = unsafe best(old, new, stride(from: 0, through: room, by: 4), every: 4, middle: room / 2)
        let near = max(0, coarse - 3)...min(room, coarse + 3)
        return unsafe best(old, new, stride(from: near.lowerBound, through: near.upperBound, by: 1), every: 1, middle: coarse)
    }

    private static func best(
        _ old: UnsafeBufferPointer<SIMD2<Float>>, _ new: UnsafeBufferPointer<SIMD2<Float>>, _ shifts: StrideThrough<Int>,
        every step: Int, middle: Int
    ) -> Int {
        var best = middle
        var highest: Float = 1e-3
        for shift in shifts {
            var product = SIMD2<Float>.zero
            var power = SIMD2<Float>.zero
            var index = 0
            while index < old.count {
                let frame = unsafe new[shift + index]
                unsafe product += old[index] * frame
                power += frame * frame
                index += step
            }
            // The old one's power is the same for all of them. A little more is not worth a longer way.
            let nearness = 1 - 1e-3 * Float(abs(shift - middle)) / Float(new.count)
            let likeness = product.sum() / sqrtf(max(power.sum(), 1e-9)) * nearness
            if likeness > highest {
                highest = likeness
                best = shift
            }
        }
        return best
    }
}
