// Tests that markers stand on their frames, for other programs too (F5, R13).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct MarkerTests {
        private let folder = TempFolder()

        /// Markers at JACK frames during a take; the code in the file tells the frame under each marker.
        @Test func markersOfATakeStandOnTheirFrames() throws {
            let fixture = try EngineFixture(engine: ["--preroll", "2s"])
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "take", "at-frame", "\(start)", "preroll", "0.1s")
            fixture.probe.waitFor(frame: start &+ 9600)
            var wanted: [(name: String, frame: UInt32)] = []
            for (index, ahead) in [4800, -2400, 7001, -4799].enumerated() {
                let frame = UInt32(truncatingIfNeeded: Int(fixture.probe.frameTime) + ahead)
                let set = try fixture.engine.ask("mark", "m\(index)", "note", "the \(index)", "at-frame", "\(frame)")
                #expect(set.text("recording") == "take" && set.int("markers") == index + 1)
                #expect(set.int("frames") == Int(frame &- start) + 4800, "\(set.all)")
                wanted.append(("m\(index)", frame))
            }
            // A marker without a frame stands on the frame of its command.
            let before = fixture.probe.frameTime
            let now = try fixture.engine.ask("mark")
            let after = fixture.probe.frameTime
            let told = start &+ UInt32(now.int("frames")) &- 4800
            #expect(Int32(bitPattern: told &- before) >= -512 && Int32(bitPattern: after &- told) >= 0, "\(now.all)")
            // Markers are changed, moved and removed during the take.
            try fixture.engine.ask("mark", "last", "change", "m0", "at", "@m3")
            try fixture.engine.ask("unmark", "m1")
            #expect(try fixture.engine.reply("marks").items.map { $0.text("name") }.contains("m1") == false)
            try refused("no marker 'm1' among 4") { try fixture.engine.ask("unmark", "m1") }
            try refused("past the end") { try fixture.engine.ask("mark", "far", "at", "1h") }
            let stopped = try fixture.engine.ask("stop")

            let samples = try EngineFixture.samples(stopped.text("path"))
            let listed = try fixture.engine.reply("marks", ["take"]).items
            #expect(listed.count == 4)
            for item in listed where !item.text("name").isEmpty {
                let frame = item.text("name") == "last" ? wanted[3].frame : wanted.first { $0.name == item.text("name") }?.frame
                let number = UInt32(fixture.probe.number(of: try #require(frame)))
                #expect(samples[item.int("frames")] == FrameCode.fine.encode(number), "\(item.all)")
            }
            try others(stopped.text("path"), listed, start: start &- 4800)
        }

        /// A marker of a take that goes into a recording is told at its place in the recording, and its number means it.
        @Test(arguments: ["append", "insert", "overwrite"]) func markersOfATakeIntoARecordingAreToldInIt(verb: String) throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            for (name, frame) in [("early", 12_000), ("late", 36_000)] {
                try fixture.engine.ask("mark", name, "in", "memo", "at", "\(frame)f")
            }
            let isAppend = verb == "append"
            let (place, number) = isAppend ? (48_000, 3) : (24_000, 2)
            let start = fixture.soon
            _ = try fixture.engine.reply(verb, ["memo", "at-frame", "\(start)"] + (isAppend ? [] : ["at", "\(place)f"]))
            fixture.probe.waitFor(frame: start &+ 24_000)
            let set = try fixture.engine.ask("mark", "inside", "at-frame", "\(start &+ 4800)")
            #expect(set.int("marker") == number && set.int("markers") == 3, "\(set.all)")
            #expect(set.int("frames") == place + 4800, "\(set.all)")
            let names = try fixture.engine.reply("marks").items.map { $0.text("name") }
            #expect(names == (isAppend ? ["early", "late", "inside"] : ["early", "inside", "late"]))
            // Numbers and places are given as they are told.
            let moved = try fixture.engine.ask("mark", "moved", "change", "\(number)", "at", "\(place + 2400)f")
            #expect(moved.int("marker") == number && moved.int("frames") == place + 2400, "\(moved.all)")
            try refused("is not of the running take") { try fixture.engine.ask("unmark", "1") }
            try refused("begins later than that place") { try fixture.engine.ask("mark", "x", "at", "\(place - 1)f") }
            try refused("past the end") { try fixture.engine.ask("mark", "x", "at", "1h") }
            try fixture.engine.ask("stop", "what", "rec")
            let kept = try fixture.engine.reply("marks", ["memo"]).items
            #expect(kept.map { $0.text("name") } == names.map { $0 == "inside" ? "moved" : $0 })
            #expect(kept.first { $0.text("name") == "moved" }?.int("frames") == place + 2400)
        }

        /// Checks the markers in libsndfile, SoX and ffmpeg, and as labels of Audacity.
        private func others(_ path: String, _ listed: [Fields], start: UInt32) throws {
            let tags = try WaveTags(path: path)
            #expect(tags.markers.map { Int($0.frame) } == listed.map { $0.int("frames") })
            #expect(tags.markers.map(\.name) == listed.map { $0.text("name") })
            #expect(tags.markers.map(\.note) == listed.map { $0.text("note") })
            #expect(tags.description?.timeReference == UInt64(start))
            let sndfile = Process.run("/usr/bin/sndfile-info", ["--broadcast", path]).output
            #expect(sndfile.contains("0" + String(start, radix: 16) + " ("), "\(sndfile)")
            let whole = Process.run("/usr/bin/sndfile-info", [path]).output
            for item in listed { #expect(whole.contains("Pos : \(item.int("frames"))  Chunk : data"), "\(whole)") }
            #expect(whole.contains("Count : 4") && whole.contains("labl : 1 : ") && whole.contains("note : "), "\(whole)")
            let soxi = Process.run("/usr/bin/soxi", [path])
            #expect(soxi.code == 0 && soxi.errors.isEmpty, "\(soxi)")
            let probe = Process.run(
                "/usr/bin/ffprobe", ["-v", "error", "-of", "json", "-show_chapters", "-show_format", path])
            #expect(probe.code == 0 && probe.errors.isEmpty)
            let seen = Process.python(
                "import json,sys; o=json.loads(sys.argv[1]); t=o['format']['tags']; "
                    + "print(t['time_reference'], t['encoded_by'].split()[0], t['date'] != '')", [probe.output])
            #expect(seen.output == "\(start) dicta True\n", "\(probe.output)")
            let library = String(path.dropLast("/take.wav".count))
            let labels = Process.run(
                Programs.path("dicta"), ["--no-start", "marks", "take", "--labels", "--library", library])
            let lines = labels.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
            #expect(labels.code == 0 && lines.count == 4 && lines.allSatisfy { $0.count == 3 && $0[0] == $0[1] }, "\(labels)")
            for (line, item) in zip(lines, listed) {
                #expect(Double(line[0]).map { Int(($0 * 48_000).rounded()) } == item.int("frames"))
                #expect(line[2] == item.text("name"))
            }
        }

        /// Each frame heard has its number: a marker stands on the frame that went out at its JACK frame.
        @Test func markersOfWhatPlaysStandOnTheFrameHeard() throws {
            let fixture = try EngineFixture(sends: .silence, keeps: 20)
            let path = fixture.engine.library + "/tape.wav"
            // It goes on behind the last marker for longer than a busy machine needs for the next command.
            #expect(SparseWave.make(path, SparseWave.coded(from: 1, frames: 40 * 48_000)))
            // A second and more ahead: the file has to be open by then.
            let begin = fixture.soon &+ 48_000
            try fixture.engine.ask("play", "tape", "from", "2s", "at-frame", "\(begin)")
            // The first frames are heard, of which the latency is measured.
            fixture.wait(milliseconds: 300)
            let latency = try latency(fixture, begin)
            for ahead in [2400, -1200, 17] {
                let frame = UInt32(truncatingIfNeeded: Int(fixture.probe.frameTime) + ahead)
                let set = try fixture.engine.ask("mark", "x\(ahead)", "at-frame", "\(frame)")
                #expect(set.int("frames") == 96_000 + Int(frame &- begin) - latency, "\(set.all)")
            }
            // The markers are in the sidecar, which was made for them.
            #expect(try Library(folder: fixture.engine.library).readRecording("tape").markers.count == 3)
            let name = try fixture.engine.ask("mark", "end", "at", "\(19 * 48_000)f").text("name")
            #expect(name == "end")
            for (words, place) in [(["locate", "@end"], 19 * 48_000), (["loop", "a", "@end", "b", "19.5s"], nil)] {
                let reply = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                if let place { #expect(reply.fields.int("position_frames") == place) }
            }
            #expect(try fixture.engine.ask("loop").int("loop_a_frames") == 19 * 48_000)
            try fixture.engine.ask("loop", "clear")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("locate", "0")
            let marks = try fixture.engine.reply("marks").items.map { $0.int("frames") }
            #expect(marks == marks.sorted() && marks.count == 4)
            #expect(try (0..<4).map { _ in try fixture.engine.ask("next").int("position_frames") } == marks)
            try refused("no marker after") { try fixture.engine.ask("next") }
            #expect(
                try (0..<4).map { _ in try fixture.engine.ask("previous").int("position_frames") }
                    == marks.dropLast().reversed() + [0])
            try fixture.engine.ask("play", "tape", "from", "@4")
            #expect(try fixture.engine.ask("status").int("position_frames") >= 19 * 48_000)
            try refused("no marker 'none' among 4") { try fixture.engine.ask("play", "tape", "from", "@none") }
        }

        /// Playback latency in frames: the position less the frame now heard.
        private func latency(_ fixture: EngineFixture, _ begin: UInt32) throws -> Int {
            let status = try fixture.engine.ask("status")
            return status.int("position_frames") - status.int("heard_frames")
        }

        /// After a kill the markers are in the journal, and in the recording once it is recovered.
        @Test func markersSurviveAKill() throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "killed", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 96_000)
            try fixture.engine.ask("mark", "one", "at-frame", "\(start &+ 24_001)", "note", "kept")
            try fixture.engine.ask("mark", "two", "at-frame", "\(start &+ 48_003)")
            try fixture.engine.ask("mark", "one again", "change", "1")
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            let run = Process.run(
                Programs.path("dicta"), ["--no-start", "recover", "--library", fixture.engine.library, "--json"])
            #expect(run.code == 0 && run.output.contains("made whole"), "\(run)")
            let recording = try Library(folder: fixture.engine.library).readRecording("killed")
            #expect(recording.markers.map(\.frame) == [24_001, 48_003])
            #expect(recording.markers.map(\.name) == ["one again", "two"] && recording.markers[0].note == "kept")
            let samples = try EngineFixture.samples(fixture.engine.library + "/killed.wav")
            #expect(samples[24_001] == FrameCode.fine.encode(UInt32(fixture.probe.number(of: start &+ 24_001))))
        }

        /// Markers in any recording, by name; subscribers get the changes.
        @Test func otherRecordingsAndFeedback() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            try fixture.engine.ask("rec", "name", "a", "for", "0.5s", "wait", "yes")
            try fixture.engine.ask("rec", "name", "b", "for", "0.5s", "wait", "yes")
            let words = [
                "--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--json", "watch", "markers", "--rate", "50",
            ]
            let watch = try #require(Process(Programs.path("dicta"), words))
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") == 1 }
            var seen: [String] { watch.saidSoFar.split(separator: "\n").map(String.init) }
            // Changes that follow each other at once are told as one, the last.
            func waitUntil(_ isTold: ([String]) -> Bool) { Pause.until { isTold(seen) } }
            try refused("Nothing is recorded or loaded") { try fixture.engine.ask("mark") }
            try refused("give the place") { try fixture.engine.ask("mark", "x", "in", "a") }
            try refused("no recording") { try fixture.engine.ask("mark", "x", "in", "none", "at", "0") }
            #expect(try fixture.engine.ask("mark", "x", "in", "a", "at", "0.1s").int("frames") == 4800)
            #expect(try fixture.engine.reply("marks", ["a"]).items.map { $0.text("name") } == ["x"])
            #expect(try fixture.engine.reply("marks", ["b"]).items.isEmpty)
            try fixture.engine.ask("rec", "name", "c")
            try fixture.engine.ask("mark", "first")
            waitUntil { $0.contains { $0.contains("\"count\":1") && $0.contains("\"name\":\"first\"") } }
            try fixture.engine.ask("mark", "second")
            waitUntil { $0.contains { $0.contains("\"count\":2") } }
            try fixture.engine.ask("stop")
            waitUntil { $0.last?.contains("\"count\":0") == true }
            _ = kill(watch.pid, SIGINT)
            _ = watch.finish()
            let last = seen.last { $0.contains("\"count\":2") }
            #expect(last?.contains("\"name\":\"second\"") == true && last?.contains("\"recording\":\"c\"") == true, "\(seen)")
            #expect(seen.contains { $0.contains("\"count\":1") && $0.contains("\"name\":\"first\"") }, "\(seen)")
            #expect(seen.last?.contains("\"count\":0") == true)
        }

        /// Markers behind an insert move with its end, but nothing is told before a marker changes: each screen would ask for all of them.
        @Test func anInsertTellsItsMarkersOnlyWhenOneChanges() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("mark", "late", "in", "memo", "at", "36000f")
            let words = [
                "--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--json", "watch", "markers", "--rate", "50",
            ]
            let watch = try #require(Process(Programs.path("dicta"), words))
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") == 1 }
            let start = fixture.soon
            _ = try fixture.engine.reply("insert", ["memo", "at", "24000f", "at-frame", "\(start)"])
            fixture.probe.waitFor(frame: start &+ 96_000)
            try fixture.engine.ask("mark", "inside")
            Pause.until { watch.saidSoFar.contains("\"count\":2") }
            _ = kill(watch.pid, SIGINT)
            let told = watch.finish().output.split(separator: "\n").filter { $0.contains("\"count\":1") }
            #expect(told.count == 1, "\(told)")
            try fixture.engine.ask("stop", "what", "rec")
        }

        /// A marker for a frame to come belongs to the recording that was loaded when it was ordered, and to no other.
        @Test func aMarkerToComeIsForTheRecordingThatWasLoaded() throws {
            let fixture = try EngineFixture(sends: .silence)
            for name in ["one", "two"] {
                #expect(SparseWave.make(fixture.engine.library + "/\(name).wav", SparseWave.coded(frames: 20 * 48_000)))
            }
            try fixture.engine.ask("play", "one")
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            func order(_ name: String, in frames: UInt32) throws {
                let frame = Int64(fixture.probe.frameTime &+ frames)
                let words: [OSCArgument] = [.string("--name"), .string(name), .string("--at-frame"), .int64(frame)]
                try client.send(try OSCMessage("/dicta/mark", words).encode())
            }
            try order("kept", in: 48_000)
            #expect(client.waits(for: 1, seconds: 5) && client.answers.last?.isError == false, "\(client.answers)")
            // The other recording is there before that frame, also on a busy machine.
            try order("late", in: 4 * 48_000)
            try fixture.engine.ask("play", "two")
            #expect(client.waits(for: 2, seconds: 10) && client.answers.last?.isError == true, "\(client.answers)")
            #expect(try fixture.engine.reply("marks", ["one"]).items.map { $0.text("name") } == ["kept"])
            #expect(try fixture.engine.reply("marks", ["two"]).items.isEmpty)
        }

        private func refused(_ words: String, _ work: () throws -> Fields) throws {
            do {
                _ = try work()
                Issue.record("not refused: \(words)")
            } catch EngineProcess.Trouble.refused(let failure) {
                #expect(failure.words.contains(words), "\(failure.words)")
            }
        }
    }
}
