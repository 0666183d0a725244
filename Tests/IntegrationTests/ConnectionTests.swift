// Tests connections that are remembered and made again (J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct ConnectionTests {
        /// A program that is connected to nothing. A server with a slow client sometimes refuses a new one.
        private func newProbe() throws -> Probe {
            var probe: Probe?
            for _ in 0..<3 where probe == nil { probe = Probe("probe") }
            return try #require(probe, "no probe")
        }

        @Test func theyComeBackWithServerProgramAndEngine() throws {
            let fixture = try ReturningServerFixture()
            let library = fixture.engine.library
            fixture.play()
            try fixture.waitForSources(2)
            let sources = try fixture.engine.ask("status").text("sources")
            // The program ends and comes back.
            fixture.leave()
            try fixture.waitForSources(0)
            let second = try newProbe()
            try fixture.waitForSources(2)
            second.close()
            try fixture.waitForSources(0)
            // The server dies and comes back, then the program.
            fixture.kill()
            try fixture.revive()
            let third = try newProbe()
            try fixture.waitForSources(2)
            #expect(try fixture.engine.ask("status").text("sources") == sources)
            // The engine ends and comes back under the same name.
            _ = fixture.engine.quit()
            #expect(Files.exists(library + "/." + fixture.engine.name + ".connections"))
            try fixture.engine.restart()
            try fixture.waitForSources(2)
            third.close()
        }

        /// Connections are saved a second after they were made: an engine need not end in order.
        @Test func anEngineThatIsKilledHasThemToo() throws {
            let fixture = try ReturningServerFixture(synchronous: false)
            fixture.play()
            try fixture.waitForSources(2)
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            try fixture.engine.restart()
            try fixture.waitForSources(2)
        }

        /// A program gives up its connections, then its ports. The engine is stopped between the two: half a second has
        /// passed when it runs again, and libjack has not yet reported that the ports are gone. Skipped in
        /// jackd2, which waits for the engine.
        @Test(.enabled(if: PipeWireServer.isOurs)) func aStandstillOfTheEngineIsNoReasonToForget() throws {
            let fixture = try ReturningServerFixture()
            var program = try #require(Probe("probe"), "no probe")
            #expect(program.connectOutputs(to: fixture.engine.name))
            fixture.waitUntilRemembered()
            for _ in 0..<3 {
                try fixture.waitForSources(2)
                for side in ["l", "r"] { #expect(program.disconnect("probe:out_\(side)", "\(fixture.engine.name):in_\(side)")) }
                try fixture.waitForSources(0)
                fixture.engine.signal(SIGSTOP)
                program.close()
                // The program has left, and its ports are gone, while the engine cannot look.
                Pause.milliseconds(700)
                fixture.engine.signal(SIGCONT)
                // The engine looks at what it has missed.
                Pause.milliseconds(200)
                program = try #require(Probe("probe"), "no probe")
            }
            try fixture.waitForSources(2)
            program.close()
        }

        @Test func whatWasTakenAwayStaysAwayAndWhoPatchesByThemselvesMay() throws {
            let fixture = try ReturningServerFixture()
            fixture.play()
            try fixture.waitForSources(2)
            let probe = try #require(fixture.probe)
            #expect(probe.disconnect("probe:out_r", fixture.engine.name + ":in_r"))
            try fixture.waitForSources(1)
            // Ports that go before the engine is sure would be those of a program that has ended.
            let file = "\(fixture.engine.library)/.\(fixture.engine.name).connections"
            Pause.until { Files.read(file)?.contains("probe:out_r") == false }
            #expect(Files.read(file)?.contains("probe:out_r") == false)
            fixture.leave()
            fixture.kill()
            try fixture.revive()
            let second = try newProbe()
            try fixture.waitForSources(1)
            // The other connection would have been made by then: nothing tells that nothing comes.
            _ = usleep(500_000)
            #expect(try fixture.engine.ask("status").text("sources") == "probe:out_l")
            // Connections are not made again where the setting says so.
            try fixture.engine.ask("set", "connections", "leave")
            second.close()
            try fixture.waitForSources(0)
            let third = try newProbe()
            // A connection would have been made by then: nothing tells that nothing comes.
            _ = usleep(700_000)
            #expect(try fixture.engine.ask("status").text("sources") == "")
            third.close()
        }

        /// A program registers one port after the other, long after the engine has started.
        @Test func aPatternWaitsForPortsToCome() throws {
            let fixture = try ReturningServerFixture(["--connect-in", "late.*:out_.*"])
            // Long after the engine has looked for ports at its start.
            _ = usleep(300_000)
            let late = try #require(Probe("latecomer"), "no probe")
            try fixture.waitForSources(2)
            #expect(try fixture.engine.ask("status").text("sources") == "latecomer:out_l\nlatecomer:out_r")
            late.close()
        }
    }
}
