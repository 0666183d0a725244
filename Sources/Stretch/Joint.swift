// Room: Stretch. Reader thread only.
import Glibc

/// A crossfade from one voice to another, mixed in one go and then taken in any portions.
///
/// The two are not in phase: a stretcher turns the phase of every partial. So the new one is shifted by up to half of `search`
/// to where it is most like the old one, and the gains keep the loudness for as much likeness as there is.
@safe final class Joint {
    let fade: Int
    let search: Int

    private let old: UnsafeMutableBufferPointer<SIMD2<Float>>
    private let new: UnsafeMutableBufferPointer<SIMD2<Float>>
    private var next = 0
    private var count = 0
    private var start = 0.0
    private var step = 0.0

    init(fade: Int, search: Int) {
        self.fade = fade
        self.search = search
        unsafe old = .allocate(capacity: fade)
        unsafe old.initialize(repeating: .zero)
        unsafe new = .allocate(capacity: fade + search)
        unsafe new.initialize(repeating: .zero)
    }

    deinit {
        unsafe old.deallocate()
        unsafe new.deallocate()
    }

    var isEmpty: Bool { next == count }
    /// The source frame that comes out next, while there is one.
    var position: Double? { isEmpty ? nil : start + Double(next) * step }

    func clear() {
        next = 0
        count = 0
    }

    /// Renders both, `fade` and `fade + search` frames, and mixes. Costs about 2 ms beside what the voices cost.
    func mix(
        _ from: inout Voice, _ to: inout Voice,
        render: (inout Voice, UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int
    ) {
        let before = unsafe render(&from, old)
        for index in before..<fade { unsafe old[index] = .zero }
        let first = to.position
        count = unsafe render(&to, new)
        for index in count..<fade + search { unsafe new[index] = .zero }
        step = count > 0 ? (to.position - first) / Double(count) : 0

        let (lag, likeness) = bestLag()
        next = min(lag, count)
        start = first
        for index in 0..<fade {
            let gain = Float(0.5 - 0.5 * cos(Double.pi * (Double(index) + 0.5) / Double(fade)))
            let other = 1 - gain
            let power = gain * gain + other * other + 2 * gain * other * likeness
            let mixed = unsafe old[index] * other + new[lag + index] * gain
            unsafe new[lag + index] = mixed / sqrtf(power)
        }
    }

    func take(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
        let taken = min(count - next, frames.count)
        for index in 0..<taken { unsafe frames[index] = new[next + index] }
        next += taken
        return taken
    }

    /// The shift with the highest normalised correlation (0...1), the middle where nothing is alike.
    private func bestLag() -> (lag: Int, likeness: Float) {
        var best = search / 2
        var bestLikeness: Float = 0
        var oldPower: Float = 0
        for index in 0..<fade { unsafe oldPower += (old[index] * old[index]).sum() }
        for lag in 0..<search {
            var product = SIMD2<Float>.zero
            var power = SIMD2<Float>.zero
            for index in 0..<fade {
                let frame = unsafe new[lag + index]
                unsafe product += old[index] * frame
                power += frame * frame
            }
            let scale = sqrtf(oldPower * power.sum())
            guard scale > 1e-9 else { continue }
            let likeness = product.sum() / scale
            // A little more is not worth a longer way.
            let here = likeness - 1e-3 * Float(abs(lag - search / 2)) / Float(search)
            if here > bestLikeness {
                bestLikeness = here
                best = lag
            }
        }
        return (best, min(1, max(0, bestLikeness)))
    }
}
