// Crossfade at a pause in a take. Writer thread only; a value.
internal import Realtime
internal import System

/// Crossfade at the joint of a pause, 5 ms long: the sound cut off by the pause fades out under the sound after it. The file
/// has no step at the joint, and not a frame more or less.
struct PauseCrossfade {
    /// Length of the fade in frames.
    private let length: Int
    /// First frames of the pause, which fade out under the sound after it.
    private var tail: [Frame] = []
    /// Frames of `tail` already mixed.
    private var place = 0
    /// True while the first frames of a pause are collected.
    private var isKeeping = false

    /// Makes a crossfade of `length` frames.
    init(length: Int) { self.length = length }

    /// Begins a pause: `keep` collects from now on.
    mutating func begin() {
        tail.removeAll(keepingCapacity: true)
        place = 0
        isKeeping = true
    }

    /// Keeps the first frames of the pause, as many as the fade needs.
    mutating func keep(_ samples: UnsafeBufferPointer<Frame>) {
        let wanted = min(samples.count, length - tail.count)
        guard isKeeping, wanted > 0 else { return }
        unsafe tail.append(contentsOf: samples[..<wanted])
    }

    /// Drops the kept frames: the next frames come without a fade.
    mutating func forget() {
        tail.removeAll(keepingCapacity: true)
        place = 0
        isKeeping = false
    }

    /// True while a part of the fade is still to be mixed.
    var isPending: Bool { place < tail.count }

    /// Returns the first frames of `samples`, rising under the kept frames that fade out; both gains add up to one.
    mutating func mix(_ samples: UnsafeBufferPointer<Frame>) -> [Frame] {
        isKeeping = false
        let count = min(samples.count, tail.count - place)
        let mixed = (0..<count).map { i in
            let rise = Curve.raisedCosine(place + i, of: tail.count)
            return unsafe samples[i] * rise + tail[place + i] * (1 - rise)
        }
        place += count
        if place == tail.count { forget() }
        return mixed
    }
}
