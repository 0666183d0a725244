// Tests of the guided tour at a real server, with a real engine, a tone at the inputs, and a person at the keys (C4).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("dicta tour (C4)", .enabled(if: !PipeWireServer.isOurs)) struct TourTests {
        /// Prompt of a step.
        private static let prompt = "[q] end the tour"
        /// Steps that wait for a key.
        private static let steps = 9

        /// A person goes through with Enter alone, in a window of 80 columns: every command is carried out, and the take is gone.
        @Test func aPersonGoesThroughAndNothingStays() throws {
            let newcomer = try Newcomer()
            let window = try #require(TmuxWindow(columns: 80, environment: newcomer.desktop.environment), "no tmux")
            let began = ContinuousClock.now
            window.run("\(newcomer.line) tour; echo code $?")
            let count = 11
            for step in 1...Self.steps {
                let seen = window.wait { lines in
                    lines.contains { $0.hasPrefix("\(step)/\(count) ") } && lines.contains { $0.hasSuffix(Self.prompt) }
                }
                try #require(seen.contains { $0.hasPrefix("\(step)/\(count) ") }, "\(step): \(seen)")
                #expect(seen.allSatisfy { $0.count <= 80 }, "\(step): \(seen)")
                // The level of the tone moves below the words, and the place of what is played.
                let shown: String? =
                    switch step {
                    case 3, 4: "● REC"
                    case 6: "▶ PLAYING"
                    case 7: "rate 0.8"
                    case 8: "rate 0.8  loop "
                    default: nil
                    }
                if let shown {
                    let live = window.wait { $0.last?.contains(shown) == true && $0.last?.contains("█") == true }
                    #expect(live.last?.contains(shown) == true && live.last?.contains("█") == true, "\(step): \(live)")
                }
                window.press("Enter")
            }
            let question = window.wait { $0.last?.hasSuffix("[Y/n]") == true }
            #expect(question.last?.hasPrefix("Delete the test take tour (") == true, "\(question)")
            window.press("Enter")
            let end = window.wait { $0.contains { $0.hasPrefix("code ") } }
            #expect(end.contains("code 0") && end.contains { $0.contains("The test take is deleted.") }, "\(end)")
            #expect(ContinuousClock.now - began < .seconds(60))
            // The terminal echoes what is typed, as before.
            window.type("echo typed")
            #expect(window.wait { $0.contains("$ echo typed") && $0.contains("typed") }.contains("$ echo typed"))
            try newcomer.expectNothingLeft()
            #expect(newcomer.ear.heard.contains { abs($0[0]) > 0.1 }, "the tone was heard")
        }

        /// A script goes through without keys; the commands stand in the output as they can be typed.
        @Test func aScriptGoesThroughInHalfAMinute() throws {
            let newcomer = try Newcomer()
            let began = ContinuousClock.now
            let tour = newcomer.desktop.dicta("tour", "--yes")
            #expect(ContinuousClock.now - began < .seconds(30))
            #expect(tour.code == 0 && tour.errors.isEmpty, "\(tour)")
            for command in [
                "start", "status", "rec tour --for 1m", "mark here", "stop", "play tour", "rate 0.8", "loop --a @here --b ",
                "play tour --from @here", "loop clear", "rate 1", "ls --sort date --limit 3", "delete tour",
            ] {
                let line = "\n$ dicta --engine \(newcomer.desktop.engine) \(command)"
                #expect(tour.output.contains(line), "\(command): \(tour.output)")
            }
            #expect(tour.output.contains("Sound comes in: left -6 dB, right -6 dB."), "\(tour.output)")
            #expect(tour.output.contains("The peak level is -6.0 dB."), "\(tour.output)")
            #expect(!tour.output.contains("\u{1b}"), "no escape sequence in a pipe")
            try newcomer.expectNothingLeft()
        }

        /// With --keep, or by the answer no, the take stays. JSON has one object, and nothing else.
        @Test func theTakeStaysIfItIsWanted() throws {
            let newcomer = try Newcomer()
            let tour = newcomer.desktop.dicta("tour", "--yes", "--keep", "--json")
            #expect(tour.code == 0 && tour.errors.isEmpty, "\(tour)")
            #expect(tour.output.hasPrefix("{") && tour.output.filter { $0 == "\n" }.count == 1, "\(tour)")
            #expect(tour.output.contains("\"kept\":true") && tour.output.contains("\"silent\":false"), "\(tour)")
            let first = try newcomer.desktop.ask("info", "tour")
            #expect(first.double("seconds") > 3 && tour.output.contains(first.text("id")), "\(first)")
            let typed = newcomer.typed(enters: Self.steps, then: ("[Y/n]", "n\n"))
            #expect(typed.code == 0 && typed.output.contains("The test take stays."), "\(typed.output)")
            #expect(try newcomer.desktop.ask("info", "tour (2)").int("markers") == 1)
            #expect(try newcomer.desktop.ask("info", "tour").text("id") == first.text("id"))
        }

        /// `q` and Ctrl-C end it in each step; nothing stays, and the exit code tells which it was.
        /// Steps beside each other have the same to take away, so one in four is enough for a short run.
        @Test(arguments: ((0...9).map { ($0, "q") } + [(1, "\u{3}"), (3, "\u{3}"), (7, "\u{3}"), (9, "\u{3}")]).few)
        func itEndsInEachStepWithoutATrace(enters: Int, key: String) throws {
            let newcomer = try Newcomer()
            let end = (after: enters < Self.steps ? Self.prompt : "[Y/n]", type: key == "q" && enters == 9 ? "\u{4}" : key)
            let tour = newcomer.typed(enters: enters, then: end)
            // The script of the terminal gives a signal as 256 less its number.
            #expect(tour.code == (key == "q" ? 0 : 256 - SIGINT), "\(tour)")
            #expect(tour.output.contains("The tour has ended"), "\(tour.output)")
            try newcomer.expectNothingLeft()
        }

        /// The same for SIGTERM and SIGHUP to a tour of a script, while it records, and while it loops. They end it in the same way as
        /// Ctrl-C does above, so one of them is enough for a short run.
        @Test(arguments: [(SIGTERM, "3/11"), (SIGHUP, "4/11"), (SIGTERM, "8/11")].few)
        func signalsEndItWithoutATrace(number: Int32, step: String) throws {
            let newcomer = try Newcomer()
            let tour = try #require(newcomer.start("tour", "--yes"))
            Pause.until { tour.saidSoFar.contains("\n\(step) ") }
            #expect(kill(tour.pid, number) == 0 && tour.finish().code == -number)
            try newcomer.expectNothingLeft()
        }

        /// Recordings of the user stay, also those with the name of the test take, and what was loaded is there again.
        @Test(arguments: [true, false]) func whatTheUserHadIsThereAgain(isWhole: Bool) throws {
            let newcomer = try Newcomer(settings: isWhole ? "" : "keep-per-recording = on\nrec-count-in = 4\nrec-limit = 1s\n")
            let desktop = newcomer.desktop
            for name in ["tour", "song"] { #expect(desktop.dicta("rec", name, "--for", "1.2s", "--wait").code == 0) }
            let names = ["tour", "song"]
            let ids = try names.map { try desktop.ask("info", $0).text("id") }
            try desktop.ask("load", "song", "from", "24000f")
            for line in [["loop", "a", "12000f", "b", "48000f"], ["rate", "1.25"], ["pitch", "-100"], ["gain", "left", "-3"]] {
                _ = try EngineProcess.reply(
                    line[0], Array(line.dropFirst()), engine: desktop.engine, socket: desktop.socket, timeout: 30)
            }
            let before = try desktop.ask("status")
            let keys = [
                "play_name", "play_id", "play_state", "position_frames", "loop_a_frames", "loop_b_frames", "looping", "play_rate",
                "pitch_cents", "left_db", "right_db", "master",
            ]
            let end = isWhole ? (after: "[Y/n]", type: "\n") : (after: Self.prompt, type: "q")
            let tour = newcomer.typed(enters: isWhole ? Self.steps : 6, then: end)
            #expect(tour.code == 0 && tour.output.contains(isWhole ? "That was the tour" : "The tour has ended"), "\(tour)")
            let after = try desktop.ask("status")
            for key in keys { #expect(after[key] == before[key], "\(key): \(after[key] as Any), not \(before[key] as Any)") }
            #expect(try names.map { try desktop.ask("info", $0).text("id") } == ids)
            #expect(try desktop.ask("ls").int("total") == 2)
        }

        /// Without a connection it says how to make one before, and what was recorded after.
        @Test func silenceIsTold() throws {
            let newcomer = try Newcomer(settings: "", isConnected: false)
            let tour = newcomer.desktop.dicta("tour", "--yes")
            #expect(tour.code == 0 && tour.output.contains("Only silence was recorded."), "\(tour)")
            #expect(tour.output.contains("- nothing is connected to the inputs: the take will be silent;"), "\(tour)")
            #expect(tour.output.contains("- nothing is connected to the outputs: playback is not heard;"), "\(tour)")
            #expect(tour.output.contains(" sources\n") && tour.output.contains("system:capture_1"), "\(tour)")
            #expect(!tour.output.contains("Sound comes in") && tour.output.contains(" delete tour\n"), "\(tour)")
            try newcomer.expectNothingLeft()
        }

        /// It offers to connect what is connected to nothing; the answer yes stays, as that of `rec` does, and no changes nothing.
        @Test func itConnectsIfAsked() throws {
            let newcomer = try Newcomer(settings: "", isConnected: false)
            let answers = [
                (after: Self.prompt, type: "\r"), (after: "system:capture_2? [Y/n]", type: "\n"),
                (after: "system:playback_2? [Y/n]", type: "n\n"), (after: Self.prompt, type: "q"),
            ]
            let tour = TypedTerminal.run(
                Programs.path("dicta"), ["--engine", newcomer.desktop.engine, "tour"],
                environment: newcomer.desktop.environment, answers: answers)
            #expect(tour.code == 0, "\(tour)")
            #expect(tour.output.contains("$ dicta --engine \(newcomer.desktop.engine) set connect-in physical"), "\(tour.output)")
            #expect(!tour.output.contains("set connect-out physical\r\n") && !tour.output.contains("the take will be silent"))
            let status = try newcomer.desktop.ask("status")
            #expect(status.text("sources").contains("system:capture_1") && status.text("sinks").isEmpty, "\(status.all)")
            let settings = newcomer.desktop.settings
            #expect(settings.contains("connect-in = physical") && !settings.contains("connect-out"), "\(settings)")
            // The last answer was no decision: the offer is made again, and q ends the tour.
            let last = TypedTerminal.run(
                Programs.path("dicta"), ["--engine", newcomer.desktop.engine, "tour"],
                environment: newcomer.desktop.environment,
                answers: [(after: Self.prompt, type: "\r"), (after: "system:playback_2? [Y/n]", type: "q\n")])
            #expect(last.code == 0 && last.output.contains("The tour has ended"), "\(last)")
            #expect(newcomer.filesOfTheTour.isEmpty)
        }

        /// Without a server it says what to do, in the words of the state, before it asks for a key.
        @Test func withoutAServerItSaysWhatToDo() throws {
            let desktop = Desktop(environment: ["JACK_DEFAULT_SERVER": "dicta-none-\(getpid())", "JACK_NO_START_SERVER": "1"])
            let tour = desktop.dicta("tour", "--yes")
            let words = try desktop.ask("status").text("jack_hint")
            #expect(tour.code == 1 && tour.errors == "dicta: \(words)\n" && !words.isEmpty, "\(tour)")
            let json = desktop.dicta("tour", "--yes", "--json")
            #expect(json.code == 1 && json.output.contains("\"code\":7") && json.errors.isEmpty, "\(json)")
            let typed = desktop.terminal("tour")
            #expect(typed.code == 1 && typed.output.contains(words) && !typed.output.contains(Self.prompt), "\(typed.output)")
        }

        /// A server that dies ends the tour at once; its take is gone, and the user's recording is there. Playback, as in 7/11, has
        /// nothing to be cleaned up that a take, as in 4/11, has not.
        @Test(arguments: ["7/11", "4/11"].few) func aLostServerEndsItWithoutATrace(step: String) throws {
            let newcomer = try Newcomer()
            #expect(newcomer.desktop.dicta("rec", "memo", "--for", "1s", "--wait").code == 0)
            let tour = try #require(newcomer.start("tour", "--yes"))
            Pause.until { tour.saidSoFar.contains("\n\(step) ") }
            newcomer.leave()
            let end = tour.finish()
            #expect(end.code == 1 && end.errors.contains("The tour has ended, and its test take is deleted."), "\(end)")
            #expect(end.errors.contains("no JACK server runs"), "\(end)")
            #expect(try newcomer.desktop.ask("ls").int("total") == 1)
            #expect(newcomer.filesOfTheTour.isEmpty, "\(newcomer.filesOfTheTour)")
        }

        /// An engine that is killed, or that is told to quit, leaves no test take either: the tour deletes it by itself.
        /// A kill in the take leaves most behind: a short run has that alone.
        @Test(arguments: [("3/11", SIGKILL), ("4/11", SIGTERM), ("4/11", SIGKILL), ("6/11", SIGKILL)].few)
        func aLostEngineLeavesNoTestTake(step: String, number: Int32) throws {
            let newcomer = try Newcomer()
            #expect(newcomer.desktop.dicta("rec", "memo", "--for", "1s", "--wait").code == 0)
            let pid = try #require(newcomer.desktop.pid)
            let tour = try #require(newcomer.start("tour", "--yes"))
            Pause.until { tour.saidSoFar.contains("\n\(step) ") }
            #expect(kill(pid, number) == 0)
            let end = tour.finish()
            // A command that waits when the engine is told to quit says so; a later one finds no engine of that name.
            let words = ["engine '\(newcomer.desktop.engine)'"] + (number == SIGTERM ? ["the engine was told to quit"] : [])
            #expect([1, 3].contains(end.code) && words.contains { end.errors.contains($0) }, "\(end)")
            #expect(end.errors.contains("The tour has ended, and its test take is deleted."), "\(end)")
            #expect(newcomer.filesOfTheTour.isEmpty, "\(newcomer.filesOfTheTour)")
            let list = newcomer.desktop.dicta("ls", "--json")
            #expect(list.code == 0 && list.output.contains("\"memo\"") && !list.output.contains("\"tour\""), "\(list)")
        }

        /// Beside a take, a playback, a lock and others there is no tour, and all of them go on.
        @Test func itDisturbsNothing() throws {
            let newcomer = try Newcomer(isMarkerSplitting: true)
            let desktop = newcomer.desktop
            func refused(_ words: String, code: Int32 = 1) {
                let tour = desktop.dicta("tour", "--yes")
                #expect(tour.code == code && tour.errors.contains(words), "\(tour)")
            }
            #expect(desktop.dicta("rec", "memo", "--for", "0").code == 0)
            refused("memo is being recorded: end that take first ('dicta --engine \(desktop.engine) stop'), then begin the tour")
            #expect(try desktop.ask("status").text("record_state") == "recording")
            // The take is longer than the loop.
            Pause.milliseconds(1500)
            #expect(desktop.dicta("stop").code == 0)
            #expect(desktop.dicta("play", "memo").code == 0 && desktop.dicta("loop", "--a", "0", "--b", "1").code == 0)
            refused("memo is being played: pause it first")
            #expect(try desktop.ask("status").text("play_state") == "playing")
            #expect(desktop.dicta("stop").code == 0 && desktop.dicta("timer", "start", "20m").code == 0)
            refused("the timer runs, and the tour would pause it")
            #expect(desktop.dicta("timer", "stop").code == 0 && desktop.dicta("lock", "on").code == 0)
            refused("The transport is locked")
            #expect(desktop.dicta("lock", "off").code == 0)
            let soon = Process.run("/bin/date", ["-d", "2 minutes", "+%Y-%m-%dT%H:%M"]).output.filter { $0 != "\n" }
            #expect(desktop.dicta("rec", "evening", "--at", soon, "--for", "1m").code == 0)
            refused("a scheduled take begins in")
            #expect(desktop.dicta("schedule", "cancel", "1").code == 0)
            refused("a marker would split the test take")
            #expect(try desktop.ask("ls").int("total") == 1)
        }

        /// A take of somebody else goes on, and sound that somebody has added to the test take is kept with it.
        @Test(arguments: [true, false]) func whatOthersDoMeanwhileStays(isAdded: Bool) throws {
            let newcomer = try Newcomer()
            let tour = try #require(newcomer.start("tour", "--yes"))
            Pause.until { tour.saidSoFar.contains("\n6/11 ") }
            let desktop = newcomer.desktop
            if isAdded {
                #expect(desktop.dicta("append", "tour", "--for", "0.3s", "--wait").code == 0)
                let end = tour.finish()
                #expect(
                    end.code == 1 && end.errors.contains("tour stays: another take was added to it during the tour"), "\(end)")
                #expect(try desktop.ask("info", "tour").int("segments") == 2)
            } else {
                #expect(desktop.dicta("rec", "other", "--for", "0").code == 0)
                #expect(tour.finish().code == 0)
                let status = try desktop.ask("status")
                #expect(status.text("record_state") == "recording" && status.text("name") == "other", "\(status.all)")
                #expect(desktop.dicta("stop").code == 0 && newcomer.filesOfTheTour.isEmpty)
            }
        }

        /// Without a terminal it waits for no keys, and starts nothing.
        @Test func withoutATerminalItNeedsYes() throws {
            let newcomer = try Newcomer()
            let tour = newcomer.desktop.dicta("tour")
            #expect(tour.code == 1 && tour.errors.contains("'dicta tour --yes'") && tour.output.isEmpty, "\(tour)")
            #expect(newcomer.desktop.dicta("--no-start", "tour", "--yes").code == 3)
            #expect(newcomer.desktop.pid == nil)
        }
    }

    /// A user who has just installed Dicta, with a tone at the inputs of an engine that does not run yet.
    private final class Newcomer {
        let ear: Probe
        private let tone: Probe
        let desktop: Desktop
        private let server: JackServer
        private let settings: String

        init(settings: String = "", isConnected: Bool = true, isMarkerSplitting: Bool = false) throws {
            // A synchronous server would wait for an engine that was killed.
            server = try #require(JackServer(synchronous: false), "no jackd")
            // Its programs know the server that started last.
            desktop = Desktop()
            tone = try #require(Probe("tone", sends: .sine(hertz: 997, amplitude: 0.5)), "no probe")
            ear = try #require(Probe("ear", keeps: 60), "no ear")
            self.settings =
                settings + (isConnected ? "connect-in = ^tone:out_\nconnect-out = ^ear:in_\n" : "")
                + (isMarkerSplitting ? "rec-split-at-markers = on\n" : "")
            #expect(desktop.set(self.settings))
        }

        /// `dicta` for the engine of this user, as a line of a shell.
        var line: String { "\(Programs.path("dicta")) --engine \(desktop.engine)" }

        /// Starts `dicta` and does not wait for its end.
        func start(_ words: String...) -> Process? {
            Process(Programs.path("dicta"), ["--engine", desktop.engine] + words, environment: desktop.environment)
        }

        /// The tour in a terminal: so many steps with Enter, then an answer.
        func typed(enters: Int, then last: (after: String, type: String)) -> Finished {
            let answers = [(after: String, type: String)](repeating: ("[q] end the tour", "\r"), count: enters) + [last]
            return TypedTerminal.run(
                Programs.path("dicta"), ["--engine", desktop.engine, "tour"], environment: desktop.environment, answers: answers)
        }

        /// The server dies, and the clients of this test leave it.
        func leave() {
            server.kill()
            tone.close()
            ear.close()
        }

        /// Files with the name of the test take, hidden ones too.
        var filesOfTheTour: String { Process.run("/usr/bin/find", [desktop.folder.path, "-name", "*tour*"]).output }

        /// Expects that nothing of the tour is left, and that no setting has changed.
        func expectNothingLeft() throws {
            let status = try desktop.ask("status")
            #expect(status.text("record_state") == "idle" && status.text("play_state") == "stopped", "\(status.all)")
            #expect(status["play_name"] == nil && status.double("play_rate") == 1, "\(status.all)")
            #expect(status["looping"] == .flag(false), "\(status.all)")
            #expect(try desktop.ask("ls").int("total") == 0)
            #expect(filesOfTheTour.isEmpty, "\(filesOfTheTour)")
            #expect(desktop.settings == settings + "\n")
        }
    }
}
