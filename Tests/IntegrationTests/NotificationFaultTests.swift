// Tests the notification of a take where the desktop, the bus or the engine fails (C9).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("The notification of a take without a desktop, at one that hangs, and over crashes (C9)")
    struct NotificationFaultTests {
        @Test("without a bus, without a service, and at one that refuses, takes run and the log has one line")
        func nothingIsShown() throws {
            let fixture = try NotificationFixture()
            for name in ["one", "two"] {
                try fixture.engine.ask("rec", "name", name)
                try fixture.engine.ask("pause")
                #expect(try fixture.state() == "paused")
                try fixture.engine.ask("stop")
            }
            let service = try NotificationService(fixture.bus)
            service.refuse(true)
            try fixture.engine.ask("rec", "name", "three")
            #expect(try fixture.state() == "recording" && service.calls.isEmpty)
            service.refuse(false)
            try fixture.engine.ask("pause")
            #expect(service.becomes("The take is paused|three"))
            let lines = try fixture.linesAtEnd()
            #expect(lines.count == 1 && lines[0].contains("ServiceUnknown"), "\(lines)")

            let alone = try NotificationFixture(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
            for name in ["one", "two"] {
                try alone.engine.ask("rec", "name", name)
                try alone.engine.ask("stop")
            }
            let others = try alone.linesAtEnd()
            #expect(others.count == 1 && others[0].contains("there is no session D-Bus"), "\(others)")
        }

        @Test("a service that starts anew shows the take again, under its own number")
        func restart() throws {
            let fixture = try NotificationFixture()
            let first = try NotificationService(fixture.bus, first: 7)
            try fixture.engine.ask("rec", "name", "x")
            #expect(try first.call(1).number == 7)
            first.end()
            let second = try NotificationService(fixture.bus, first: 7)
            #expect(second.becomes("Dicta is recording|x"))
            #expect(second.shown.map(\.number) == [7] && second.shown.map(\.instead) == [0])
            second.end()
            // A change without a service is refused by the bus.
            try fixture.engine.ask("pause")
            #expect(try fixture.state() == "paused")
            let third = try NotificationService(fixture.bus, first: 9)
            #expect(third.becomes("The take is paused|x"))
            third.press(9)
            try fixture.waits(for: "idle")
            // A service that takes the name over while the other one lives: the other one shows nothing more.
            try fixture.engine.ask("rec", "name", "y")
            #expect(third.becomes("Dicta is recording|y"))
            let fourth = try NotificationService(fixture.bus)
            #expect(fourth.becomes("Dicta is recording|y") && third.becomes(nil))
            try fixture.engine.ask("stop")
            #expect(fourth.becomes(nil))
        }

        @Test(
            "a service and a bus that stand still hold nothing up, and what they show late is taken away",
            arguments: [true, false])
        func standstill(ofService: Bool) throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            let pid = ofService ? service.pid : fixture.bus.daemon.pid
            _ = kill(pid, SIGSTOP)
            for name in ["one", "two"] {
                // Each answer comes from the control loop, which would wait for ever.
                for verb in [["rec", "name", name], ["pause"], ["resume"], ["ping"], ["stop"]] {
                    try fixture.engine.reply(verb[0], Array(verb.dropFirst()))
                }
            }
            #expect(service.calls.isEmpty)
            _ = kill(pid, SIGCONT)
            try fixture.engine.ask("rec", "name", "three")
            #expect(service.becomes("Dicta is recording|three"))
            try fixture.engine.ask("stop")
            #expect(service.becomes(nil))
            _ = kill(pid, SIGSTOP)
            try fixture.engine.ask("rec", "name", "four")
            let end = try #require(fixture.engine.quit())
            #expect(end.code == 0 && !end.errors.contains("otification"), "\(end.errors)")
            _ = kill(pid, SIGCONT)
        }

        @Test("an orderly end takes the notification away", arguments: [SIGTERM, 0])
        func quit(signal: Int32) throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            #expect(service.becomes("Dicta is recording|x"))
            if signal != 0 { fixture.engine.signal(signal) }
            #expect((signal == 0 ? fixture.engine.quit() : fixture.engine.finish())?.code == 0)
            #expect(service.becomes(nil))
        }

        @Test("what a killed engine shows is taken away by the next one, and nothing of another bus is")
        func crash() throws {
            let memory = try #require(TempFolder.inMemory(), "no folder in memory")
            // A synchronous server would wait for the killed client.
            let fixture = try NotificationFixture(synchronous: false, socket: memory.file("socket"))
            let service = try NotificationService(fixture.bus)
            let note = memory.file("socket.notification")
            func killed(_ name: String) throws {
                try fixture.engine.ask("rec", "name", name)
                #expect(service.becomes("Dicta is recording|\(name)"))
                Pause.until { Files.exists(note) }
                fixture.engine.signal(SIGKILL)
                _ = fixture.engine.finish()
                #expect(service.becomes("Dicta is recording|\(name)"))
            }
            try killed("x")
            try fixture.engine.restart()
            #expect(service.becomes(nil))
            Pause.until { !Files.exists(note) }
            #expect(!Files.exists(note))

            try killed("y")
            let place = try #require(Files.read(note))
            #expect(Files.write((place.first == "0" ? "1" : "0") + place.dropFirst(), to: note))
            try fixture.engine.restart()
            Pause.until { !Files.exists(note) }
            #expect(!Files.exists(note) && service.becomes("Dicta is recording|y"))

            // A text that is no place does no harm.
            _ = fixture.engine.quit()
            #expect(Files.write("\u{0} : -1 99999999999", to: note))
            try fixture.engine.restart()
            try fixture.engine.ask("rec", "name", "z")
            Pause.until { service.shown.contains(where: { $0.text.hasSuffix("|z") }) }
            #expect(service.shown.map(\.text) == ["Dicta is recording|y", "Dicta is recording|z"])
            try fixture.engine.ask("stop")
        }

        @Test("a bus that dies during a take is told once, and the take goes on")
        func theBusDies() throws {
            let fixture = try NotificationFixture(settings: "rec-notification = on\nmpris = off\n")
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            #expect(service.becomes("Dicta is recording|x"))
            fixture.bus.end()
            #expect(try fixture.state() == "recording")
            try fixture.engine.ask("stop")
            try fixture.engine.ask("rec", "name", "y")
            try fixture.engine.ask("stop")
            let lines = try fixture.linesAtEnd()
            #expect(lines.count == 1 && lines[0].contains("D-Bus is gone"), "\(lines)")
        }
    }
}
