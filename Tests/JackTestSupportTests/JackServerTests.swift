// Tests the private JACK server. One test after another: a process can talk to one server at a time.
import Glibc
import JackTestSupport
import TestSupport
import Testing

@Suite(.serialized, .inTurn) struct JackServerTests {
    private static func grows(_ probe: Probe) -> Bool {
        let before = probe.count
        Pause.until { probe.count != before }
        return probe.count > before
    }

    @Test func freezesAndThaws() throws {
        let server = try #require(JackServer(), "no jackd")
        let probe = try #require(Probe("probe"))
        #expect(Self.grows(probe))
        server.freeze()
        // The periods under way have ended.
        _ = usleep(200_000)
        let frozen = probe.count
        // Dozens of periods, if it ran.
        _ = usleep(300_000)
        #expect(probe.count == frozen)
        server.thaw()
        #expect(Self.grows(probe))
    }

    /// A server that was killed, as by a crash, starts again under the same name.
    @Test func isKilledAndComesBack() throws {
        let server = try #require(JackServer(), "no jackd")
        for _ in 0..<2 {
            var probe = Probe("probe")
            #expect(try Self.grows(#require(probe)))
            server.kill()
            // libjack has noticed.
            _ = usleep(200_000)
            probe = nil
            #expect(Probe("late") == nil)
            #expect(server.start())
        }
        #expect(try Self.grows(#require(Probe("probe"))))
    }

    @Test func changesItsPeriodAndRunsFree() throws {
        let server = try #require(JackServer(period: 64), "no jackd")
        let probe = try #require(Probe("probe"))
        for period in [1024, 16, 256] {
            #expect(probe.setBufferSize(period))
            #expect(Self.grows(probe))
        }
        let before = probe.count
        #expect(probe.setFreewheel(true))
        _ = usleep(500_000)
        #expect(probe.setFreewheel(false))
        // Freewheel runs through far more than half a second of audio.
        #expect(probe.count - before > 48_000)
        #expect(Self.grows(probe))
        withExtendedLifetime(server) {}
    }
}
