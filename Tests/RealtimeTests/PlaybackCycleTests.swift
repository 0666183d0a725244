// Tests of the playback cycle.
import Glibc
import Rings
import Synchronization
import Testing

@testable import Realtime

@Suite struct PlaybackCycleTests {
    @Test func playsFromTheStartUntouchedAndEnds() {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(100, from: 0, generation: 1)
        rig.feed(50, from: 100, generation: 1, isLast: true)
        #expect(rig.render(64).allSatisfy { $0 == 0 })
        rig.play(id: 7)
        #expect(rig.render(128) == (0..<128).map(Float.init))
        #expect(rig.position == 128)
        #expect(rig.render(64) == (128..<150).map(Float.init) + [Float](repeating: 0, count: 42))
        #expect(!rig.isRolling)
        let started = rig.event()
        #expect(started?.kind == .done && started?.id == 7 && started?.frame == 64)
        let ended = rig.event()
        #expect(ended?.kind == .ended && ended?.frame == 64 + 150)
    }

    /// The reader can be at a locate whose command comes with the next period: a freewheeling callback that waited for more would
    /// wait for ten seconds.
    @Test func aFreewheelingCallbackDoesNotWaitForWhatItCannotKnow() {
        let rig = PlaybackRig()
        unsafe rig.box.pointer.pointee.isFreewheeling.store(true, ordering: .relaxed)
        rig.locate(0, generation: 1)
        rig.play()
        rig.feed(100, from: 500, generation: 2)
        #expect(rig.render(64).allSatisfy { $0 == 0 })
        // It asks the reader for more before it waits.
        var asked: Int32 = -1
        #expect(unsafe sem_getvalue(rig.box.pointer.pointee.readerWake.address, &asked) == 0 && asked == 0)
        rig.locate(500, generation: 2)
        #expect(rig.render(64).last == 563)
    }

    @Test func pauseKeepsThePlayheadToTheFrame() {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(4000, from: 0, generation: 1)
        rig.play()
        _ = rig.render(100)
        rig.pause()
        let tail = rig.render(64)
        // What would have followed fades out; it is a copy.
        #expect(tail[0] > 90 && tail[0] <= 100)
        #expect(tail[16...].allSatisfy { $0 == 0 })
        #expect(rig.position == 100)
        rig.play()
        let again = rig.render(64)
        #expect(again[16] == 116 && again[63] == 163)
        #expect(again[0] < 10)
    }

    /// What fades out goes on into the next blocks: the last sample held in its stead would be a kink.
    @Test(arguments: [97, 100]) func aPauseAtTheEndOfABlockFadesTheNext(frames: Int) {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(100, from: 0, generation: 1)
        for start in stride(from: 100, to: 140, by: 5) { rig.feed(5, from: Int64(start), generation: 1) }
        rig.play()
        _ = rig.render(frames)
        rig.pause()
        let tail = rig.render(16)
        for i in 0..<16 {
            let gain = Float(0.5 + 0.5 * cos(Double.pi * (Double(i) + 0.5) / 16))
            #expect(abs(tail[i] - gain * Float(frames + i)) < 0.01, "frame \(i)")
        }
        #expect(rig.position == frames)
    }

    @Test func locateJoinsOldAndNewWithoutAStep() {
        let rig = PlaybackRig(fade: 64)
        rig.locate(0, generation: 1)
        rig.feed(1000, from: 0, generation: 1)
        rig.play()
        _ = rig.render(100)
        rig.locate(10_000, generation: 2)
        // The old sound goes on until the new is there.
        #expect(rig.render(50) == (100..<150).map(Float.init))
        rig.feed(1000, from: 10_000, generation: 2)
        let joined = rig.render(128)
        #expect(joined[64] == 10_064 && joined[127] == 10_127)
        #expect(rig.position == 10_128)
        // From 150 to 10064 in 64 steps: a fade's steepest step is pi/2 times the mean one.
        let jumps = zip([149] + joined, joined).map { $1 - $0 }
        #expect(jumps.max() ?? .infinity < 10_000 / 64 * 1.6)
    }

    /// Whoever asks to play is always answered: once what was asked for is heard, or something else came in between.
    @Test func everyPlayIsConfirmed() {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(4000, from: 0, generation: 1)
        rig.play(id: 1)
        _ = rig.render(64)
        rig.locate(5000, generation: 2)
        rig.play(id: 2)
        _ = rig.render(64)
        #expect(rig.event()?.id == 1)
        #expect(rig.event() == nil)
        rig.feed(1000, from: 5000, generation: 2)
        _ = rig.render(64)
        let second = rig.event()
        #expect(second?.id == 2 && second?.frame == 128)
        rig.play(id: 3)
        rig.pause()
        #expect(rig.event()?.id == 3)
    }

    @Test func anOlderLocateThatComesLaterIsVoid() {
        let rig = PlaybackRig()
        rig.locate(500, generation: 2)
        rig.locate(100, generation: 1)
        #expect(rig.generation == 2 && rig.position == 500)
    }

    @Test func staleBlocksMakeRoomWhilePausedAndNewerOnesWait() {
        let rig = PlaybackRig(ring: 200)
        rig.locate(0, generation: 1)
        rig.feed(150, from: 0, generation: 1)
        _ = rig.render(16)
        rig.locate(700, generation: 2)
        _ = rig.render(16)
        #expect(rig.room == 200)
        rig.feed(100, from: 700, generation: 2)
        rig.feed(50, from: 900, generation: 3)
        _ = rig.render(16)
        rig.play()
        let sound = rig.render(16 + 84)
        #expect(sound[16] == 716 && sound[99] == 799)
        // Generation 3 is not wanted before its command: the ring is dry.
        #expect(rig.render(64)[63] == 0)
        rig.locate(900, generation: 3)
        #expect(rig.render(32)[20] == 920)
    }

    @Test func runningDryFadesAndGoesOnWhereItStopped() {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(100, from: 0, generation: 1)
        rig.play()
        let sound = rig.render(160)
        #expect(sound[99] == 99 && sound[100] > 80 && sound[100] < 99.5 && sound[116] == 0)
        #expect(rig.underruns == 1)
        rig.feed(100, from: 100, generation: 1)
        let rest = rig.render(64)
        #expect(rest[16] == 116 && rig.position == 164)
    }
}
