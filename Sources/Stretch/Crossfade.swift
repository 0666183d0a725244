// One thread; arithmetic on the caller's memory.
import Glibc

/// The law by which one sound turns into another without a click, a dip or a bump.
///
/// Raised-cosine gains, divided by what they do to the loudness: how much that is depends on how alike the two are. For the
/// same sound twice they add up to 1 (what comes out is what went in, bit for bit), for two that have nothing in common it is
/// the equal-power fade.
public enum Crossfade {
    public typealias Frames = UnsafeBufferPointer<SIMD2<Float>>

    /// Mixes `new` under `old` in place, into `new`; `old` may be shorter, its rest is silence. `new` is as long as the fade.
    public static func mix(_ old: Frames, into new: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        guard unsafe !old.elementsEqual(new) else { return }
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
    static func likeness(_ old: Frames, _ new: Frames) -> Float {
        let count = min(old.count, new.count)
        let product = unsafe product(old, new, count, every: 1)
        let scale = unsafe sqrtf(self.product(old, old, count, every: 1)) * sqrtf(self.product(new, new, count, every: 1))
        return scale > 1e-9 ? min(1, max(0, product / scale)) : 0
    }

    /// By how many frames `new` is to be shifted (0 to `new.count - old.count`) to be most like `old`; `expected`, by itself
    /// the middle, where nothing is alike. A stretcher turns the phase of every partial, so that the same music is not in step.
    ///
    /// In two rounds, every fourth frame first: some 60 000 multiplications in all.
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
            // The old one's power is the same for all of them. A little more is not worth a longer way.
            let power = unsafe self.product(part, part, old.count, every: step)
            let likeness = product / sqrtf(max(power, 1e-9)) * (1 - 1e-3 * Float(abs(shift - middle)) / Float(new.count))
            if likeness > highest {
                highest = likeness
                best = shift
            }
        }
        return best
    }

    /// Of every so many frames, both sides together. Plain numbers, no SIMD: as fast, and without optimisation 20 times so.
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
