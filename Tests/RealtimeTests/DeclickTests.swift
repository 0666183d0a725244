// Tests of the fades at jumps (P3, P16).
import Glibc
import Rings
import Testing

@testable import Realtime

@Suite struct DeclickTests {
    private static let length = 240

    /// Sound at full scale goes on in sound at full scale, however quickly one jump follows another: no fade adds to it.
    @Test(arguments: [[0], [60], [120, 60], [1, 1, 1, 1], [100, 40, 100, 3], [239, 10]])
    func quickJumpsAreNoLouderThanTheSound(_ pauses: [Int]) {
        let curve = (0..<Self.length).map { (step: Int) -> Float in
            let angle = Double.pi * (Double(step) + 0.5) / Double(Self.length)
            return Float(0.5 - 0.5 * cos(angle))
        }
        var declick = Declick(curve: curve)
        let box = LinkBox(playbackFrames: 4096)
        unsafe box.pointer.pointee.playback.write(2000) { _ in Frame(1, -1) }
        var highest: Float = 0
        func play(_ count: Int) {
            for _ in 0..<count {
                let frame = declick.shape(Frame(1, -1))
                highest = max(highest, abs(frame[0]), abs(frame[1]))
            }
        }
        for pause in pauses {
            unsafe declick.fall(box.pointer.pointee.playback, from: 0, count: 1000, or: Frame(1, -1))
            declick.rise()
            play(pause)
        }
        play(Self.length)
        #expect(highest <= 1.000_01, "\(highest)")
        let isIdle = declick.isIdle
        #expect(isIdle)
    }
}
