// Progress of the open take. Written by the writer thread, read by any thread.
internal import Synchronization

/// Progress of the open take, for status: words that are each true by themselves.
final class TakeProgress: Sendable {
    let frames = Atomic<Int64>(0)
    /// Those of them that every other program can read by now.
    let readableFrames = Atomic<Int64>(0)
    let pausedFrames = Atomic<Int64>(0)
    let bytes = Atomic<Int64>(0)
    let dropouts = Atomic<Int>(0)
    /// Bit patterns of the highest sample so far, left in the low half.
    let peaks = Atomic<UInt64>(0)

    func clear() {
        frames.store(0, ordering: .relaxed)
        readableFrames.store(0, ordering: .relaxed)
        pausedFrames.store(0, ordering: .relaxed)
        dropouts.store(0, ordering: .relaxed)
        bytes.store(0, ordering: .relaxed)
        peaks.store(0, ordering: .relaxed)
    }
}
