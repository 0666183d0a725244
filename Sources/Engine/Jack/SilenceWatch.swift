// Exact silence after sound. Control loop only; a value without I/O.

/// Counts the frames of exact silence at the inputs, by looks at the held peak of the meters. A look each second is enough: the
/// meters hold a peak for a second and a half.
struct SilenceWatch {
    /// Frame of the last look that had sound; nil before any sound.
    private var sounded: Int64?
    /// Frame before which sound does not count.
    private var deafUntil = Int64.min
    /// Frames of silence at the last look; 0 before any sound.
    private(set) var frames: Int64 = 0

    /// Takes the highest peak of the last moments, and the frame up to which the meters have measured.
    mutating func look(peak: Float, at frame: Int64) {
        // Time that goes back belongs to another graph.
        if peak > 0 && frame >= deafUntil || sounded.map({ frame < $0 }) ?? false { sounded = frame }
        frames = sounded.map { frame - $0 } ?? 0
    }

    /// Forgets the sound: another source may have none. The meters hold that of the last one until some time before `frame`.
    mutating func reset(until frame: Int64 = .min) {
        self = SilenceWatch()
        deafUntil = frame
    }
}
