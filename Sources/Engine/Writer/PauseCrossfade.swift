// Seam of a pause in a take. A value of the writer thread.
internal import Glibc
internal import Realtime

/// The seam of a pause: for 5 ms the sound that was cut off fades out under the sound that goes on, so that the file has no step
/// there and not a frame more or less.
struct PauseCrossfade {
    private let length: Int
    private var tail: [Frame] = []
    private var place = 0
    private var isKeeping = false

    init(length: Int) { self.length = length }

    /// A pause begins: `keep` collects from now on.
    mutating func begin() {
        tail.removeAll(keepingCapacity: true)
        place = 0
        isKeeping = true
    }

    /// Frames after the pause, as many as the fade needs.
    mutating func keep(_ samples: UnsafeBufferPointer<Frame>) {
        let wanted = min(samples.count, length - tail.count)
        guard isKeeping, wanted > 0 else { return }
        unsafe tail.append(contentsOf: samples[..<wanted])
    }

    /// The next frames come without a fade.
    mutating func forget() {
        tail.removeAll(keepingCapacity: true)
        place = 0
        isKeeping = false
    }

    var isPending: Bool { place < tail.count }

    /// The first frames of `samples` with the tail fading out under them; they rise by the complement.
    mutating func mix(_ samples: UnsafeBufferPointer<Frame>) -> [Frame] {
        isKeeping = false
        let count = min(samples.count, tail.count - place)
        let mixed = (0..<count).map { i in
            let rise = Float(0.5 - 0.5 * cos(Double.pi * (Double(place + i) + 0.5) / Double(tail.count)))
            return unsafe samples[i] * rise + tail[place + i] * (1 - rise)
        }
        place += count
        if place == tail.count { forget() }
        return mixed
    }
}
