// Tests of the monitor cycle.
import Rings
import Synchronization
import Testing

@testable import Realtime

/// Inputs that count their frames, and a monitor thread that passes them on unchanged.
final class MonitorFixture {
    let box = LinkBox()
    var cycle = MonitorCycle(rate: 1000)
    private var sent = 0
    /// Sample that replaces an input's sample; nil keeps it.
    var spoils: (Int) -> Float? = { _ in nil }

    func set(direct: Float, shifted: Float, slack: Int64) {
        let command = RealtimeCommand(.monitor, position: slack, levels: SIMD4(direct, shifted, 0, 0))
        unsafe cycle.set(command, box.pointer.pointee)
    }

    func run(_ count: Int) -> [Float] {
        let input = (0..<count).map { spoils(sent + $0) ?? Float(sent + $0) }
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

    /// Does the work of the monitor thread.
    func work() {
        while let frame = unsafe box.pointer.pointee.monitorIn.pop() {
            _ = unsafe box.pointer.pointee.monitorOut.push(frame)
        }
    }

    /// Frames that wait for the monitor thread.
    var sentToThread: [Float] {
        let link = unsafe box.pointer
        return unsafe (link.pointee.monitorIn.readPosition..<link.pointee.monitorIn.publishedPosition).map {
            unsafe link.pointee.monitorIn[$0][0]
        }
    }

    var isFed: Bool { unsafe box.pointer.pointee.isMonitorFed.load(ordering: .acquiring) }

    var late: Int64 { unsafe box.pointer.pointee.lateMonitorFrames.load(ordering: .relaxed) }
}

@Suite struct MonitorCycleTests {
    @Test func directIsTheInputOnceItsRampIsOver() {
        let fixture = MonitorFixture()
        #expect(fixture.run(10).allSatisfy { $0 == 0 })
        fixture.set(direct: 1, shifted: 0, slack: 0)
        let sound = fixture.run(40)
        #expect(sound[0] > 0 && sound[0] < 1)
        #expect(Array(sound[20...]) == (30..<50).map(Float.init))
        fixture.set(direct: 0, shifted: 0, slack: 0)
        #expect(fixture.run(40)[20...].allSatisfy { $0 == 0 })
    }

    @Test func shiftedIsAlwaysTheSameTimeBehindAlsoAfterItWasLate() {
        let fixture = MonitorFixture()
        fixture.set(direct: 0, shifted: 1, slack: 30)
        var sound: [Float] = []
        for period in 0..<12 {
            sound += fixture.run(20)
            // In the fifth and sixth period the thread gets no time.
            if period != 4, period != 5 { fixture.work() }
        }
        for (place, value) in sound.enumerated() where place >= 50 && value != 0 {
            #expect(value == Float(place - 30))
        }
        let missing = sound[50...].count { $0 == 0 }
        #expect(missing > 0 && missing < 60 && Int64(missing) == fixture.late)
        fixture.set(direct: 0, shifted: 0, slack: 0)
        for _ in 0..<2 {
            _ = fixture.run(20)
            fixture.work()
        }
        // No frames are sent any more; a new start must not count old ones as late.
        let before = fixture.late
        _ = fixture.run(20)
        fixture.set(direct: 0, shifted: 1, slack: 50)
        sound = []
        for _ in 0..<5 {
            sound += fixture.run(20)
            fixture.work()
        }
        #expect(fixture.late == before)
        #expect(sound[99] == sound[98] + 1 && sound[..<50].allSatisfy { $0 == 0 })
    }

    /// At 64 or 128 frames a period the slack is shorter than the fade: the thread has stopped, and no more frames come back to
    /// fade. The fade ends all the same, and the thread is told.
    @Test func aFadeOutEndsThoughNoFrameComesBack() {
        let fixture = MonitorFixture()
        fixture.set(direct: 0, shifted: 1, slack: 10)
        for _ in 0..<10 {
            _ = fixture.run(5)
            fixture.work()
        }
        #expect(fixture.isFed)
        fixture.set(direct: 0, shifted: 0, slack: 0)
        for _ in 0..<10 { _ = fixture.run(5) }
        #expect(!fixture.isFed)
        fixture.work()
        _ = fixture.run(5)
        #expect(fixture.sentToThread.isEmpty)
    }

    /// Without room for the inputs neither side moves: later frames keep their delay, and lost frames are counted.
    @Test func aFullRingIsCountedAndShiftsNothing() {
        let fixture = MonitorFixture()
        fixture.set(direct: 0, shifted: 1, slack: 1000)
        let periods = RealtimeLink.monitorFrames / 1000 + 2
        for _ in 0..<periods { _ = fixture.run(1000) }
        let lost = fixture.late
        #expect(lost > 0)
        fixture.work()
        var sound: [Float] = []
        for _ in 0..<3 {
            sound += fixture.run(1000)
            fixture.work()
        }
        #expect(fixture.late <= lost + 1000 && sound.allSatisfy { $0.isFinite })
    }
}
