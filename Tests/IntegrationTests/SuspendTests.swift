// Tests a machine that was asleep (J2, J5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct SuspendTests {
        /// JACK's time does not count the hours of a suspend: what is missed behind it is what JACK says, and no day of frames.
        @Test(arguments: [13, 40]) func hoursAsleepAreNoMissedFrames(hours: Int) throws {
            let clock = try StandInClock()
            // An asynchronous server goes on without the engine.
            let fixture = try ReturningServerFixture(
                ["--jack-patience", "10s"], period: 1024, synchronous: false, environment: clock.environment)
            fixture.play()
            Pause.milliseconds(300)
            let before = try fixture.engine.ask("status").int("missed_frames")
            fixture.engine.signal(SIGSTOP)
            Pause.milliseconds(500)
            try clock.sleep(hours * 3600)
            fixture.engine.signal(SIGCONT)
            try Pause.until { try fixture.engine.ask("status").int("missed_frames") != before }
            Pause.milliseconds(300)
            let missed = try fixture.engine.ask("status").int("missed_frames") - before
            #expect((1...60 * 48_000).contains(missed), "\(missed) frames")
        }
    }
}
