// Room: tests of Realtime. A link at a lasting address, as the engine makes one.
import CJack
import Glibc
import Realtime
import Rings
import Synchronization

/// Owns a `RealtimeLink` and its semaphores for one test.
@safe
final class LinkBox: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<RealtimeLink>
    private let semaphores: UnsafeMutablePointer<sem_t>

    init(captureFrames: Int = 4096, playbackFrames: Int = 4096) {
        unsafe semaphores = UnsafeMutablePointer<sem_t>.allocate(capacity: 5)
        for i in 0..<5 { unsafe precondition(sem_init(semaphores + i, 0, 0) == 0) }
        unsafe pointer = UnsafeMutablePointer<RealtimeLink>.allocate(capacity: 1)
        unsafe pointer.initialize(
            to: RealtimeLink(
                captureFrames: captureFrames, playbackFrames: playbackFrames, writerWake: semaphores,
                readerWake: semaphores + 1, monitorWake: semaphores + 3, controlWake: semaphores + 4,
                progress: semaphores + 2))
    }

    func send(_ command: RealtimeCommand) { _ = unsafe pointer.pointee.commands.push(command) }
    func anchor() -> CaptureAnchor? { unsafe pointer.pointee.anchors.pop() }
    var missed: Int64 { unsafe pointer.pointee.missedFrames.load(ordering: .relaxed) }
    var lost: Int64 { unsafe pointer.pointee.lostFrames.load(ordering: .relaxed) }
    var isFresh: Bool { unsafe pointer.pointee.capture.writePosition == 0 }
    func sample(_ position: Int) -> Float { unsafe pointer.pointee.capture[position][0] }

    deinit {
        unsafe pointer.deinitialize(count: 1).deallocate()
        unsafe semaphores.deallocate()
    }
}
