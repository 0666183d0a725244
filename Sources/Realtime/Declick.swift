// Fades the playback signal at every discontinuity. JACK thread only.
internal import Rings

/// Fades at every discontinuity of the playback signal: a copy of the sound that would have followed fades out in `tail`,
/// while the new sound fades in. Raised cosine, 5 ms; the two gains add up to 1.
///
/// The tail is a copy, so the playhead stays exactly where it was stopped.
@safe
struct Declick: ~Copyable {
    /// Length of a fade in frames.
    let length: Int
    private let curve: UnsafeMutablePointer<Float>
    /// The sound that still fades out, with its gain applied.
    private let tail: UnsafeMutablePointer<Frame>
    private var tailPlace: Int
    private var risePlace: Int

    /// Takes `curve`, the rising gain. It is computed outside the callback because it needs a cosine. Allocates.
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

    /// True when no fade is running.
    var isIdle: Bool {
        @_noLocks @_noAllocation get { tailPlace == length && risePlace == length }
    }

    /// Begins to fade out the `count` frames of `ring` from `place` on, with any fade that runs in them: all gains together are 1 at
    /// most, however quickly one jump follows another. The last of these frames, or `hold` when there is none, is repeated for the
    /// rest of the fade.
    @_noLocks @_noAllocation
    mutating func fall(_ ring: borrowing Ring<Frame>, from place: Int, count: Int, or hold: Frame) {
        var last = hold
        for i in 0..<length {
            if i < count { last = ring[place + i] }
            let running = tailPlace + i < length ? unsafe tail[tailPlace + i] : .zero
            let rising = risePlace + i < length ? unsafe curve[risePlace + i] : 1
            unsafe tail[i] = (last * rising + running) * (1 - curve[i])
        }
        tailPlace = 0
        risePlace = length
    }

    /// Begins to fade in the frames played from now on.
    @_noLocks @_noAllocation
    mutating func rise() { risePlace = 0 }

    /// Applies both fades to the next output frame.
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
