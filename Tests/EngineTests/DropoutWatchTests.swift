// Tests of finding dropouts, and of silence that is none (J5, J9).
import Dictation
import Realtime
import Testing

@testable import Engine
@testable import Recorder

@Suite struct DropoutWatchTests {
    /// Passes the samples in pieces, as the writer does.
    private func watch(_ samples: [Frame], pieces: Int = 7) -> DropoutWatch {
        var watch = DropoutWatch(rate: 48_000)
        var place = 0
        while place < samples.count {
            let piece = Array(samples[place..<min(samples.count, place + pieces)])
            unsafe piece.withUnsafeBufferPointer { unsafe watch.look($0, at: Int64(place)) }
            place += piece.count
        }
        watch.close()
        return watch
    }

    private func sound(_ count: Int, _ frame: Frame = Frame(0.1, 0.1)) -> [Frame] { Array(repeating: frame, count: count) }

    @Test(arguments: [1, 7, 1000]) func aHoleBetweenSoundsIsOne(pieces: Int) {
        let found = watch(sound(100) + sound(48, .zero) + sound(10), pieces: pieces)
        #expect(found.found == [.init(position: 100, length: 48, side: .both)] && found.count == 1)
    }

    @Test func whatIsShorterAndWhatHasNoSoundBeforeItIsNone() {
        #expect(watch(sound(100) + sound(47, .zero) + sound(10)).count == 0)
        #expect(watch(sound(100, .zero) + sound(10)).count == 0)
        #expect(watch(sound(1000, .zero)).count == 0)
        // Silence without an end is a dropout.
        #expect(watch(sound(10) + sound(1000, .zero)).found == [.init(position: 10, length: 1000, side: .both)])
    }

    @Test func sidesAreToldApart() {
        let left = watch(sound(100) + sound(60, Frame(0, 0.1)) + sound(10))
        #expect(left.found == [.init(position: 100, length: 60, side: .left)])
        // A microphone at one side only: the silent side has never sounded.
        #expect(watch(sound(500, Frame(0, 0.1))).count == 0)
        let crossed = sound(100) + sound(60, Frame(0, 0.1)) + sound(60, .zero) + sound(60, Frame(0.1, 0)) + sound(9)
        #expect(watch(crossed).found == [.init(position: 100, length: 180, side: .both)])
    }

    /// The next segment of a take whose server was away begins with the silence of a bridge that comes back later.
    @Test func silenceBehindAnEarlierSegmentIsOne() {
        for peaks: (left: Float, right: Float) in [(0.1, 0), (0, 0)] {
            var watch = DropoutWatch(rate: 48_000, after: peaks)
            let samples = sound(5120, .zero) + sound(100)
            unsafe samples.withUnsafeBufferPointer { unsafe watch.look($0, at: 2) }
            watch.close()
            #expect(watch.found == (peaks.left > 0 ? [.init(position: 2, length: 5120, side: .left)] : []))
        }
    }

    /// A dropout ends where a pause begins, and does not go on after it.
    @Test func aHoleEndsWhereThePauseBegins() {
        var watch = DropoutWatch(rate: 48_000)
        let (sound, silence) = (sound(100), sound(100, .zero))
        unsafe sound.withUnsafeBufferPointer { unsafe watch.look($0, at: 0) }
        unsafe silence.withUnsafeBufferPointer { unsafe watch.look($0, at: 100) }
        watch.close()
        unsafe silence.withUnsafeBufferPointer { unsafe watch.look($0, at: 200) }
        unsafe sound.withUnsafeBufferPointer { unsafe watch.look($0, at: 300) }
        watch.close()
        #expect(watch.found == [.init(position: 100, length: 100, side: .both)])
    }

    /// Frames that JACK missed are no dropout; the silence before and after them is one.
    @Test func aHoleGoesOnAfterWhatJackMissed() {
        var watch = DropoutWatch(rate: 48_000)
        let (sound, silence) = (sound(100), sound(100, .zero))
        unsafe sound.withUnsafeBufferPointer { unsafe watch.look($0, at: 0) }
        watch.skip()
        unsafe silence.withUnsafeBufferPointer { unsafe watch.look($0, at: 600) }
        watch.skip()
        unsafe sound.withUnsafeBufferPointer { unsafe watch.look($0, at: 900) }
        watch.skip()
        unsafe sound.withUnsafeBufferPointer { unsafe watch.look($0, at: 1100) }
        watch.close()
        #expect(watch.found == [.init(position: 600, length: 100, side: .both)])
    }

    @Test func allAreCountedAndAsManyAsCanBeAreListed() {
        let one = sound(1) + sound(48, .zero)
        let many = watch((0...5000).flatMap { _ in one } + sound(1), pieces: 1000)
        #expect(many.count == 5001 && many.found.count == Segment.mostDropouts)
    }
}
