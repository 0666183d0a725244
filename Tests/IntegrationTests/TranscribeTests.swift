// Tests transcriptions by a real engine: other work beside them, kills, and what must not happen (W3, W4, C10).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct TranscribeTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        static func transcript(_ name: String, in library: String) throws -> Transcript {
            try Library(folder: library).transcript(of: name)
        }

        private static func text(_ name: String, in library: String) throws -> [PlainWord] {
            let recording = try Library(folder: library).recording(name)
            return PlainWord.words(TimelineText(try transcript(name, in: library), recording.timeline).text)
        }

        /// The refusal of a command; nil when it is not refused.
        private static func refusal(_ engine: EngineProcess, _ verb: String, _ words: [String]) -> Failure? {
            do throws(EngineProcess.Trouble) {
                _ = try engine.reply(verb, words, timeout: 60)
                return nil
            } catch {
                guard case .refused(let failure) = error else { return nil }
                return failure
            }
        }

        private static func hash(_ path: String) -> String { Process.run("/usr/bin/sha256sum", [path]).output }

        /// Library work goes on beside a recogniser that takes long; changes of names wait. A cancellation ends it, and keeps what
        /// is finished.
        @Test func `other work goes on beside it, and it can be cancelled`() throws {
            let stand = try StandInRecogniser(pieces: 3)
            try stand.hang(from: 2)
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            let hash = Self.hash(engine.library + "/bursts.wav")
            let number = try engine.reply("transcribe", ["bursts", "recogniser", stand.path, "background", "yes"])
                .fields.int("operation")
            #expect(stand.wait { Files.exists(stand.folder.file("self")) })
            #expect(try engine.reply("ls").fields.int("total") == 1)
            _ = try engine.reply("tag", ["name", "bursts", "add", "x"])
            _ = try engine.reply("cut", ["bursts", "from", "1s", "until", "2s"])
            _ = try engine.reply("undo", ["bursts"])
            _ = try engine.reply("verify", ["name", "bursts"])
            _ = try engine.reply("export", ["bursts", "to", stand.folder.file("copy.wav")])
            let failure = Self.refusal(engine, "rename", ["bursts", "to", "other"])
            #expect(
                failure?.code == .wrongState && failure?.words.contains("transcribe") == true, "\(String(describing: failure))")
            let listed = try engine.reply("operations").items.first { $0.int("operation") == number }
            #expect(listed?.text("state") == "running" && listed?.text("verb") == "transcribe")
            #expect((20...80).contains(listed?.int("percent") ?? 0), "\(String(describing: listed))")
            _ = try engine.reply("operations", ["cancel", "\(number)"])
            let pid = try #require(Files.read(stand.folder.file("self"))).split(separator: "\n")[0]
            #expect(stand.wait { !Files.exists("/proc/\(pid)") }, "the recogniser lives")
            let words = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines.flatMap(\.words)
            #expect(words.map(\.text) == ["w1"])
            #expect(Self.hash(engine.library + "/bursts.wav") == hash)
            // The rest follows; only that is listened to.
            try stand.write("")
            #expect(try engine.reply("transcribe", ["bursts", "recogniser", stand.path]).fields.int("words") == 2)
            #expect(stand.calls == 4)
            // A cancelled transcription does not go on with the next engine.
            #expect(engine.quit()?.code == 0)
            try engine.restart(waitsForJack: false)
            #expect(try engine.reply("operations").items.isEmpty)
        }

        /// The kernel kills the engine in the midst: the next one goes on by itself, and at most one piece is listened to twice.
        @Test(arguments: [1, 3]) func `a killed engine loses one piece at most`(finished: Int) throws {
            let stand = try StandInRecogniser(pieces: 6)
            try stand.hang(from: finished + 1)
            let engine = try EngineProcess(
                waitsForJack: false, environment: Self.nobody, settings: "recogniser = \(stand.path)\n")
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("transcribe", ["bursts", "background", "yes"])
            #expect(stand.wait { stand.calls > finished })
            engine.signal(SIGKILL)
            _ = engine.finish()
            let kept = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines.flatMap(\.words).count
            #expect(kept >= finished && kept < 6, "\(kept)")
            try stand.write("")
            try engine.restart(waitsForJack: false)
            #expect(
                stand.wait {
                    let found = try? Self.transcript("bursts", in: engine.library)
                    return found?["bursts.wav"].lines.count == 6
                })
            #expect(stand.calls <= 7, "\(stand.calls) calls")
            let whole = try Self.transcript("bursts", in: engine.library)["bursts.wav"]
            #expect(whole.heard.ranges.count == 1 && whole.lines.map(\.start) == whole.lines.map(\.start).sorted())
            // It has ended, so nothing goes on with the next engine.
            #expect(stand.wait { (try? engine.reply("operations").items.first?.text("state")) == "done" })
            #expect(engine.quit()?.code == 0)
            try engine.restart(waitsForJack: false)
            #expect(try engine.reply("operations").items.isEmpty)
        }

        /// `--again` forgets once: the next engine goes on behind the pieces that are new.
        @Test func `a killed engine does not forget new words`() throws {
            let stand = try StandInRecogniser(pieces: 4)
            try stand.hang(from: 7)
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("transcribe", ["bursts", "recogniser", stand.path])
            #expect(stand.calls == 4)
            _ = try engine.reply(
                "transcribe", ["name", "bursts", "recogniser", stand.path, "again", "yes", "background", "yes"])
            #expect(stand.wait { stand.calls > 6 })
            engine.signal(SIGKILL)
            _ = engine.finish()
            let kept = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines.flatMap(\.words).map(\.text)
            #expect(kept.prefix(2) == ["w5", "w6"] && kept.count < 4, "\(kept)")
            try stand.write("")
            try engine.restart(waitsForJack: false)
            #expect(
                stand.wait {
                    let found = try? Self.transcript("bursts", in: engine.library)
                    return found?["bursts.wav"].lines.count == 4
                })
            let words = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines.flatMap(\.words).map(\.text)
            #expect(words.prefix(kept.count) == kept[...] && stand.calls <= 9, "\(words) after \(stand.calls) calls")
        }

        /// The same without an engine: the next call goes on.
        @Test func `a killed dicta loses one piece at most`() throws {
            let stand = try StandInRecogniser(pieces: 5)
            try stand.hang(from: 3)
            let library = stand.folder.file("library")
            let run = { (words: [String]) in
                Process(
                    Programs.path("dicta"), words + ["--library", library],
                    environment: ["HOME": stand.folder.path, "XDG_RUNTIME_DIR": stand.folder.path])
            }
            #expect(run(["import", stand.sound])?.finish().code == 0)
            let first = try #require(run(["transcribe", "bursts", "--recogniser", stand.path]))
            #expect(stand.wait { stand.calls > 2 })
            _ = kill(first.pid, SIGKILL)
            _ = first.finish()
            let kept = try Self.transcript("bursts", in: library)["bursts.wav"].lines.count
            #expect((2..<5).contains(kept))
            try stand.write("")
            let second = try #require(run(["transcribe", "bursts", "--recogniser", stand.path])).finish()
            #expect(second.code == 0 && second.output.contains("\(5 - kept) word"), "\(second)")
            #expect(stand.calls <= 6)
            // Speech in the cache is as private as the recording, and does not outlive the work.
            #expect(Process.run("/usr/bin/find", ["\(stand.folder.path)/.cache/dicta/words", "-type", "f"]).output.isEmpty)
        }

        /// Nothing of a bad answer is kept, and the answers before it stay.
        @Test(arguments: [
            // No JSON, a crash, a refusal in words, an answer without an end, and none: each is found at another place.
            ("echo garbage", "cannot be read"), ("kill -SEGV $$", "signal 11"),
            ("echo '{\"error\":\"no model\"}'; exit 1", "no model"),
            ("cat /dev/zero", "too much"), ("exit 0", "not one line"),
        ])
        func `a bad answer keeps nothing`(script: String, words: String) throws {
            let stand = try StandInRecogniser(pieces: 2)
            try stand.write("if [ $N = 2 ]; then \(script); fi")
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            let failure = Self.refusal(engine, "transcribe", ["bursts", "recogniser", stand.path])
            #expect(failure?.code == .refused && failure?.words.contains(words) == true, "\(String(describing: failure))")
            let kept = try Self.transcript("bursts", in: engine.library)["bursts.wav"]
            #expect(kept.lines.flatMap(\.words).map(\.text) == ["w1"])
            #expect(try #require(kept.heard.ranges.first).upperBound < 48_000 * 8)
        }

        /// Two voices on two channels are two speakers; a silent side is not listened to.
        @Test func `each channel is a speaker`() throws {
            let stand = try StandInRecogniser(pieces: 2, isAlternating: true)
            try stand.write("")
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("transcribe", ["bursts", "recogniser", stand.path, "speakers", "channels"])
            let lines = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines
            #expect(lines.map(\.speaker) == ["left", "right"] && stand.calls == 2)
            // Again without speakers: the old words are forgotten.
            _ = try engine.reply("transcribe", ["name", "bursts", "recogniser", stand.path, "again", "yes"])
            let again = try Self.transcript("bursts", in: engine.library)["bursts.wav"].lines
            #expect(again.map(\.speaker) == [nil, nil] && again.flatMap(\.words).map(\.text) == ["w3", "w4"])
        }

        /// Only the owner names a recogniser: not a surface, and not the folder of a session.
        @Test func `a recogniser is the owner's`() throws {
            let stand = try StandInRecogniser(pieces: 1)
            try stand.write("")
            let engine = try EngineProcess(["--osc-udp", "0"], waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            _ = try engine.reply("set", ["key", "osc-may", "value", Permissions.all.text])
            let client = try OscClient(try OscTests.urls(engine)[1])
            for key in ["recogniser", "recogniser-model", "recogniser-vocabulary"] {
                let answer = try client.ask("/dicta/set", [.string("key"), .string(key), .string("value"), .string(stand.path)])
                #expect(answer?.code == FailureCode.refused.rawValue, "\(String(describing: answer))")
                #expect(SettingsTable.setting(named: key)?.needs == .owner)
            }
            for option in ["--recogniser", "--vocabulary"] {
                let words: [OSCArgument] = [.string("bursts"), .string(option), .string(stand.path)]
                #expect(try client.ask("/dicta/transcribe", words)?.code == FailureCode.refused.rawValue)
            }
            #expect(stand.calls == 0)
            // With the owner's recogniser a surface that may edit can ask for words.
            _ = try engine.reply("set", ["key", "recogniser", "value", stand.path])
            #expect(try client.ask("/dicta/transcribe", [.string("bursts")])?.path == "/reply")
            #expect(stand.calls == 1)
        }

        @Test func `a take is written down after its end, and so is one whose engine is killed`() throws {
            let folder = TempFolder()
            let program = folder.file("recogniser")
            let started = folder.file("started")
            let script = """
                #!/bin/sh
                echo x >> '\(started)'
                while [ -e '\(folder.file("hold"))' ]; do sleep 0.02; done
                echo '{"segment": {"start": 0.1, "end": 0.5, "text": "hello there"}}'
                """
            #expect(Files.write(script, to: program))
            #expect(unsafe chmod(program, 0o755) == 0)
            // A synchronous server would wait for an engine that was killed.
            let fixture = try EngineFixture(
                synchronous: false, settings: "recogniser = \(program)\ntranscribe-after = on\n")
            let engine = fixture.engine
            func take(_ name: String) throws {
                let start = fixture.soon
                try engine.ask("rec", "name", name, "at-frame", "\(start)")
                fixture.probe.waitFor(frame: start &+ 48_000)
                try engine.ask("stop")
            }
            func wait(for name: String) throws {
                try Pause.until(60) { try !Self.text(name, in: engine.library).isEmpty }
                #expect(try Self.text(name, in: engine.library).map(\.letters) == ["hello", "there"], "\(name)")
            }
            try take("first")
            try wait(for: "first")
            #expect(Files.write("", to: folder.file("hold")))
            try take("second")
            Pause.until(60) { (Files.read(started) ?? "").count >= 4 }
            engine.signal(SIGKILL)
            _ = engine.finish()
            #expect(unsafe unlink(folder.file("hold")) == 0)
            try engine.restart(waitsForJack: false)
            try wait(for: "second")
        }
    }
}
