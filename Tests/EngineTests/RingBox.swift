// Both ends of a capture ring for a test. One thread.
import Realtime
import Rings
import Synchronization

@testable import Engine
@testable import Threads

/// A link with a capture ring that a test fills as the JACK thread does; both samples of frame n are n.
final class RingBox {
    private let pinned: Pinned<RealtimeLink>
    private let semaphores: [WakeSemaphore]
    private var captured = 0
    /// Frames that were missed so far.
    private var missed: Int64 = 0

    init(frames: Int) {
        semaphores = (0..<5).map { _ in WakeSemaphore() }
        let all = semaphores.map(\.semaphore)
        pinned = Pinned(
            RealtimeLink(
                captureFrames: frames, playbackFrames: 1, bedFrames: 1, writerWake: all[0], readerWake: all[1],
                monitorWake: all[2], bedWake: all[3], controlWake: all[4]))
        _ = unsafe link.pointee.anchors.push(CaptureAnchor(position: 0, frame: 0, count: 1, missed: 0, lost: 0))
    }

    var link: UnsafePointer<RealtimeLink> { unsafe pinned.pointer }

    var room: Int { unsafe link.pointee.capture.writableCount }

    /// Misses frames before the next ones, as JACK does; a jump counts once another period has come behind it.
    func miss(_ frames: Int64, lost: Int64 = 0) {
        missed += frames + lost
        _ = unsafe link.pointee.anchors.push(
            CaptureAnchor(position: captured, frame: Int64(captured) + missed, count: 1, missed: frames, lost: lost))
    }

    func frame(_ number: Int) -> Frame { Frame(repeating: Float(number)) }

    /// Captures frames; false if the ring is full. `sample` gives both samples of a frame, by its number.
    @discardableResult
    func capture(_ count: Int, _ sample: (Int) -> Float = { Float($0) }) -> Bool {
        guard room >= count else { return false }
        unsafe link.pointee.capture.write(count) { Frame(repeating: sample(captured + $0)) }
        captured += count
        return true
    }
}
