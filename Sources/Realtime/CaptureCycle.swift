// Copies the inputs into the capture ring. JACK thread only.
internal import CJack
internal import Rings
internal import Synchronization

/// Copies every frame of the inputs into the capture ring and keeps the ring tied to JACK's time.
///
/// Capture knows nothing of takes: the consumer cuts takes out of the stream by frame number, including pre-roll and late
/// commands. A take is therefore exact to the frame, and the callback does the same small amount of work in every period.
struct CaptureCycle {
    private var missed: Int64 = 0
    private var lost: Int64 = 0
    private var isJump = false

    /// Captures one period that begins at extended `frame` and follows the previous period by `step`.
    @_noLocks @_noAllocation
    mutating func capture(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, at frame: Int64, after step: FrameClock.Step,
        into link: borrowing RealtimeLink
    ) {
        if step.isJump {
            isJump = true
            missed += step.missed
            link.missedFrames.store(link.missedFrames.load(ordering: .relaxed) &+ step.missed, ordering: .relaxed)
        }
        if link.capture.writableCount < count, link.isFreewheeling.load(ordering: .relaxed) {
            waitForWriter(count, link)
        }
        guard link.capture.writableCount >= count, anchorIfNeeded(count, at: frame, link) else {
            lose(count, link)
            return
        }
        link.capture.write(count) { unsafe Frame(left[$0], right[$0]) }
    }

    /// Publishes an anchor when the coming frames are the first after a gap. Returns false when the anchor ring is full.
    @_noLocks @_noAllocation
    private mutating func anchorIfNeeded(_ count: Int, at frame: Int64, _ link: borrowing RealtimeLink) -> Bool {
        guard isJump || lost > 0 else { return true }
        let anchor = CaptureAnchor(
            position: link.capture.writePosition, frame: frame, count: count, missed: missed, lost: lost)
        guard link.anchors.push(anchor) else { return false }
        isJump = false
        missed = 0
        lost = 0
        return true
    }

    /// Counts frames dropped because a ring is full.
    @_noLocks @_noAllocation
    private mutating func lose(_ count: Int, _ link: borrowing RealtimeLink) {
        lost += Int64(count)
        link.lostFrames.store(link.lostFrames.load(ordering: .relaxed) &+ Int64(count), ordering: .relaxed)
    }

    /// Freewheel only: waits for the disk, up to ten seconds without progress. The server runs as fast as its clients allow.
    @_noLocks @_noAllocation
    private func waitForWriter(_ count: Int, _ link: borrowing RealtimeLink) {
        _ = link.writerProgress.wait(waking: link.writerWake, patience: 100, link) { $0.capture.writableCount >= count }
    }
}
