// Tests of the cue player of the process callback.
import Glibc
import Rings
import Synchronization
import Testing

@testable import Realtime

/// A cue player with outputs that are silent but for its cues.
final class CueFixture {
    let box = LinkBox()
    var cycle = CueCycle(rate: 1000)
    private(set) var frame: Int64 = 0
    private var kept: [CueSamples] = []

    func send(_ command: CueCommand) { _ = unsafe box.pointer.pointee.cues.push(command) }

    /// Sends a shot of these samples.
    func shoot(_ samples: [Float], at frame: Int64, level: Float = 1, id: UInt32, group: UInt32 = 1, channels: Int = 1) {
        let sound = CueSamples(samples, channels: channels)
        kept.append(sound)
        send(.shot(sound, at: frame, level: level, id: id, group: group))
    }

    /// Puts frames of 1 into the ring of the bed.
    func fillBed(_ count: Int) {
        unsafe box.pointer.pointee.bed.write(count) { _ in Frame(1, 1) }
    }

    /// Runs periods of 20 frames and returns both outputs.
    func run(_ periods: Int) -> (left: [Float], right: [Float]) {
        var (all, other): ([Float], [Float]) = ([], [])
        for _ in 0..<periods {
            var left = [Float](repeating: 0, count: 20)
            var right = left
            unsafe left.withUnsafeMutableBufferPointer { l in
                unsafe right.withUnsafeMutableBufferPointer { r in
                    guard let a = l.baseAddress, let b = r.baseAddress else { return }
                    unsafe cycle.add(to: a, b, 20, at: frame, box.pointer.pointee)
                }
            }
            frame += 20
            all += left
            other += right
        }
        return (all, other)
    }

    /// Events in the order of the callback.
    var events: [RealtimeEvent] {
        var events: [RealtimeEvent] = []
        while let event = unsafe box.pointer.pointee.events.pop() { events.append(event) }
        return events
    }

    var late: Int64 { unsafe box.pointer.pointee.lateBedFrames.load(ordering: .relaxed) }
}

