// Room: Engine. Written by the writer thread, read by the control loop.
internal import Synchronization

/// How far the open take is, for status: words that are each true by themselves.
final class TakeProgress: Sendable {
    let frames = Atomic<Int64>(0)
    let pausedFrames = Atomic<Int64>(0)
    let bytes = Atomic<Int64>(0)
    /// Bit patterns of the highest sample so far, left in the low half.
    let peaks = Atomic<UInt64>(0)
    /// 0 waiting for its first frame, 1 writing, 2 paused, 3 ended.
    let state = Atomic<Int>(0)
    /// Extended JACK frame of the file's first frame; `Int64.min` before it came.
    let firstFrame = Atomic<Int64>(Int64.min)
    /// Free bytes where the recordings go, as the guard saw them last.
    let bytesFree = Atomic<Int64>(0)

    func clear() {
        frames.store(0, ordering: .relaxed)
        pausedFrames.store(0, ordering: .relaxed)
        bytes.store(0, ordering: .relaxed)
        peaks.store(0, ordering: .relaxed)
        state.store(0, ordering: .relaxed)
        firstFrame.store(Int64.min, ordering: .relaxed)
    }
}
