// Tests the notification of a take, with a stand-in for the desktop's service on a private bus (C9, C10, C11).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("The notification of a take (C9)") struct NotificationTests {
        @Test("a take is shown with its button, changed with its state, and taken away at its end")
        func aTakeIsShown() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "a <b>\"take\" & more")
            let name = "a &lt;b&gt;\"take\" &amp; more"
            let call = try service.call(1)
            #expect(
                Array(call.words[2..<10]) == [
                    "0", "Dicta", "dicta", "Dicta is recording", name, "stop,Stop",
                    "desktop-entry=dicta,suppress-sound=1,urgency=1", "0",
                ])
            try fixture.engine.ask("pause")
            #expect(service.becomes("The take is paused|\(name)"))
            try fixture.engine.ask("resume")
            #expect(service.becomes("Dicta is recording|\(name)"))
            #expect(service.calls.dropFirst().map(\.instead) == [call.number, call.number])
            // Time and size change all the while, and are not shown.
            #expect(try fixture.state(after: 2500) == "recording" && service.calls.count == 3)
            try fixture.engine.ask("stop")
            #expect(service.becomes(nil) && service.calls.last?.method == "close")
        }

        @Test("the button stops its take; that of an earlier take, another button and another sender stop none")
        func theButtonStops() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "one")
            let one = try service.call(1)
            service.press(one.number)
            try fixture.waits(for: "idle")
            #expect(Files.exists(fixture.engine.library + "/one.json") && service.shown.isEmpty)
            let before = service.calls.count
            try fixture.engine.ask("rec", "name", "two")
            let two = try service.call(before + 1)
            #expect(two.number != one.number && two.instead == 0)
            service.press(one.number)
            service.forge(two.number, to: two.sender)
            #expect(try fixture.state() == "recording")
            service.press(two.number, "another")
            #expect(try fixture.state() == "recording")
            try fixture.engine.ask("stop")
        }

        @Test("one that the user dismisses stays away until the next take; one that expires until the take changes")
        func dismissed() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "one")
            service.close(try service.call(1).number, reason: 2)
            _ = try fixture.state()
            try fixture.engine.ask("pause")
            #expect(try fixture.state() == "paused" && service.shown.isEmpty)
            try fixture.engine.ask("stop")
            try fixture.engine.ask("rec", "name", "two")
            #expect(service.becomes("Dicta is recording|two"))
            service.close(try #require(service.shown.first).number, reason: 1)
            #expect(try fixture.state() == "recording" && service.shown.isEmpty)
            try fixture.engine.ask("pause")
            #expect(service.becomes("The take is paused|two"))
            try fixture.engine.ask("stop")
            #expect(service.becomes(nil))
        }

        @Test("nothing is shown as the setting comes; a change shows the running take, or takes it away")
        func theSettingDecides() throws {
            let fixture = try NotificationFixture(settings: nil)
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            #expect(try fixture.state(after: 1500) == "recording" && service.calls.isEmpty)
            try fixture.set("rec-notification", "on")
            #expect(service.becomes("Dicta is recording|x"))
            try fixture.set("rec-notification", "off")
            #expect(service.becomes(nil))
            try fixture.engine.ask("pause")
            #expect(try fixture.state() == "paused" && service.shown.isEmpty)
            try fixture.set("rec-notification", "on")
            #expect(service.becomes("The take is paused|x"))
            try fixture.engine.ask("stop")
            #expect(service.becomes(nil))
            #expect(try fixture.linesAtEnd().isEmpty)
        }

        @Test("the button has the rights of surfaces and minds the lock; a refusal is shown until the take changes (C10, C11)")
        func rightsAndLock() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            try fixture.engine.ask("lock", "on")
            service.press(try service.call(1).number)
            #expect(
                service.becomes(
                    #"Dicta is recording|x\nThe transport is locked: hold the lock key for 2 s, or use 'dicta lock off'"#))
            #expect(try fixture.state() == "recording")
            try fixture.engine.ask("lock", "off")
            try fixture.set("osc-may", "look")
            service.press(try #require(service.shown.first).number, closes: false)
            #expect(
                service.becomes(
                    #"Dicta is recording|x\n'stop' needs the privilege 'transport'; surfaces may look: use dicta at the control"#
                        + " socket, or permit it with 'dicta set osc-may look,transport'"))
            #expect(try fixture.state() == "recording")
            try fixture.engine.ask("pause")
            #expect(service.becomes("The take is paused|x"))
            try fixture.set("osc-may", "look,transport")
            service.press(try #require(service.shown.first).number)
            try fixture.waits(for: "idle")
            #expect(service.shown.isEmpty)
            // A notification that has outlasted its button is dismissed as any other one.
            try fixture.engine.ask("rec", "name", "y")
            #expect(service.becomes("Dicta is recording|y"))
            try fixture.engine.ask("lock", "on")
            service.press(try #require(service.shown.first).number, closes: false)
            #expect(try fixture.state() == "recording")
            service.close(try #require(service.shown.first).number, reason: 2)
            #expect(try fixture.state() == "recording" && service.shown.isEmpty)
            #expect(try fixture.linesAtEnd().filter { $0.contains("the Stop button of the notification failed") }.count == 3)
        }

        @Test("a take that listens for sound is shown as one, and a split shows the next recording")
        func listeningAndSplit() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x", "voice", "yes")
            #expect(service.becomes("Dicta is recording with voice activation|x"))
            // Nothing was heard, so there is no file, which is an error.
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("stop") }
            #expect(service.becomes(nil))
            try fixture.engine.ask("rec", "name", "y")
            #expect(service.becomes("Dicta is recording|y"))
            let number = try #require(service.shown.first).number
            try fixture.engine.ask("split")
            #expect(service.becomes("Dicta is recording|y (2)"))
            service.press(number)
            try fixture.waits(for: "idle")
        }

        @Test("a take that waits for a server says so", .enabled(if: !PipeWireServer.isOurs))
        func waiting() throws {
            let fixture = try NotificationFixture()
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            #expect(service.becomes("Dicta is recording|x"))
            fixture.server.kill()
            #expect(service.becomes("The take waits for a JACK server|x"))
            #expect(fixture.server.start())
            #expect(service.becomes("Dicta is recording|x"))
            #expect(Set(service.calls.map(\.number)).count == 1)
            service.press(try #require(service.shown.first).number)
            try fixture.waits(for: "idle")
        }

        @Test("its texts are in the user's language")
        func language() throws {
            let folder = TempFolder()
            let texts = """
                msgid ""
                msgstr "Content-Type: text/plain; charset=UTF-8\\n"

                msgid "Dicta is recording"
                msgstr "Dicta registras"

                msgctxt "a button that ends the take"
                msgid "Stop"
                msgstr "Haltu"

                """
            #expect(folder.write(texts, to: "eo.po"))
            let script = #"""
                folder="$1/share/locale/eo/LC_MESSAGES"
                mkdir -p "$1/bin" "$folder" && cp "$2" "$1/bin/" && msgfmt -o "$folder/dicta.mo" "$1/eo.po"
                """#
            let made = Process.run("/bin/bash", ["-c", script, "bash", folder.path, Programs.path("dictad")])
            try #require(made.code == 0, "\(made)")
            let fixture = try NotificationFixture(
                environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": "eo"], programs: folder.path + "/bin")
            let service = try NotificationService(fixture.bus)
            try fixture.engine.ask("rec", "name", "x")
            #expect(service.becomes("Dicta registras|x") && service.shown.first?.words[7] == "stop,Haltu")
            try fixture.engine.ask("stop")
        }
    }
}