@Suite struct CueCycleTests {
    @Test func aShotSoundsAtItsVeryFrameAcrossPeriods() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.shoot((1...30).map { Float($0) / 100 }, at: 33, id: 5)
        let (left, right) = fixture.run(5)
        #expect(left == right)
        #expect(left[..<33].allSatisfy { $0 == 0 })
        #expect(Array(left[33..<63]) == (1...30).map { Float($0) / 100 })
        #expect(left[63...].allSatisfy { $0 == 0 })
        let events = fixture.events
        #expect(events.map(\.kind) == [.cueStarted, .cueEnded])
        #expect(events.map(\.id) == [5, 5])
        #expect(events[0].frame == 33)
    }

    @Test func twoChannelsAndLevelsAreKept() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.shoot([0.5, -0.25, 0.5, -0.25], at: 3, level: 0.5, id: 1, channels: 2)
        let (left, right) = fixture.run(1)
        #expect(Array(left[2..<6]) == [0, 0.25, 0.25, 0])
        #expect(Array(right[2..<6]) == [0, -0.125, -0.125, 0])
    }

    @Test func shotsOfAPastFrameSoundAtOnceAndMixWithOthers() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        _ = fixture.run(2)
        fixture.shoot([0.25, 0.25, 0.25], at: 5, id: 1)
        fixture.shoot([0.5], at: 41, id: 2)
        let (left, _) = fixture.run(1)
        #expect(Array(left[..<4]) == [0.25, 0.75, 0.25, 0])
        #expect(fixture.events.filter { $0.kind == .cueStarted }.map(\.frame) == [40, 41])
    }

    @Test func theSumNeverPassesTheCeiling() {
        let fixture = CueFixture()
        for id in 1...12 { fixture.shoot([Float](repeating: 1, count: 50), at: 10, level: 0.5, id: UInt32(id)) }
        let (left, _) = fixture.run(4)
        #expect(left.max() ?? 1 <= 0.501_188)
        // A quiet shot afterwards is untouched.
        fixture.shoot([0.125], at: 200, id: 20)
        #expect(fixture.run(8).left.contains(0.125))
    }

    @Test func aFadeEndsTheShotsOfItsGroupAndCancelsThoseThatWait() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.shoot([Float](repeating: 0.5, count: 100), at: 0, id: 1, group: 1)
        fixture.shoot([Float](repeating: 0.25, count: 100), at: 0, id: 2, group: 2)
        fixture.shoot([0.5], at: 70, id: 3, group: 1)
        _ = fixture.run(1)
        fixture.send(.fade(group: 1, ramp: 10))
        let (left, _) = fixture.run(4)
        #expect(left[0] < 0.75 && left[0] > 0.6)
        #expect(left[10..<80].allSatisfy { $0 == 0.25 })
        #expect(Set(fixture.events.filter { $0.kind == .cueEnded }.map(\.id)) == [1, 2, 3])
    }

    @Test func theBedRampsStandsStillAndIsLoweredUnderAShot() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.fillBed(2000)
        #expect(fixture.run(1).left.allSatisfy { $0 == 0 })
        fixture.send(.bed(level: 0.5, ramp: 10))
        let (left, _) = fixture.run(2)
        #expect(left[0] > 0 && left[0] < 0.1)
        #expect(left[10...].allSatisfy { $0 == 0.5 })
        let sound = CueSamples([Float](repeating: 0, count: 400), channels: 1)
        fixture.send(.shot(sound, at: 60, level: 1, id: 1, group: 1, isDucking: true))
        let lowered = fixture.run(10).left
        #expect(abs((lowered.last ?? 0) - 0.125) < 0.001)
        let raised = fixture.run(60).left
        #expect(abs((raised.last ?? 0) - 0.5) < 0.001)
        fixture.send(.bed(level: 0, ramp: 10))
        _ = fixture.run(1)
        let stood = unsafe fixture.box.pointer.pointee.bed.readPosition
        #expect(fixture.run(5).left.allSatisfy { $0 == 0 })
        #expect(unsafe fixture.box.pointer.pointee.bed.readPosition == stood)
        #expect(fixture.late == 0)
    }

    @Test func anotherBedDropsTheFramesBeforeIt() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.fillBed(100)
        unsafe fixture.box.pointer.pointee.bed.write(50) { _ in Frame(0.5, 0.5) }
        fixture.send(.bed(level: 1, ramp: 1, position: 100))
        #expect(fixture.run(1).left[1...].allSatisfy { $0 == 0.5 })
    }

    /// The fade of the present bed ends within a period, and the next frame is the first one of the other.
    @Test func anotherBedBeginsAtTheEndOfTheFade() {
        let fixture = CueFixture()
        fixture.send(.ceiling(1))
        fixture.fillBed(100)
        unsafe fixture.box.pointer.pointee.bed.write(200) { _ in Frame(0.5, 0.5) }
        fixture.send(.bed(level: 1, ramp: 1))
        #expect(fixture.run(1).left[1...].allSatisfy { $0 == 1 })
        fixture.send(.bed(level: 1, ramp: 25, position: 100))
        let (left, _) = fixture.run(3)
        #expect(zip(left[..<25], left[1..<25]).allSatisfy { $0 > $1 } && left[23] > 0 && left[24] == 0)
        #expect(zip(left[24..<49], left[25..<50]).allSatisfy { $0 < $1 } && left[49...].allSatisfy { $0 == 0.5 })
        #expect(unsafe fixture.box.pointer.pointee.bed.readPosition == 135)
        // A third one that comes meanwhile begins in its place, at the level that it gets before.
        fixture.send(.bed(level: 1, ramp: 30, position: 150))
        _ = fixture.run(1)
        fixture.send(.bed(level: 1, ramp: 30, position: 200))
        fixture.send(.bed(level: 0.5, ramp: 30))
        let third = fixture.run(3).left
        #expect(third[9] == 0 && third[8] > 0 && third[10] > 0 && third[39...].allSatisfy { $0 == 0.25 })
        #expect(unsafe fixture.box.pointer.pointee.bed.readPosition == 250)
        #expect(fixture.late == 0)
    }

    @Test func lateFramesOfTheBedAreCounted() {
        let fixture = CueFixture()
        fixture.fillBed(10)
        fixture.send(.bed(level: 0.25, ramp: 1))
        _ = fixture.run(2)
        #expect(fixture.late == 30)
    }

    @Test func aShotWithoutAFreeVoiceIsToldAsEnded() {
        let fixture = CueFixture()
        for id in 1...17 { fixture.shoot([Float](repeating: 0, count: 50), at: 0, id: UInt32(id)) }
        _ = fixture.run(1)
        #expect(fixture.events.filter { $0.kind == .cueEnded }.map(\.id) == [17])
        _ = fixture.run(3)
        #expect(fixture.events.filter { $0.kind == .cueEnded }.count == 16)
    }

    /// A server can leave freewheel after any period, so the callback asks for a quarter of the ring behind the period.
    @Test(arguments: [(true, 100, 1), (true, 1100, 0), (false, 100, 0)])
    func aFreewheelingCallbackLeavesAReserveOfTheBed(isFreewheeling: Bool, fed: Int, wakes: Int32) {
        let fixture = CueFixture()
        unsafe fixture.box.pointer.pointee.isBedServed.store(true, ordering: .relaxed)
        fixture.fillBed(fed)
        fixture.send(.bed(level: 0.5, ramp: 1))
        unsafe fixture.box.pointer.pointee.isFreewheeling.store(isFreewheeling, ordering: .relaxed)
        #expect(fixture.run(1).left.allSatisfy { $0 == 0.5 })
        var asked: Int32 = -1
        #expect(unsafe sem_getvalue(fixture.box.pointer.pointee.bedWake.address, &asked) == 0 && asked == wakes)
        #expect(fixture.late == 0)
    }
}
