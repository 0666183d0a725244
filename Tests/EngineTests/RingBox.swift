// Room: tests of Engine. One thread: both ends of a capture ring.
import CLinux
import Realtime
import Rings
import Synchronization

/// A link whose capture ring a test fills as the JACK thread does; frame n is n on both sides.
@safe
final class RingBox {
    let link: UnsafeMutablePointer<RealtimeLink>
    private let semaphores: UnsafeMutablePointer<sem_t>
    private var captured = 0

    init(frames: Int) {
        unsafe semaphores = UnsafeMutablePointer<sem_t>.allocate(capacity: 5)
        for index in 0..<5 { unsafe precondition(sem_init(semaphores + index, 0, 0) == 0) }
        unsafe link = UnsafeMutablePointer<RealtimeLink>.allocate(capacity: 1)
        unsafe link.initialize(
            to: RealtimeLink(
                captureFrames: frames, playbackFrames: 1, writerWake: semaphores, readerWake: semaphores + 1,
                monitorWake: semaphores + 2, controlWake: semaphores + 3, progress: semaphores + 4))
        _ = unsafe link.pointee.anchors.push(CaptureAnchor(position: 0, frame: 0, count: 1, missed: 0, lost: 0))
    }

    deinit {
        unsafe link.deinitialize(count: 1).deallocate()
        unsafe semaphores.deallocate()
    }

    var room: Int { unsafe link.pointee.capture.writableCount }

    func frame(_ number: Int) -> Frame { Frame(repeating: Float(number)) }

    /// False where the ring is full.
    @discardableResult
    func capture(_ count: Int) -> Bool {
        guard room >= count else { return false }
        unsafe link.pointee.capture.write(count) { Frame(repeating: Float(captured + $0)) }
        captured += count
        return true
    }
}
