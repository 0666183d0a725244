// Room: Engine. Written by the writer thread, read by the control loop.
internal import Synchronization

/// How far the open take is, for status: words that are each true by themselves.
final class TakeProgress: Sendable {
    let frames = Atomic<Int64>(0)
    /// Of these, what every other program can read by now.
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
