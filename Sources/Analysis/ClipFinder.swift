// Finds stretches at full scale. A value; one thread at a time.
import Dictation

/// Finds stretches of three frames and more at full scale, in any channel: sound that was louder than its converter can tell.
struct ClipFinder {
    /// Level from which a sample counts: the largest one of 16 bits.
    static let fullScale: Float = 32_767.0 / 32_768
    private static let shortest: Int64 = 3

    /// Number of stretches.
    private(set) var count = 0
    /// Frames of all stretches.
    private(set) var frames: Int64 = 0
    /// First frames of the first stretches.
    private(set) var places: [Int64] = []
    private var run: Int64 = 0
    private var position: Int64 = 0

    /// Examines the next frame.
    @inline(__always)
    mutating func add(_ frame: SIMD2<Float>) {
        if max(abs(frame.x), abs(frame.y)) >= Self.fullScale {
            run += 1
        } else if run > 0 {
            end()
        }
        position += 1
    }

    /// Ends a stretch; call it after the last frame too.
    mutating func end() {
        defer { run = 0 }
        guard run >= Self.shortest else { return }
        count += 1
        frames += run
        if places.count < RecordingAnalysis.mostPlaces { places.append(position - run) }
    }
}
