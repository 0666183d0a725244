// JACK thread only.
internal import Rings

/// Fades for every place where the playback signal would jump: what would have come next goes on, ever softer, in `tail`,
/// while what comes instead rises. Raised-cosine, 5 ms; the two gains add up to 1.
///
/// The tail is a copy: the playhead stays exactly where it was stopped.
@safe
struct Declick: ~Copyable {
    let length: Int
    private let curve: UnsafeMutablePointer<Float>
    /// What still fades out, its gain applied already.
    private let tail: UnsafeMutablePointer<Frame>
    private var tailPlace: Int
    private var risePlace: Int

    /// `curve` holds the rising gain; made outside the callback, since it needs a cosine.
    init(curve samples: [Float]) {
        length = samples.count
        unsafe curve = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
        unsafe tail = UnsafeMutablePointer<Frame>.allocate(capacity: samples.count)
        for i in 0..<samples.count { unsafe (curve + i).initialize(to: samples[i]) }
        unsafe tail.initialize(repeating: .zero, count: samples.count)
        tailPlace = samples.count
        risePlace = samples.count
    }

    deinit {
        unsafe curve.deallocate()
        unsafe tail.deallocate()
    }

    var isIdle: Bool {
        @_noLocks @_noAllocation get { tailPlace == length && risePlace == length }
    }

    /// Begins to fade out the `count` frames of `ring` from `place` on (the last one, or `hold`, goes on for the rest), on
    /// top of what is still fading.
    @_noLocks @_noAllocation
    mutating func fall(_ ring: borrowing Ring<Frame>, from place: Int, count: Int, or hold: Frame) {
        var last = hold
        for i in 0..<length {
            if i < count { last = ring[place + i] }
            let running = tailPlace + i < length ? unsafe tail[tailPlace + i] : .zero
            let rising = risePlace + i < length ? unsafe curve[risePlace + i] : 1
            unsafe tail[i] = last * (rising * (1 - curve[i])) + running
        }
        tailPlace = 0
        risePlace = length
    }

    /// Begins to fade in what is played from now on.
    @_noLocks @_noAllocation
    mutating func rise() { risePlace = 0 }

    /// Applies rise and tail to one frame that is about to be heard.
    @_noLocks @_noAllocation
    mutating func shape(_ frame: Frame) -> Frame {
        var result = frame
        if risePlace < length {
            result *= unsafe curve[risePlace]
            risePlace += 1
        }
        if tailPlace < length {
            result += unsafe tail[tailPlace]
            tailPlace += 1
        }
        return result
    }
}
