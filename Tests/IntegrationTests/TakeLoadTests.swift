// Tests what comes while the take that just ended is still being loaded (P12, R3, F5).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TakeLoadTests {
        /// The take `memo` that has just ended and cannot be loaded yet, and a play that waits for it. The engine has not
        /// necessarily taken the play.
        private struct WaitingPlay {
            let held: HeldLibrary
            let fixture: EngineFixture
            /// The sender of the play.
            let surface: LocalClient

            init(frames: Int) throws {
                held = try HeldLibrary()
                fixture = try EngineFixture(environment: held.environment)
                surface = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
                try held.hold(fixture.engine)
                try fixture.take("memo", at: fixture.soon, frames: frames)
                try surface.send(try OSCMessage("/dicta/play").encode())
            }
        }

        /// A load that the engine gives up itself is no error: nobody has asked for it.
        @Test func aLoadThatIsGivenUpIsNoError() throws {
            let held = try HeldLibrary()
            let fixture = try EngineFixture(environment: held.environment)
            let engine = fixture.engine
            let surface = try LocalClient(to: engine.socket, at: engine.folder.file("surface"))
            // Long enough that a busy machine can stop it before its end.
            try fixture.take("other", at: fixture.soon, frames: 144_000)
            try engine.ask("play", "other")
            try engine.ask("stop")
            // Two short takes in a row, and the play of another recording right behind a stop.
            try held.hold(engine)
            try fixture.take("one", at: fixture.soon, frames: 4800)
            try fixture.take("two", at: fixture.soon, frames: 4800)
            try surface.send(try OSCMessage("/dicta/play", [.string("other")]).encode())
            // The engine has taken the play once it answers a later request.
            try engine.ask("ping")
            held.release()
            #expect(surface.waits(for: 1, seconds: 10) && surface.answers[0].isError == false)
            try engine.ask("stop")
            // Quit during a take.
            try engine.ask("rec", "name", "last")
            let end = try #require(engine.quit())
            #expect(end.code == 0 && end.errors.contains("last.wav") && !end.errors.contains("not loaded"), "\(end.errors)")
        }

        /// The loss of the server is told by itself, not as an error of a load.
        @Test func aServerThatIsLostIsNoErrorOfTheLoad() throws {
            let held = try HeldLibrary()
            let fixture = try ReturningServerFixture(environment: held.environment)
            try held.hold(fixture.engine)
            _ = try fixture.engine.reply("rec", ["memo", "for", "4800f", "wait", "yes"])
            fixture.kill()
            try fixture.wait("jack", "waiting")
            held.release()
            let end = try #require(fixture.engine.quit())
            #expect(end.errors.contains("memo.wav") && !end.errors.contains("not loaded"), "\(end.errors)")
        }

        /// Requests about the running take do not wait for the load of the take before.
        @Test func theNextTakeDoesNotWait() throws {
            let held = try HeldLibrary()
            let fixture = try EngineFixture(environment: held.environment)
            let engine = fixture.engine
            try held.hold(engine)
            defer { held.release() }
            try fixture.take("one", at: fixture.soon, frames: 4800)
            try engine.ask("rec", "name", "two")
            try engine.ask("pause", timeout: 5)
            try engine.ask("resume", timeout: 5)
            try engine.ask("mark", "here", timeout: 5)
            #expect(try engine.reply("marks", timeout: 5).items.map { $0.text("name") } == ["here"])
            try engine.ask("unmark", "1", timeout: 5)
            #expect(try engine.ask("stop", timeout: 5).text("name") == "two")
        }

        /// A stop and a pause cancel a play that waits for the load, and without one there is nothing to stop.
        @Test(arguments: ["stop", "pause"]) func aWaitingPlayIsCancelled(verb: String) throws {
            let play = try WaitingPlay(frames: 48_000)
            let (engine, surface) = (play.fixture.engine, play.surface)
            try engine.ask(verb, timeout: 5)
            #expect(surface.waits(for: 1, seconds: 5) && surface.answers[0].isError)
            let error = #expect(throws: EngineProcess.Trouble.self) { try engine.reply(verb, timeout: 5) }
            #expect(error.map { "\($0)" }?.contains("refused") == true, "\(String(describing: error))")
            play.held.release()
            // `marks` waits for the load.
            try engine.ask("marks")
            let status = try engine.ask("status")
            #expect(status.text("play_name") == "memo" && status.text("play_state") == "stopped", "\(status)")
            #expect(try engine.ask("play").text("name") == "memo")
        }

        /// A stop and a pause at a given frame come behind a play that waits for the load: it plays up to that frame.
        @Test(arguments: ["stop", "pause"]) func aFrameToStopAtComesBehindAWaitingPlay(verb: String) throws {
            let play = try WaitingPlay(frames: 192_000)
            let (engine, surface) = (play.fixture.engine, play.surface)
            // Before the end of the recording, and late enough for a busy machine to load it.
            let frame = play.fixture.probe.frameTime &+ 120_000
            try surface.send(try OSCMessage("/dicta/" + verb, [.string("at-frame"), .int64(Int64(frame))]).encode())
            // The engine has taken both once it answers a later request.
            try engine.ask("ping")
            play.held.release()
            #expect(surface.waits(for: 2, seconds: 10) && surface.errors.isEmpty, "\(surface.answers), \(surface.errors)")
            #expect(surface.frames["/dicta/" + verb] == Int64(frame), "\(surface.frames)")
            let state = try engine.ask("status").text("play_state")
            #expect(state == (verb == "stop" ? "stopped" : "paused"))
        }

        /// A stop of everything cancels it too.
        @Test func aStopOfAllCancelsAWaitingPlay() throws {
            let play = try WaitingPlay(frames: 48_000)
            defer { play.held.release() }
            try play.fixture.engine.ask("stop", "what", "all", timeout: 5)
            #expect(play.surface.waits(for: 1, seconds: 5) && play.surface.answers[0].isError)
        }

        /// A play that leads the transport waits for its roll: until then, a stop and a pause cancel it.
        @Test(arguments: ["stop", "pause"]) func aPlayThatWaitsForItsRollIsCancelled(verb: String) throws {
            let fixture = try EngineFixture(settings: "transport = lead\n")
            let engine = fixture.engine
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try engine.ask("marks")
            let surface = try LocalClient(to: engine.socket, at: engine.folder.file("surface"))
            let both = try ["play", verb].map { try OSCMessage("/dicta/\($0)").encode() }
            try surface.send(OSCPacket.bundle(both))
            #expect(surface.waits(for: 2, seconds: 10))
            #expect(surface.answers.contains { $0.path == "/dicta/play" && $0.isError }, "\(surface.answers)")
            #expect(surface.answers.contains { $0.path == "/dicta/\(verb)" && !$0.isError }, "\(surface.answers)")
            // A play that was left would have begun by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 300)
            let status = try engine.ask("status")
            #expect(status.text("play_state") != "playing" && status.text("transport_state") == "stopped", "\(status)")
        }

        /// An edit of another recording leaves the place of the take: a play from behind it plays the take.
        @Test func anEditElsewhereKeepsThePlaceOfTheTake() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 48_000)
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            _ = try engine.reply("append", ["memo", "for", "24000f", "wait", "yes"])
            try engine.ask("marks")
            try engine.reply("cut", ["other", "from", "0", "to", "0.5s"])
            #expect(try engine.ask("play").int("position_frames") >= 48_000)
        }
    }
}
