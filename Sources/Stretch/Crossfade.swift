// Crossfades two sounds. Pure arithmetic on the caller's memory; any thread, one owner of the memory.
import System

/// Turns one sound into another without a click, a dip or a bump.
///
/// The gains are raised cosines, divided by their effect on the loudness, which depends on how alike the two sounds are. For
/// two equal sounds the gains add up to 1 (the output is the input, bit for bit); for sounds without anything in common the
/// result is an equal-power fade.
public enum Crossfade {
    /// Stereo frames in the caller's memory.
    public typealias Frames = UnsafeBufferPointer<SIMD2<Float>>

    /// Crossfades from `old` to `new` in place; `new` is as long as the fade. A shorter `old` fades out within
    /// its own length.
    ///
    /// The fade keeps the power even as far as no sample gets higher than the highest of both sounds on its side: two peaks that fall
    /// together would be 3 dB above each of them. From there on it keeps the sum of the gains even instead, over its whole length.
    public static func mix(_ old: Frames, into new: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        guard unsafe !old.elementsEqual(new) else { return }
        let likeness = unsafe likeness(old, UnsafeBufferPointer(new))
        let highest = unsafe pointwiseMax(peak(UnsafeBufferPointer(new)), peak(old))
        // Gain from the even sum to the even power, at least 1.
        func lift(_ gain: Float, _ other: Float) -> Float {
            1 / (gain * gain + other * other + 2 * gain * other * likeness).squareRoot()
        }
        func gains(_ index: Int) -> (gain: Float, other: Float) {
            (Curve.raisedCosine(index, of: new.count), index < old.count ? 1 - Curve.raisedCosine(index, of: old.count) : 0)
        }
        var share: Float = 1
        for index in 0..<new.count {
            let (gain, other) = gains(index)
            let before = unsafe index < old.count ? old[index] : .zero
            let sum = unsafe before * other + new[index] * gain
            let lift = lift(gain, other)
            for side in 0..<2 where sum[side].magnitude * lift > highest[side] {
                share = min(share, max(0, (highest[side] / sum[side].magnitude - 1) / (lift - 1)))
            }
            unsafe new[index] = sum
        }
        for index in 0..<new.count {
            let (gain, other) = gains(index)
            let factor: Float = 1 + share * (lift(gain, other) - 1)
            let mixed: SIMD2<Float> = unsafe new[index] * factor
            unsafe new[index] = mixed.clamped(lowerBound: -highest, upperBound: highest)
        }
    }

    /// The highest magnitude of each side.
    private static func peak(_ frames: Frames) -> SIMD2<Float> {
        var highest = SIMD2<Float>.zero
        for index in frames.indices {
            let frame = unsafe frames[index]
            highest = pointwiseMax(highest, pointwiseMax(frame, -frame))
        }
        return highest
    }

    /// Returns the normalised correlation, from 0 (nothing in common, or inverted) to 1 (equal).
    static func likeness(_ old: Frames, _ new: Frames) -> Float {
        let count = min(old.count, new.count)
        let product = unsafe product(old, new, count, every: 1)
        let scale =
            unsafe self.product(old, old, count, every: 1).squareRoot() * self.product(new, new, count, every: 1).squareRoot()
        return scale > 1e-9 ? min(1, max(0, product / scale)) : 0
    }

    /// Returns the shift of `new` in frames, from 0 to `new.count - old.count`, at which it is most like `old`. Without any
    /// likeness the result is `expected`, by default the middle. A stretcher changes the phase of every partial, so the same
    /// audio at another rate is out of step.
    ///
    /// The search takes two rounds, the first over every fourth frame: about 60 000 multiplications in all.
    public static func bestShift(_ old: Frames, in new: Frames, expected: Int? = nil) -> Int {
        let room = new.count - old.count
        guard room > 0, !old.isEmpty else { return 0 }
        let middle = min(max(0, expected ?? room / 2), room)
        let coarse = unsafe best(old, new, stride(from: middle % 4, through: room, by: 4), every: 4, middle: middle)
        let near = max(0, coarse - 3)...min(room, coarse + 3)
        return unsafe best(old, new, stride(from: near.lowerBound, through: near.upperBound, by: 1), every: 1, middle: coarse)
    }

    private static func best(
        _ old: Frames, _ new: Frames, _ shifts: StrideThrough<Int>, every step: Int, middle: Int
    ) -> Int {
        var best = middle
        var highest: Float = 1e-3
        for shift in shifts {
            let part = unsafe Frames(rebasing: new[shift..<shift + old.count])
            let product = unsafe product(old, part, old.count, every: step)
            guard product > 0 else { continue }
            // The power of `old` is the same for all shifts. A shift far from the middle must be up to 0.1 % better.
            let power = unsafe self.product(part, part, old.count, every: step)
            let likeness = product / max(power, 1e-9).squareRoot() * (1 - 1e-3 * Float(abs(shift - middle)) / Float(new.count))
            if likeness > highest {
                highest = likeness
                best = shift
            }
        }
        return best
    }

    /// Returns the sum of products over every `step`-th frame, both channels together. Scalar code: as fast as SIMD, and 20
    /// times as fast without optimisation.
    private static func product(_ one: Frames, _ other: Frames, _ count: Int, every step: Int) -> Float {
        guard let one = one.baseAddress, let other = other.baseAddress else { return 0 }
        return unsafe one.withMemoryRebound(to: Float.self, capacity: 2 * count) { one in
            unsafe other.withMemoryRebound(to: Float.self, capacity: 2 * count) { other in
                var sum: Float = 0
                var index = 0
                while index < 2 * count {
                    unsafe sum += one[index] * other[index] + one[index + 1] * other[index + 1]
                    index += 2 * step
                }
                return sum
            }
        }
    }
}
