// Progress of the open take. One thread writes, any thread reads.
package import Synchronization

/// Progress of the open take, for status. Each value is true by itself; two values may belong to different moments.
package final class TakeProgress: Sendable {
    /// Number of the part of the take that all other values are about: see `TakeRequest.part`.
    package let part = Atomic<Int>(0)
    /// Frames in the file.
    package let frames = Atomic<Int64>(0)
    /// Frames that other programs can already read from the file.
    package let readableFrames = Atomic<Int64>(0)
    /// Frames that passed during pauses.
    package let pausedFrames = Atomic<Int64>(0)
    /// Size of the file in bytes.
    package let bytes = Atomic<Int64>(0)
    /// Bytes on the disk, with a second file that the encoder writes.
    package let room = Atomic<Int64>(0)
    /// Frames that wait in the ring for a take that is to go on after a stall; 0 while nothing is held.
    package let heldFrames = Atomic<Int64>(0)
    /// Number of dropouts.
    package let dropouts = Atomic<Int>(0)
    /// Samples at the full scale of an input.
    package let clips = Atomic<Int64>(0)
    /// Bit patterns (Float) of the highest sample of each side: left in the low half, right in the high half.
    package let peaks = Atomic<UInt64>(0)
    /// State of the voice gate: 0 for none, 1 for closed, 2 for open.
    package let voice = Atomic<Int>(0)
    /// Bit patterns (Float) of the gate's threshold in dB, in the low half, and of its level, in the high half.
    package let voiceLevels = Atomic<UInt64>(0)

    /// The progress before any take.
    package init() {}

    /// Sets all values of a file to zero, for the file of a part.
    func clear(part: Int) {
        self.part.store(part, ordering: .sequentiallyConsistent)
        frames.store(0, ordering: .relaxed)
        readableFrames.store(0, ordering: .relaxed)
        pausedFrames.store(0, ordering: .relaxed)
        dropouts.store(0, ordering: .relaxed)
        bytes.store(0, ordering: .relaxed)
        room.store(0, ordering: .relaxed)
        clips.store(0, ordering: .relaxed)
        peaks.store(0, ordering: .relaxed)
    }
}
