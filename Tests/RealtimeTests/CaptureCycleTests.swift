// Tests of the capture cycle.
import Rings
import Testing

@testable import Realtime

@Suite struct CaptureCycleTests {
    @Test func anchorsTheFirstFrameAndEveryGap() throws {
        let box = LinkBox(captureFrames: 1024)
        var cycle = CaptureCycle()
        capture(&cycle, box, count: 64, at: 1000, gap: 0)
        capture(&cycle, box, count: 64, at: 1064, gap: 0)
        capture(&cycle, box, count: 64, at: 1128 + 640, gap: 640)
        let first = try #require(box.anchor())
        #expect(first.position == 0 && first.frame == 1000 && first.missed == 0)
        let second = try #require(box.anchor())
        #expect(second.position == 128 && second.frame == 1768 && second.missed == 640 && second.lost == 0)
        #expect(box.anchor() == nil)
        #expect(box.missed == 640)
    }

    /// Without room in the ring a whole period is lost and counted; the writer learns the count with the next period.
    @Test func fullRingLosesPeriodsAndSaysHowMany() throws {
        let box = LinkBox(captureFrames: 100)
        var cycle = CaptureCycle()
        capture(&cycle, box, count: 64, at: 0, gap: 0)
        capture(&cycle, box, count: 64, at: 64, gap: 0)
        capture(&cycle, box, count: 64, at: 128, gap: 0)
        unsafe box.pointer.pointee.capture.release(to: 64)
        capture(&cycle, box, count: 64, at: 192, gap: 0)
        _ = box.anchor()
        let anchor = try #require(box.anchor())
        #expect(anchor.position == 64 && anchor.frame == 192 && anchor.lost == 128 && anchor.missed == 0)
        #expect(box.lost == 128)
        #expect(box.sample(64) == 192)
    }

    /// Captures frames with their number as the sample.
    private func capture(_ cycle: inout CaptureCycle, _ box: LinkBox, count: Int, at frame: Int64, gap: Int64) {
        let samples = (0..<count).map { Float(frame + Int64($0)) }
        unsafe samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe cycle.capture(
                base, base, count, at: frame, after: FrameClock.Step(missed: gap, isJump: gap != 0 || box.isFresh),
                into: box.pointer.pointee)
        }
    }
}
