// Room: integration tests. Connections that are kept, and made again (J2).
import Control
import Dictation
import Glibc
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct ConnectionTests {
        @Test func theyComeBackWithServerProgramAndEngine() throws {
            let scene = try Sitting()
            let library = scene.engine.library
            scene.play()
            try scene.waitForSources(2)
            let sources = try scene.engine.ask("status").text("sources")
            // The program ends and comes back.
            scene.leave()
            try scene.waitForSources(0)
            let second = try #require(Probe("probe"), "no probe")
            try scene.waitForSources(2)
            second.close()
            try scene.waitForSources(0)
            // The server dies and comes back, then the program.
            scene.kill()
            try scene.revive()
            let third = try #require(Probe("probe"), "no probe")
            try scene.waitForSources(2)
            #expect(try scene.engine.ask("status").text("sources") == sources)
            // The engine ends and comes back under the same name.
            _ = scene.engine.quit()
            #expect(Files.exists(library + "/." + scene.engine.name + ".connections"))
            try scene.engine.restart()
            try scene.waitForSources(2)
            third.close()
        }

        /// Nobody has to end the engine in order: a second after somebody patched, it is kept.
        @Test func anEngineThatIsKilledHasThemToo() throws {
            let scene = try Sitting(synchronous: false)
            scene.play()
            try scene.waitForSources(2)
            let file = scene.engine.library + "/." + scene.engine.name + ".connections"
            for _ in 0..<100 where !Files.exists(file) { _ = usleep(50_000) }
            scene.engine.signal(SIGKILL)
            _ = scene.engine.finish()
            try scene.engine.restart()
            try scene.waitForSources(2)
        }

        /// A program gives up its connections, then its ports; an engine that is kept from running between the two looks at a time at
        /// which half a second has gone, and libjack has not told it of the ports yet. Not with jackd2: it waits for the engine.
        @Test(.enabled(if: PipeWireServer.isOurs)) func aStandstillOfTheEngineIsNoReasonToForget() throws {
            let scene = try Sitting()
            var program = try #require(Probe("probe"), "no probe")
            #expect(program.connectOutputs(to: scene.engine.name))
            for _ in 0..<3 {
                try scene.waitForSources(2)
                for side in ["l", "r"] { #expect(program.disconnect("probe:out_\(side)", "\(scene.engine.name):in_\(side)")) }
                try scene.waitForSources(0)
                scene.engine.signal(SIGSTOP)
                program.close()
                Pause.milliseconds(700)
                scene.engine.signal(SIGCONT)
                Pause.milliseconds(200)
                program = try #require(Probe("probe"), "no probe")
            }
            try scene.waitForSources(2)
            program.close()
        }

        @Test func whatWasTakenAwayStaysAwayAndWhoPatchesByThemselvesMay() throws {
            let scene = try Sitting()
            scene.play()
            try scene.waitForSources(2)
            let probe = try #require(scene.probe)
            #expect(probe.disconnect("probe:out_r", scene.engine.name + ":in_r"))
            try scene.waitForSources(1)
            _ = usleep(1_000_000)
            scene.leave()
            scene.kill()
            try scene.revive()
            let second = try #require(Probe("probe"), "no probe")
            try scene.waitForSources(1)
            _ = usleep(500_000)
            #expect(try scene.engine.ask("status").text("sources") == "probe:out_l")
            // Not made again where that is not wanted.
            try scene.engine.ask("set", "connections", "leave")
            second.close()
            try scene.waitForSources(0)
            let third = try #require(Probe("probe"), "no probe")
            _ = usleep(700_000)
            #expect(try scene.engine.ask("status").text("sources") == "")
            third.close()
        }

        /// A program registers one port after the other, long after the engine came.
        @Test func aPatternWaitsForPortsToCome() throws {
            let scene = try Sitting(["--connect-in", "late.*:out_.*"])
            _ = usleep(300_000)
            let late = try #require(Probe("latecomer"), "no probe")
            try scene.waitForSources(2)
            #expect(try scene.engine.ask("status").text("sources") == "latecomer:out_l, latecomer:out_r")
            late.close()
        }
    }
}
