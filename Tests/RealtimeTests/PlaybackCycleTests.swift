// Tests of the playback cycle.
import Glibc
import Rings
import Synchronization
import Testing

@testable import Realtime

@Suite struct PlaybackCycleTests {
    @Test func playsFromTheStartUntouchedAndEnds() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(100, from: 0, generation: 1)
        fixture.feed(50, from: 100, generation: 1, isLast: true)
        #expect(fixture.render(64).allSatisfy { $0 == 0 })
        fixture.play(id: 7)
        #expect(fixture.render(128) == (0..<128).map(Float.init))
        #expect(fixture.position == 128)
        #expect(fixture.render(64) == (128..<150).map(Float.init) + [Float](repeating: 0, count: 42))
        #expect(!fixture.isRolling)
        let started = fixture.event()
        #expect(started?.kind == .done && started?.id == 7 && started?.frame == 64)
        let ended = fixture.event()
        #expect(ended?.kind == .ended && ended?.frame == 64 + 150)
    }

    /// The reader can be at a locate whose command comes with the next period: a freewheeling callback that waited for more
    /// frames would wait for ten seconds.
    @Test func aFreewheelingCallbackDoesNotWaitForWhatItCannotKnow() {
        let fixture = PlaybackFixture()
        unsafe fixture.box.pointer.pointee.isFreewheeling.store(true, ordering: .relaxed)
        fixture.locate(0, generation: 1)
        fixture.play()
        fixture.feed(100, from: 500, generation: 2)
        #expect(fixture.render(64).allSatisfy { $0 == 0 })
        // The callback asks the reader for more before it waits.
        var asked: Int32 = -1
        #expect(unsafe sem_getvalue(fixture.box.pointer.pointee.readerWake.address, &asked) == 0 && asked == 0)
        fixture.locate(500, generation: 2)
        #expect(fixture.render(64).last == 563)
    }

    /// A server can leave freewheel after any period, so the callback asks for the reserve while it has enough for the period
    /// itself. It asks for none behind the last frames, and outside of freewheel.
    @Test(arguments: [(true, false, 1000, 1), (true, false, 1300, 0), (true, true, 1000, 0), (false, false, 1000, 0)])
    func aFreewheelingCallbackLeavesAReserve(isFreewheeling: Bool, isLast: Bool, fed: Int, wakes: Int32) {
        let fixture = PlaybackFixture(reserve: 500)
        fixture.locate(0, generation: 1)
        fixture.feed(200, from: 0, generation: 1)
        fixture.feed(fed - 200, from: 200, generation: 1, isLast: isLast)
        fixture.play()
        #expect(fixture.render(100) == (0..<100).map(Float.init))
        unsafe fixture.box.pointer.pointee.isFreewheeling.store(isFreewheeling, ordering: .relaxed)
        #expect(fixture.render(600) == (100..<700).map(Float.init))
        var asked: Int32 = -1
        #expect(unsafe sem_getvalue(fixture.box.pointer.pointee.readerWake.address, &asked) == 0 && asked == wakes)
        #expect(fixture.underruns == 0)
    }

    /// A reader tells its progress all the time, and a callback that freewheels later counts what comes from then on: a thousand
    /// chunks of before are no progress.
    @Test func progressOfBeforeIsNoProgress() {
        let fixture = PlaybackFixture(reserve: 500)
        fixture.locate(0, generation: 1)
        fixture.feed(1000, from: 0, generation: 1)
        fixture.play()
        for _ in 0..<1000 { unsafe fixture.box.pointer.pointee.readerProgress.tell() }
        unsafe fixture.box.pointer.pointee.isFreewheeling.store(true, ordering: .relaxed)
        #expect(fixture.render(600) == (0..<600).map(Float.init))
        var asked: Int32 = -1
        #expect(unsafe sem_getvalue(fixture.box.pointer.pointee.readerWake.address, &asked) == 0 && asked == 1)
    }

    /// A locate that a later one has overtaken has no effect, nor has the play that belongs to it; a play of its own has.
    @Test func anOvertakenLocateTakesItsPlayAlong() {
        let fixture = PlaybackFixture()
        #expect(fixture.locate(700, generation: 2))
        #expect(!fixture.locate(500, generation: 1))
        fixture.play(id: 7, generation: 1)
        #expect(!fixture.isRolling && fixture.generation == 2 && fixture.position == 700)
        let event = fixture.event()
        #expect(event?.kind == .cancelled && event?.id == 7)
        fixture.play(id: 8, generation: 2)
        #expect(fixture.isRolling)
        fixture.pause()
        fixture.play(id: 9)
        #expect(fixture.isRolling)
    }

    @Test func pauseKeepsThePlayheadToTheFrame() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(4000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(100)
        fixture.pause()
        let tail = fixture.render(64)
        // A copy of the frames that would have followed fades out.
        #expect(tail[0] > 90 && tail[0] <= 100)
        #expect(tail[16...].allSatisfy { $0 == 0 })
        #expect(fixture.position == 100)
        fixture.play()
        let again = fixture.render(64)
        #expect(again[16] == 116 && again[63] == 163)
        #expect(again[0] < 10)
    }

    /// A fade-out goes on into the next blocks: holding the last sample instead would be a kink.
    @Test(arguments: [97, 100]) func aPauseAtTheEndOfABlockFadesTheNext(frames: Int) {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(100, from: 0, generation: 1)
        for start in stride(from: 100, to: 140, by: 5) { fixture.feed(5, from: Int64(start), generation: 1) }
        fixture.play()
        _ = fixture.render(frames)
        fixture.pause()
        let tail = fixture.render(16)
        for i in 0..<16 {
            let gain = Float(0.5 + 0.5 * cos(Double.pi * (Double(i) + 0.5) / 16))
            #expect(abs(tail[i] - gain * Float(frames + i)) < 0.01, "frame \(i)")
        }
        #expect(fixture.position == frames)
    }

    @Test func locateJoinsOldAndNewWithoutAStep() {
        let fixture = PlaybackFixture(fade: 64)
        fixture.locate(0, generation: 1)
        fixture.feed(1000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(100)
        fixture.locate(10_000, generation: 2)
        // The old sound goes on until the new sound is there.
        #expect(fixture.render(50) == (100..<150).map(Float.init))
        // The playhead is told at its new place meanwhile: an edit made now starts from there.
        #expect(fixture.position == 10_000)
        fixture.feed(1000, from: 10_000, generation: 2)
        let joined = fixture.render(128)
        #expect(joined[64] == 10_064 && joined[127] == 10_127)
        #expect(fixture.position == 10_128)
        // From 150 to 10064 in 64 steps: the steepest step of a fade is pi/2 times the mean one.
        let jumps = zip([149] + joined, joined).map { $1 - $0 }
        #expect(jumps.max() ?? .infinity < 10_000 / 64 * 1.6)
    }

    /// The sound goes on in the new files at the frame that is due, however late these are rendered: the old files are heard
    /// until then, and nothing is heard twice. A jump begins where it leads to, and so does a paused playhead.
    @Test(arguments: [100, 4000, 40_000]) func theSameSoundGoesOnWithoutASeam(chunk: Int) {
        let fixture = PlaybackFixture(ring: 1 << 17)
        fixture.locate(0, generation: 1)
        fixture.feed(30_000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(200)
        // An edit: frame 100 is frame 1100 now. 100 frames were played since the edit was made.
        fixture.locate(1100, generation: 2, shift: 1000)
        func sound(from frame: Int, _ count: Int) -> [Float] { (frame..<frame + count).map(Float.init) }
        for period in 0..<16 { #expect(fixture.render(256) == sound(from: 200 + period * 256, 256)) }
        for first in stride(from: 0, to: 40_000, by: chunk) { fixture.feed(chunk, from: 1100 + Int64(first), generation: 2) }
        // 4096 frames were heard meanwhile. The old sound fades out within 16 frames.
        #expect(Array(fixture.render(256).dropFirst(16)) == sound(from: 5312, 240))
        #expect(fixture.render(1000) == sound(from: 5552, 1000))
        // Behind a loop or a nudge the old sound is elsewhere: the locate counts.
        fixture.locate(90_000, generation: 3, shift: 500_000)
        fixture.feed(1000, from: 90_000, generation: 3)
        #expect(fixture.render(64).last == 90_063)
        fixture.pause()
        fixture.locate(91_000, generation: 4, shift: 900)
        fixture.feed(1000, from: 91_000, generation: 4)
        _ = fixture.render(64)
        #expect(fixture.position == 91_000)
    }

    /// The reader makes a splice again when playback pauses before it; the callback may have carried out the first one meanwhile.
    /// The second one was dropped then, and playback stood still behind the last frame of the first.
    @Test(arguments: [(30, 1), (30, 60), (0, 0), (0, 200)]) func aSpliceThatWasMadeAgain(ahead: Int, played: Int) {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(1000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(100)
        fixture.pause()
        _ = fixture.render(100)
        let first = fixture.feed(100, from: 3000, generation: 1, edition: 2)
        fixture.splice(from: 1, at: 100 + ahead, to: 2, block: first)
        if ahead + played > 0 { fixture.play(id: 2) }
        _ = fixture.render(max(1, ahead + played))
        #expect(fixture.edition == 2)
        let second = fixture.feed(1000, from: 5000, generation: 1, edition: 3)
        fixture.splice(from: 1, at: 100, to: 3, block: second)
        fixture.play(id: 3)
        _ = fixture.render(50)
        #expect(fixture.edition == 3)
        // It goes on from the pause, by the frames that were heard since. Frames that were not there yet are not skipped.
        #expect(fixture.position == 5000 + Int64(ahead + min(played, 100) + 50))
        // A third one counts from the same place.
        let third = fixture.feed(1000, from: 7000, generation: 1, edition: 4)
        fixture.splice(from: 1, at: 100, to: 4, block: third)
        _ = fixture.render(10)
        #expect(fixture.edition == 4)
        #expect(fixture.position == 7000 + Int64(ahead + min(played, 100) + 60))
    }

    /// A jump and an edit right after it: playback goes on from the jump, whether its sound is heard already or not.
    @Test(arguments: [false, true]) func anEditFollowsAJump(isHeard: Bool) {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(1000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(100)
        fixture.locate(10_000, generation: 2)
        if isHeard { fixture.feed(1000, from: 10_000, generation: 2) }
        _ = fixture.render(64)
        let played: Int64 = isHeard ? 64 : 0
        #expect(fixture.position == 10_000 + played)
        fixture.locate(9_000, generation: 3, shift: -1000)
        #expect(fixture.position == 9_000 + played)
        fixture.feed(1000, from: 9_000, generation: 3)
        #expect(fixture.render(64).last == Float(9_063 + played))
    }

    /// Every play command is confirmed: once its sound is heard, or after another command came in between.
    @Test func everyPlayIsConfirmed() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(4000, from: 0, generation: 1)
        fixture.play(id: 1)
        _ = fixture.render(64)
        fixture.locate(5000, generation: 2)
        fixture.play(id: 2)
        _ = fixture.render(64)
        #expect(fixture.event()?.id == 1)
        #expect(fixture.event() == nil)
        fixture.feed(1000, from: 5000, generation: 2)
        _ = fixture.render(64)
        let second = fixture.event()
        #expect(second?.id == 2 && second?.frame == 128)
        fixture.play(id: 3)
        fixture.pause()
        #expect(fixture.event()?.id == 3)
    }

    @Test func anOlderLocateThatComesLaterIsVoid() {
        let fixture = PlaybackFixture()
        fixture.locate(500, generation: 2)
        fixture.locate(100, generation: 1)
        #expect(fixture.generation == 2 && fixture.position == 500)
    }

    @Test func staleBlocksMakeRoomWhilePausedAndNewerOnesWait() {
        let fixture = PlaybackFixture(ring: 200)
        fixture.locate(0, generation: 1)
        fixture.feed(150, from: 0, generation: 1)
        _ = fixture.render(16)
        fixture.locate(700, generation: 2)
        _ = fixture.render(16)
        #expect(fixture.room == 200)
        fixture.feed(100, from: 700, generation: 2)
        fixture.feed(50, from: 900, generation: 3)
        _ = fixture.render(16)
        fixture.play()
        let sound = fixture.render(16 + 84)
        #expect(sound[16] == 716 && sound[99] == 799)
        // Generation 3 is not played before its command: the ring is dry.
        #expect(fixture.render(64)[63] == 0)
        fixture.locate(900, generation: 3)
        #expect(fixture.render(32)[20] == 920)
    }

    @Test func runningDryFadesAndGoesOnWhereItStopped() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(100, from: 0, generation: 1)
        fixture.play()
        let sound = fixture.render(160)
        #expect(sound[99] == 99 && sound[100] > 80 && sound[100] < 99.5 && sound[116] == 0)
        #expect(fixture.underruns == 1)
        fixture.feed(100, from: 100, generation: 1)
        let rest = fixture.render(64)
        #expect(rest[16] == 116 && fixture.position == 164)
    }
}
