// Tests of extending 32-bit JACK frames to 64 bits.
import Testing

@testable import Realtime

@Suite struct TelemetryTests {
    private let rate = 192_000

    /// Eight hours after JACK's time was 0, at 192 kHz: the counter has wrapped once.
    private func telemetry(at frame: Int64, since first: Int64 = 0) -> Telemetry {
        let page = SharedPage()
        var words = InlineArray<16, UInt64>(repeating: 0)
        words[0] = UInt64(bitPattern: frame)
        words[1] = UInt64(UInt32(truncatingIfNeeded: frame))
        words[6] = UInt64(bitPattern: first)
        page.publish(words)
        return Telemetry(page)
    }

    @Test func aFrameOfTheTakeThatIsOlderThanHalfTheCounterIsNoFrameToCome() {
        let now: Int64 = 8 * 3600 * 192_000
        let telemetry = telemetry(at: now)
        // Four hours back is more than half of the counter.
        let old = now - 4 * 3600 * 192_000
        #expect(telemetry.extend(UInt32(truncatingIfNeeded: old)) > now, "the plain way takes the near one")
        #expect(telemetry.extend(UInt32(truncatingIfNeeded: old), since: 0, rate: rate) == old)
        // The take had not begun at that frame.
        #expect(telemetry.extend(UInt32(truncatingIfNeeded: old), since: old + 1, rate: rate) == old + (1 << 32))
    }

    @Test(arguments: [-3 * 3600, -1, 0, 1, 599]) func aFrameThatIsNearIsTheNearOne(seconds: Int64) {
        let now: Int64 = 8 * 3600 * 192_000
        let meant = now + seconds * 192_000
        #expect(telemetry(at: now).extend(UInt32(truncatingIfNeeded: meant), since: 0, rate: rate) == meant)
    }

    /// The JACK client is younger than the take that goes on with it.
    @Test func noFrameIsBeforeTheFirst() {
        let now: Int64 = 8 * 3600 * 192_000
        let young = telemetry(at: now, since: now - 3600)
        let meant = now + 3600 * 192_000
        #expect(young.extend(UInt32(truncatingIfNeeded: meant), since: .min, rate: rate) == meant)
    }

    /// An event that is read while its period still runs would come with the playhead of the period before.
    @Test func anEventWaitsForTheClockOfItsPeriod() {
        let box = LinkBox()
        func publish(_ frame: UInt64) {
            var words = InlineArray<16, UInt64>(repeating: 0)
            words[0] = frame
            unsafe box.pointer.pointee.clockPage.publish(words)
        }
        publish(64)
        for event in [
            RealtimeEvent(.done, frame: 64, id: 1), RealtimeEvent(.done, frame: 100, id: 2), RealtimeEvent(.ended, frame: 128),
            RealtimeEvent(.done, frame: 128, id: 3),
        ] {
            unsafe box.pointer.pointee.report(event)
        }
        #expect(unsafe box.pointer.pointee.takeEvent() == nil)
        publish(128)
        #expect(unsafe box.pointer.pointee.takeEvent()?.id == 1)
        #expect(unsafe box.pointer.pointee.takeEvent()?.id == 2)
        #expect(unsafe box.pointer.pointee.takeEvent()?.kind == .ended)
        #expect(unsafe box.pointer.pointee.takeEvent() == nil)
        publish(192)
        #expect(unsafe box.pointer.pointee.takeEvent()?.id == 3)
    }
}
