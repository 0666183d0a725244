// Room: tests of Realtime.
import Rings
import Synchronization
import Testing

@testable import Realtime

/// Inputs that count their frames, and a monitor thread that passes them on as they are.
final class MonitorRig {
    let box = LinkBox()
    var cycle = MonitorCycle(rate: 1000)
    private var sent = 0

    func set(direct: Float, shifted: Float, slack: Int64) {
        let command = RealtimeCommand(.monitor, position: slack, levels: SIMD4(direct, shifted, 0, 0))
        unsafe cycle.set(command, box.pointer.pointee)
    }

    func run(_ count: Int) -> [Float] {
        let input = (0..<count).map { Float(sent + $0) }
        sent += count
        var left = [Float](repeating: 0, count: count)
        var right = left
        unsafe input.withUnsafeBufferPointer { i in
            unsafe left.withUnsafeMutableBufferPointer { l in
                unsafe right.withUnsafeMutableBufferPointer { r in
                    guard let a = i.baseAddress, let b = l.baseAddress, let c = r.baseAddress else { return }
                    unsafe cycle.add(a, a, to: b, c, count, box.pointer.pointee)
                }
            }
        }
        #expect(left == right)
        return left
    }

    /// What the monitor thread would do.
    func work() {
        while let frame = unsafe box.pointer.pointee.monitorIn.pop() {
            _ = unsafe box.pointer.pointee.monitorOut.push(frame)
        }
    }

    var late: Int64 { unsafe box.pointer.pointee.lateMonitorFrames.load(ordering: .relaxed) }
}

@Suite struct MonitorCycleTests {
    @Test func directIsTheInputOnceItsRampIsOver() {
        let rig = MonitorRig()
        #expect(rig.run(10).allSatisfy { $0 == 0 })
        rig.set(direct: 1, shifted: 0, slack: 0)
        let sound = rig.run(40)
        #expect(sound[0] > 0 && sound[0] < 1)
        #expect(Array(sound[20...]) == (30..<50).map(Float.init))
        rig.set(direct: 0, shifted: 0, slack: 0)
        #expect(rig.run(40)[20...].allSatisfy { $0 == 0 })
    }

    @Test func shiftedIsAlwaysTheSameTimeBehindAlsoAfterItWasLate() {
        let rig = MonitorRig()
        rig.set(direct: 0, shifted: 1, slack: 30)
        var sound: [Float] = []
        for period in 0..<12 {
            sound += rig.run(20)
            // In the fifth and sixth period the thread gets no time.
            if period != 4, period != 5 { rig.work() }
        }
        for (place, value) in sound.enumerated() where place >= 50 && value != 0 {
            #expect(value == Float(place - 30))
        }
        let missing = sound[50...].count { $0 == 0 }
        #expect(missing > 0 && missing < 60 && Int64(missing) == rig.late)
        rig.set(direct: 0, shifted: 0, slack: 0)
        for _ in 0..<2 {
            _ = rig.run(20)
            rig.work()
        }
        // Nothing is sent any more, and a new beginning is not told of the old.
        let before = rig.late
        _ = rig.run(20)
        rig.set(direct: 0, shifted: 1, slack: 50)
        sound = []
        for _ in 0..<5 {
            sound += rig.run(20)
            rig.work()
        }
        #expect(rig.late == before)
        #expect(sound[99] == sound[98] + 1 && sound[..<50].allSatisfy { $0 == 0 })
    }
}
