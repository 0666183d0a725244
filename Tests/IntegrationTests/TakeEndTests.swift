// Tests what follows a take: a stop after its end, playing it, and the place at which a cue ends (R8, P12, P4).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct TakeEndTests {
        private func waitForIdle(_ engine: EngineProcess) throws {
            let isOver = try Pause.until(10) { try engine.ask("status").text("record_state") == "idle" }
            #expect(isOver, "the take never ended")
        }

        /// A stop tells a take that had ended by itself, once, and never the path of something else that is loaded.
        @Test func aStopTellsTheTakeThatEndedByItself() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 3 * 48_000)
            try engine.ask("play", "other")
            try engine.ask("pause")
            try engine.ask("rec", "name", "memo", "for", "24000f")
            try waitForIdle(engine)
            let stop = engine.dicta("stop")
            #expect(stop.code == 0 && stop.output == engine.library + "/memo.wav\n", "\(stop)")
            #expect(stop.errors.contains("The take had ended by itself: its length was reached."), "\(stop)")
            // The next one is for the playback, and prints no path.
            let next = engine.dicta("stop")
            #expect(next.code == 0 && next.output == "Stopped: other is at 0:00\n", "\(next)")
            let last = engine.dicta("stop", "--what", "rec")
            #expect(last.code != 0 && last.errors.contains("Nothing is recorded"), "\(last)")
        }

        /// A take that the reserve of the disk ended: a stop tells its path, its length and the reason, once.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aStopTellsTheTakeThatTheReserveEnded() throws {
            let disk = try SmallDisk(megabytes: 24)
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path, settings: "load-take = off\n")
            let engine = fixture.engine
            try engine.ask("rec", "name", "full")
            try engine.waitForTake(seconds: 0.3)
            let free = try engine.ask("status").int("disk_free_bytes")
            #expect(Process.run("/usr/bin/fallocate", ["-l", "\(free - 4_400_000)", disk.path + "/filler"]).code == 0)
            try waitForIdle(engine)
            let stop = engine.dicta("stop")
            #expect(stop.code == 1 && stop.output.isEmpty && stop.errors.contains("'\(disk.path)/full.wav'"), "\(stop)")
            #expect(stop.errors.contains("the take was ended after ") && stop.errors.contains("MB are free"), "\(stop)")
            #expect(stop.errors.contains("kept in reserve") && !stop.errors.contains("frames"), "\(stop)")
            let next = engine.dicta("stop")
            #expect(next.code != 0 && next.errors.contains("Nothing is recorded or played"), "\(next)")
            #expect(try engine.ask("info", "full").int("frames") > 24_000)
            _ = engine.quit()
        }

        /// A take that the limit of file sizes ended is kept, the engine lives, and a stop tells the reason.
        @Test func aStopTellsTheTakeThatTheLimitOfFileSizesEnded() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            let engine = fixture.engine
            let pid = try #require(engine.process?.pid)
            try #require(Process.run("/usr/bin/prlimit", ["--pid", "\(pid)", "--fsize=600000:"]).code == 0)
            try engine.ask("rec", "name", "long")
            try waitForIdle(engine)
            let stop = engine.dicta("stop")
            #expect(stop.errors.contains("the limit of file sizes is reached"), "\(stop)")
            #expect(try engine.ask("info", "long").int("frames") > 48_000)
            _ = engine.quit()
        }

        /// A playback that began after the end of the take is stopped; one that began before goes on.
        @Test func aStopIsForALaterPlayback() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 10 * 48_000)
            try engine.ask("play", "other")
            try engine.ask("rec", "name", "memo", "for", "24000f")
            try waitForIdle(engine)
            #expect(try engine.ask("stop").text("name") == "memo")
            #expect(try engine.ask("status").text("play_state") == "playing")
            try engine.ask("stop")
            try engine.ask("rec", "name", "last", "for", "24000f")
            try waitForIdle(engine)
            try engine.ask("play", "other", "from", "0")
            try engine.ask("stop")
            #expect(try engine.ask("status").text("play_state") == "stopped")
            #expect(try engine.ask("stop", "what", "rec").text("name") == "last")
        }

        /// A playback that began after the end of the take and stands in a pause is stopped.
        @Test func aStopIsForALaterPlaybackInAPause() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 4 * 48_000)
            try engine.ask("rec", "name", "memo", "for", "24000f")
            try waitForIdle(engine)
            try engine.ask("play", "other", "from", "0")
            try engine.ask("pause")
            #expect(try engine.ask("stop").text("name") == "other")
            #expect(try engine.ask("status").text("play_state") == "stopped")
            #expect(try engine.ask("stop").text("name") == "memo")
        }

        /// A take that ended by itself is told under its present name, without files that are gone, and not at all once deleted.
        @Test func whatIsToldFollowsTheLibrary() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            func record(_ name: String) throws {
                try engine.ask("rec", "name", name, "for", "24000f")
                try waitForIdle(engine)
            }
            try record("memo")
            try engine.ask("rename", "memo", "to", "mayor")
            let renamed = try engine.ask("stop")
            #expect(renamed.text("name") == "mayor" && renamed.text("path") == engine.library + "/mayor.wav", "\(renamed)")
            #expect(renamed.text("segment_paths") == engine.library + "/mayor.wav")
            try record("short")
            try engine.ask("deliver", "short", "discard", "yes")
            let delivered = try engine.ask("stop")
            #expect(delivered.text("name") == "short" && delivered["ended"] != nil, "\(delivered)")
            #expect(!delivered.all.contains { "\($0.value)".contains("short.wav") }, "\(delivered)")
            try record("gone")
            try engine.ask("delete", "gone")
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("stop") }
        }

        /// Record, stop, play: what was recorded is heard from its first frame, also right behind the stop.
        @Test func recordStopPlay() throws {
            let fixture = try EngineFixture(keeps: 30)
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 48_000)
            let start = fixture.soon
            try engine.reply("rec", ["memo", "at-frame", "\(start)"])
            try engine.ask("stop", "at-frame", "\(start &+ 48_000)")
            let before = fixture.now
            #expect(try engine.ask("play").text("name") == "memo")
            #expect(try fixture.waitForEnd(seconds: 5))
            let first = fixture.probe.number(of: start)
            let heard = fixture.heard(before..<fixture.now)
            let place = try #require(heard.firstIndex(of: FrameCode.fine.encode(UInt32(first + 240))))
            let report = FrameReport(heard[place...].prefix(47_000), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            // A take at the end is played from its own start; after that the whole is.
            try engine.ask("append", "for", "24000f", "wait", "yes")
            #expect(try engine.ask("play").int("position_frames") >= 48_000)
            #expect(try fixture.waitForEnd(seconds: 5))
            #expect(try engine.ask("play").int("position_frames") < 48_000)
            try engine.ask("stop")
            // An undo right behind a take is for that take.
            try engine.ask("append", "other", "for", "24000f", "wait", "yes")
            #expect(try engine.ask("undo").text("name") == "other")
        }

        /// While JACK's transport is followed for takes, a take is loaded and played as always; while it is followed for playing,
        /// the recording that it plays stays loaded.
        @Test(arguments: ["records", "plays"]) func recordStopPlayWhileFollowing(roll: String) throws {
            let fixture = try EngineFixture(settings: "transport = follow\ntransport-roll = \(roll)\n")
            let engine = fixture.engine
            try fixture.take("first", at: fixture.soon, frames: 3 * 48_000)
            if roll == "plays" {
                let none = engine.dicta("play")
                #expect(none.errors.contains("Nothing is loaded: name a recording; the newest is 'first'"), "\(none)")
                try engine.ask("play", "first")
                try engine.ask("stop")
            }
            #expect(engine.dicta("rec", "memo").output == "memo\n")
            try engine.waitForTake(seconds: 0.3)
            #expect(engine.dicta("stop").output == engine.library + "/memo.wav\n")
            let play = engine.dicta("play")
            #expect(play.code == 0 && play.output.hasPrefix("Playing \(roll == "plays" ? "first" : "memo") from "), "\(play)")
        }

        /// A recording that plays stays loaded after a take. With `load-take` off, any loaded recording stays.
        @Test func whatPlaysStaysLoaded() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("other", at: fixture.soon, frames: 10 * 48_000)
            try engine.ask("play", "other")
            try engine.ask("rec", "name", "memo", "for", "24000f", "wait", "yes")
            // The take would have been loaded by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 300)
            #expect(try engine.ask("status").text("play_name") == "other")
            try engine.ask("pause")
            try engine.reply("set", ["load-take", "value", "off"])
            try engine.ask("rec", "name", "third", "for", "24000f", "wait", "yes")
            // The take would have been loaded by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 300)
            #expect(try engine.ask("status").text("play_name") == "other")
        }

        @Test func playWithNothingLoadedNamesTheNewest() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            let none = fixture.engine.dicta("play")
            #expect(none.errors.contains("Nothing is loaded: name a recording"), "\(none)")
            try fixture.take("memo", at: fixture.soon, frames: 3 * 48_000)
            let one = fixture.engine.dicta("play")
            #expect(one.code != 0 && one.errors.contains("Nothing is loaded: name a recording; the newest is 'memo'"), "\(one)")
            try fixture.engine.ask("play", "memo")
            try fixture.engine.ask("pause")
            #expect(fixture.engine.dicta("pause").errors.contains("Already paused"))
        }

        /// A sender that may not list recordings learns no name.
        @Test func thePlayOfASenderThatMayNotLookNamesNothing() throws {
            let fixture = try EngineFixture(
                engine: ["--osc-udp", "0"], settings: "load-take = off\nosc-may = transport\n")
            try fixture.take("memo", at: fixture.soon, frames: 24_000)
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            let answer = try #require(try client.ask("/dicta/play"))
            #expect(answer.path == "/error" && !"\(answer)".contains("memo"), "\(answer)")
            try fixture.engine.reply("set", ["osc-may", "value", "transport,look"])
            let permitted = try #require(try client.ask("/dicta/play"))
            #expect("\(permitted)".contains("the newest is"), "\(permitted)")
        }

        /// A name without --name, one that exists, and a pre-roll that is longer than what is kept.
        @Test func aNameAndALongPreRoll() throws {
            let fixture = try EngineFixture()
            // The engine has listened for that long, and for no minute.
            fixture.wait(milliseconds: 500)
            let first = fixture.engine.dicta("rec", "memo", "--preroll", "60s")
            #expect(first.code == 0 && first.output == "memo\n", "\(first)")
            #expect(first.errors.contains("it keeps 10s") && first.errors.contains("has listened for"), "\(first)")
            #expect(first.errors.contains("dicta set preroll 1m"), "\(first)")
            let taken = try fixture.engine.ask("stop").int("preroll_frames")
            #expect(taken > 24_000 && taken < 60 * 48_000)
            let second = fixture.engine.dicta("rec", "--name", "memo")
            #expect(second.output == "memo (2)\n", "\(second)")
            #expect(second.errors.contains("memo exists already") && second.errors.contains("dicta append memo"), "\(second)")
            try fixture.engine.ask("stop")
        }

        /// A pre-roll that the engine keeps, but has not listened for yet: the take has what there is, and the reason is told.
        @Test func aPreRollBeforeTheEngineHasListened() throws {
            let fixture = try EngineFixture(engine: ["--preroll", "60s"])
            // The engine has listened for that long, and for no minute.
            fixture.wait(milliseconds: 500)
            let rec = fixture.engine.dicta("rec", "memo", "--preroll", "60s")
            #expect(rec.code == 0 && rec.output == "memo\n", "\(rec)")
            #expect(rec.errors.contains("s long, not 1m00s: the engine has listened for "), "\(rec)")
            #expect(rec.errors.contains("s only"), "\(rec)")
            #expect(!rec.errors.contains("dicta set preroll"), "\(rec)")
            let taken = try fixture.engine.ask("stop").int("preroll_frames")
            #expect(taken > 24_000 && taken < 60 * 48_000)
        }

        /// The place that the end of a cue or review answers is the one from which the sound goes straight on.
        @Test(arguments: ["cue", "review"]) func aCueEndsWhereItSays(verb: String) throws {
            let fixture = try EngineFixture(keeps: 60)
            let start = fixture.soon
            try fixture.take("memo", at: start, frames: 40 * 48_000)
            let first = fixture.probe.number(of: start)
            try fixture.play("memo", from: 20 * 48_000)
            // It plays when the key goes down.
            fixture.wait(milliseconds: 300)
            // Eight ends, or four, at any moment of a piece: around its leap the answer was 2 s off.
            for round in stride(from: 0, to: 8, by: QuickRun.isOn ? 2 : 1) {
                try fixture.engine.ask(verb)
                fixture.wait(milliseconds: 300 + 26 * round)
                let before = fixture.now
                let place = try fixture.engine.ask(verb, "off").int("position_frames")
                fixture.wait(milliseconds: 400)
                // From the answered place on, half a second of frames follow each other. 10 ms are the crossfade into it.
                let heard = fixture.heard(before - 4800..<fixture.now)
                let wanted = FrameCode.fine.encode(UInt32(first + place + 960))
                let found = try #require(heard.lastIndex(of: wanted), "round \(round): frame \(place) is not heard")
                let report = FrameReport(heard[found...], .fine)
                #expect(report.isClean && report.silent == 0, "round \(round): \(report)")
                try fixture.engine.ask("locate", "20s")
            }
            // In a pause: the playhead stands at the answered place.
            try fixture.engine.ask("pause")
            for round in stride(from: 0, to: 6, by: QuickRun.isOn ? 2 : 1) {
                try fixture.engine.ask("locate", "20s")
                try fixture.engine.ask(verb)
                fixture.wait(milliseconds: 380 + 12 * round)
                let place = try fixture.engine.ask(verb, "off").int("position_frames")
                // A playhead that goes on would have left its place by then.
                fixture.wait(milliseconds: 100)
                #expect(try fixture.engine.ask("status").int("position_frames") == place, "round \(round)")
            }
        }
    }
}
