// Tests warnings about missing connections, and the question that connects them (issue 14 number 13).
import Control
import Dictation
import FoundationEssentials
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct ConnectionOfferTests {
        private let lonely = "nothing is connected to the inputs: the take will be silent"
        private let unheard = "nothing is connected to the outputs: playback is not heard"

        /// A script is never asked: the take runs, and a sentence on standard error says what is missing and how to cure it.
        @Test func aScriptIsWarnedAndNotAsked() throws {
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop()
            let rec = desktop.dicta("rec", "--name", "one")
            #expect(rec.code == 0 && rec.output == "one\n" && rec.errors.contains(lonely), "\(rec)")
            #expect(rec.errors.contains("'dicta set connect-in physical' connects them to system:capture_1, system:capture_2"))
            let status = try desktop.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("sources").isEmpty && status.text("sinks").isEmpty)
            let probe = try #require(Probe("probe"), "no probe")
            probe.waitFor(frame: probe.frameTime &+ 12_000)
            #expect(desktop.dicta("stop").code == 0)
            let play = desktop.dicta("play", "one")
            #expect(play.code == 0 && play.errors.contains(unheard) && !(rec.errors + play.errors).contains("[Y/n]"), "\(play)")
            let json = desktop.dicta("--json", "play", "one")
            #expect(json.output.contains("\"warning\":\"\(unheard)") && json.errors.isEmpty, "\(json)")
            // The answer of this one comes at the end of the take; the warning does not wait for it.
            let words = ["--engine", desktop.engine, "rec", "--name", "two", "--wait"]
            let waiting = try #require(Process(Programs.path("dicta"), words, environment: desktop.environment))
            Pause.until { waiting.errorsSoFar.contains(lonely) }
            #expect(waiting.errorsSoFar.contains(lonely) && !waiting.hasEnded)
            try Pause.until { try desktop.ask("status").text("record_state") == "recording" }
            probe.waitFor(frame: probe.frameTime &+ 12_000)
            #expect(desktop.dicta("stop", "--what", "rec").code == 0)
            let waited = waiting.finish()
            #expect(waited.code == 0 && waited.errors.split(separator: "\n").count == 1, "\(waited.errors)")
            _ = server
        }

        /// Two warnings of one answer stand in one field, and what the remote has told itself is not told again.
        @Test func twoWarningsAreBothTold() throws {
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop()
            #expect(desktop.dicta("rec", "--name", "first", "--for", "4800f", "--wait").code == 0)
            let short = "the pre-roll is"
            let rec = desktop.dicta("rec", "--name", "one", "--preroll", "60s")
            #expect(rec.code == 0 && rec.errors.contains(lonely) && rec.errors.contains(short), "\(rec)")
            #expect(desktop.dicta("stop").code == 0)
            func check(_ json: Finished) {
                #expect(json.output.components(separatedBy: "\"warning\"").count == 2, "\(json)")
                #expect(json.output.contains(lonely) && json.output.contains(short), "\(json)")
            }
            check(desktop.dicta("--json", "rec", "two", "--preroll", "60s"))
            #expect(desktop.dicta("stop").code == 0)
            check(desktop.dicta("--json", "rec", "three", "--wait", "--for", "4800f", "--preroll", "60s"))
            let waited = desktop.dicta("rec", "four", "--wait", "--for", "4800f", "--preroll", "60s")
            #expect(waited.code == 0 && waited.errors.components(separatedBy: lonely).count == 2, "\(waited)")
            #expect(waited.errors.contains(short), "\(waited)")
            _ = server
        }

        /// In a session nobody is asked, also in a terminal: its patchbay makes the connections, and the answer warns.
        @Test(arguments: [true, false]) func inASessionNobodyIsAsked(isNSM: Bool) throws {
            let server = try #require(JackServer(), "no jackd")
            let (manager, desktop) = (isNSM ? try SessionFixture() : nil, Desktop())
            var environment = desktop.environment
            if let manager {
                #expect(try manager.open("p", id: "dicta.nA").path == "/reply")
                environment["HOME"] = manager.folder.file("home")
                environment["XDG_RUNTIME_DIR"] = manager.folder.file("run")
            }
            let words = ["--name", "dicta", "--jack-session", "7"]
            let engine = isNSM ? nil : Process(Programs.path("dictad"), words, environment: environment)
            func dicta(_ words: String...) -> Finished {
                TypedTerminal.run(Programs.path("dicta"), ["--no-start"] + words, environment: environment)
            }
            Pause.until { dicta("status").output.contains("running") }
            let remedy = "connect them in the session's patchbay"
            let rec = dicta("rec", "--name", "one")
            #expect(rec.code == 0 && rec.output.contains(lonely) && rec.output.contains(remedy), "\(rec.output)")
            // A take with some sound.
            Pause.milliseconds(300)
            #expect(dicta("stop").code == 0)
            let play = dicta("play", "one", "--from", "0")
            #expect(play.code == 0 && play.output.contains(unheard) && play.output.contains(remedy), "\(play.output)")
            #expect(!(rec.output + play.output).contains("[Y/n]"))
            let json = dicta("--json", "play", "one", "--from", "0").output
            #expect(json.contains("\"warning\":\"\(unheard); \(remedy)\""), "\(json)")
            #expect(!dicta("settings", "--changed").output.contains("connect-"))
            if let engine { #expect(dicta("quit").code == 0 && engine.finish().code == 0) }
            _ = (server, manager)
        }

        /// With the settings both sides are connected, and nothing is warned of. A side that somebody disconnects stays so.
        @Test func theSettingsConnectAndADisconnectedSideStaysSo() throws {
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop()
            #expect(desktop.set("connect-in = physical\nconnect-out = physical\n"))
            let rec = desktop.dicta("rec", "--name", "one")
            #expect(rec.code == 0 && rec.errors.isEmpty, "\(rec.errors)")
            try expect(desktop, "sources", "system:capture_1\nsystem:capture_2")
            try expect(desktop, "sinks", "system:playback_1\nsystem:playback_2")
            let probe = try #require(Probe("probe"), "no probe")
            for (side, number) in [("l", 1), ("r", 2)] {
                #expect(probe.disconnect("system:capture_\(number)", "\(desktop.engine):in_\(side)"))
            }
            try expect(desktop, "sources", "")
            // A connection would have been made again by then: nothing tells that nothing comes.
            Pause.milliseconds(1200)
            // New ports have patterns matched again.
            let other = try #require(Probe("other"), "no probe")
            Pause.milliseconds(1000)
            #expect(try desktop.ask("status").text("sources").isEmpty)
            #expect(desktop.dicta("stop").code == 0)
            #expect(desktop.dicta("rec", "--name", "two").errors.contains(lonely))
            _ = (server, other)
        }

        /// In a terminal the question comes once; the answer is kept, and the take has its connections from its first frame.
        @Test(arguments: [true, false]) func aPersonIsAskedOnce(saysYes: Bool) throws {
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop()
            let asked = "Connect the inputs to system:capture_1, system:capture_2? [Y/n] "
            // A text that is no answer writes no setting.
            let answers = [(after: asked, type: "physical\n"), (after: asked, type: saysYes ? "\n" : "n\n")]
            let rec = desktop.terminal("rec", "--name", "one", answers: answers)
            #expect(rec.code == 0 && rec.output.contains(asked) && rec.output.contains(lonely) == !saysYes, "\(rec.output)")
            // The two ports are connected one after the other, and the take waits for the first.
            try expect(desktop, "sources", saysYes ? "system:capture_1\nsystem:capture_2" : "")
            #expect(desktop.settings.contains("connect-in = \(saysYes ? "physical" : "none")"))
            let (kept, other) = saysYes ? ("physical", "none") : ("none", "physical")
            #expect(rec.output.contains("The setting connect-in is \(kept) from now on; to change it: dicta "), "\(rec.output)")
            #expect(rec.output.contains("set connect-in \(other)\n"), "\(rec.output)")
            #expect(desktop.dicta("stop").code == 0)
            let again = desktop.terminal("rec", "--name", "two")
            #expect(again.code == 0 && !again.output.contains("[Y/n]"), "\(again.output)")
            #expect(again.output.contains(lonely) == !saysYes)
            #expect(desktop.dicta("stop").code == 0)
            let play = desktop.terminal("play", "one", answers: [("Connect the outputs", "\n")])
            #expect(play.code == 0 && !play.output.contains(unheard), "\(play.output)")
            try expect(desktop, "sinks", "system:playback_1\nsystem:playback_2")
            _ = server
        }

        private func expect(_ desktop: Desktop, _ key: String, _ value: String) throws {
            let isThere = try Pause.until { try desktop.ask("status").text(key) == value }
            if !isThere { Issue.record("\(key) never was '\(value)': \(try desktop.ask("status").all)") }
        }
    }
}
