// A link at a lasting address for a test, as the engine makes one. Any thread.
import CJack
import Glibc
import Realtime
import Rings
import Synchronization

/// Owns a `RealtimeLink` and its semaphores for one test.
final class LinkBox: Sendable {
    private let link: Pinned<RealtimeLink>
    private let semaphores: [SharedSemaphore]

    init(captureFrames: Int = 4096, playbackFrames: Int = 4096) {
        semaphores = (0..<5).map { _ in
            let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
            unsafe precondition(sem_init(address, 0, 0) == 0)
            return unsafe SharedSemaphore(address)
        }
        link = Pinned(
            RealtimeLink(
                captureFrames: captureFrames, playbackFrames: playbackFrames, bedFrames: 4096, writerWake: semaphores[0],
                readerWake: semaphores[1], monitorWake: semaphores[3], bedWake: semaphores[4], controlWake: semaphores[2]))
    }

    var pointer: UnsafePointer<RealtimeLink> { unsafe link.pointer }

    func send(_ command: RealtimeCommand) { _ = unsafe pointer.pointee.commands.push(command) }
    func anchor() -> CaptureAnchor? { unsafe pointer.pointee.anchors.pop() }
    var missed: Int64 { unsafe pointer.pointee.missedFrames.load(ordering: .relaxed) }
    var lost: Int64 { unsafe pointer.pointee.lostFrames.load(ordering: .relaxed) }
    var isFresh: Bool { unsafe pointer.pointee.capture.writePosition == 0 }
    func sample(_ position: Int) -> Float { unsafe pointer.pointee.capture[position][0] }

    deinit {
        for semaphore in semaphores { unsafe semaphore.address.deallocate() }
    }
}
