// Tests question sheets by a real engine: asked by voice, stopped and resumed, killed, changed, and exported (G5).
import Control
import Dictation
import FoundationEssentials
import Glibc
import JSON
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct AskTests {
        /// Three questions; the first one is required.
        static let sheet = """
            {"id":"trip.where","sheet":"trip","category":"trip","displayOrder":1,"isRequired":true,"createdAt":"2026-01-02T03:04:05Z","text":"Where to?","hint":"Any place."}
            {"id":"trip.when","sheet":"trip","category":"trip","displayOrder":2,"text":"When?"}
            {"id":"trip.who","sheet":"trip","category":"trip","displayOrder":3,"text":"With whom?"}
            """

        /// A sound of a second in each four: an answer that ends in silence, again and again.
        private static let (sound, round) = (96_000..<144_000, 192_000)
        private static let answers = Signal.stretches([sound], frames: round)

        private static func fixture(sends signal: Signal = answers, synchronous: Bool = true) throws -> EngineFixture {
            let fixture = try EngineFixture(
                sends: signal, synchronous: synchronous, settings: "ask-silence = 0.6\nask-speak = off\n")
            try PromptTests.write(sheet, fixture.engine)
            return fixture
        }

        /// Waits until the round is in that state, two minutes at most.
        static func wait(_ engine: EngineProcess, _ state: String, question: String? = nil) throws -> Fields {
            for _ in 0..<6000 {
                let fields = try engine.ask("ask")
                if fields.text("question_state") == state, question.map({ $0 == fields.text("question_id") }) ?? true {
                    return fields
                }
                Pause.milliseconds(20)
            }
            throw EngineProcess.Trouble.noAnswer("the round was never \(state) \(question ?? "")")
        }

        /// Lets a probe that is mute send one whole sound.
        private static func say(_ probe: Probe) {
            func wait(_ isThere: (Int) -> Bool) { while !isThere(probe.count % round) { Pause.milliseconds(5) } }
            // The sound is neither here nor near.
            wait { $0 < sound.lowerBound - 24_000 || $0 >= sound.upperBound }
            probe.mute(false)
            wait { sound.contains($0) }
            wait { !sound.contains($0) }
            probe.mute(true)
        }

        private static func recording(_ name: String, _ engine: EngineProcess) throws -> Recording {
            try Library(folder: engine.library).readRecording(name)
        }

        private static func refusal(_ engine: EngineProcess, _ verb: String, _ words: [String]) -> Failure? {
            do throws(EngineProcess.Trouble) {
                _ = try engine.reply(verb, words, timeout: 60)
                return nil
            } catch {
                guard case .refused(let failure) = error else { return nil }
                return failure
            }
        }

        /// JSON of the answers.
        private static func json(_ name: String, _ engine: EngineProcess) throws -> JSONTree {
            let lines = try engine.reply("answers", ["name", name, "as", "json"]).items.map { $0.text("output") }
            return try JSONTree(parsing: Array(lines.joined(separator: "\n").utf8))
        }

        private static func keys(_ tree: JSONTree?) -> [String] {
            guard case .object(let members)? = tree else { return [] }
            return members.map(\.key)
        }

        @Test func aSheetIsAskedThroughByVoice() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            fixture.probe.mute(true)
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let topics: [ParameterKey: Value] = [.topics: .text("events,questions"), .rate: .double(20), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), topics), timeout: 30)
            let begun = try engine.ask("ask", "sheet", "trip")
            #expect(begun.text("question_id") == "trip.where" && begun.int("question_count") == 3)
            #expect(begun.text("question_hint") == "Any place." && begun.text("question_recording") == "trip")
            for id in ["trip.where", "trip.when", "trip.who"] {
                _ = try Self.wait(engine, "listening", question: id)
                Self.say(fixture.probe)
            }
            _ = try Self.wait(engine, "idle")
            let recording = try Self.recording("trip", engine)
            #expect(recording.segments.compactMap(\.question?.id) == ["trip.where", "trip.when", "trip.who"])
            #expect(recording.segments.first?.question?.text == "Where to?")
            try Pause.until { try engine.ask("info", "trip").text("state") == "completed" }
            #expect(try engine.ask("info", "trip").text("state") == "completed")
            // Each answer has its sound, once.
            for segment in recording.segments {
                let samples = try EngineFixture.samples("\(engine.library)/\(segment.file)")
                let places = samples.compactMap(Signal.place(of:))
                #expect(places.elementsEqual(96_000..<144_000), "\(segment.file): \(places.count)")
            }
            let tree = try Self.json("trip", engine)
            #expect(Self.keys(tree) == ["version", "questions", "notes", "completionPercentage"])
            #expect(tree["completionPercentage"]?.double == 100)
            #expect(
                tree["questions"]?.list?.map(Self.keys).allSatisfy {
                    $0 == ["id", "text", "category", "displayOrder", "isRequired", "hint", "createdAt"]
                } == true)
            let note = tree["notes"]?["trip.when"]
            #expect(Self.keys(note) == ["questionId", "answer", "createdAt", "lastModified", "metadata"])
            let second = recording.stretches(of: "trip.when")
            #expect(
                note?["metadata"]?["frames"]?.text == second.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " "))
            #expect(second == [recording.segments[0].frames..<recording.segments[0].frames + recording.segments[1].frames])
            var events: [EventMessage] = []
            var seen: Set<String> = []
            for _ in 0..<600 where !events.contains(where: { $0.event == "sheet-ended" }) {
                for message in try client.messages(within: 50) {
                    if let event = EventMessage(message) { events.append(event) }
                    if let state = StateMessage(message) { seen.insert(state.fields.text("question_text")) }
                }
            }
            let kept = events.filter { $0.event == "answer-kept" }
            #expect(kept.map { $0.fields.text("question_id") } == ["trip.where", "trip.when", "trip.who"])
            #expect(events.last { $0.event == "sheet-ended" }?.fields.int("answered") == 3)
            #expect(seen.isSuperset(of: ["Where to?", "When?", "With whom?"]))
            #expect(!events.contains { "\($0.fields)".contains("Where to") }, "an event has no text")
            let again = try #require(Self.refusal(engine, "ask", ["sheet", "trip"]))
            #expect(again.code == .wrongState && again.words.contains("--new"))
            #expect(try engine.ask("ask", "sheet", "trip", "new", "yes").text("question_recording") == "trip 2")
            try engine.ask("ask", "stop")
        }

        @Test func anAnswerSurvivesAKillInItsMiddleAndTheRoundGoesOn() throws {
            // A synchronous server would wait for an engine that was killed.
            let fixture = try Self.fixture(sends: .stretches([96_000..<480_000], frames: 576_000), synchronous: false)
            let engine = fixture.engine
            try engine.ask("ask", "sheet", "trip")
            _ = try Self.wait(engine, "answering", question: "trip.where")
            // A second and a half of the eight of the answer.
            fixture.wait(milliseconds: 1500)
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart(waitsForJack: false)
            let status = try engine.ask("ask", "status", "sheet", "trip")
            #expect(status.int("answered") == 1 && status.int("count") == 3 && status.int("required_left") == 0)
            #expect(abs(status.double("percent") - 100.0 / 3) < 0.01)
            let recording = try Self.recording("trip", engine)
            #expect(recording.segments.map(\.question) == [AskedQuestion(sheet: "trip", id: "trip.where", text: "Where to?")])
            #expect(recording.timeline.length > 24_000 && recording.state == .draft)
            try Pause.until(60) { try engine.ask("status").text("jack") == "running" }
            #expect(try engine.ask("ask", "sheet", "trip").text("question_id") == "trip.when")
            try engine.ask("ask", "stop")
        }

        @Test func skipBackRepeatAndStop() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            fixture.probe.mute(true)
            try engine.ask("ask", "sheet", "trip")
            _ = try Self.wait(engine, "listening", question: "trip.where")
            try engine.ask("ask", "skip")
            _ = try Self.wait(engine, "listening", question: "trip.when")
            try engine.ask("ask", "back")
            _ = try Self.wait(engine, "listening", question: "trip.where")
            // The answer is repeated: both takes of it stay.
            fixture.probe.mute(false)
            _ = try Self.wait(engine, "answering", question: "trip.where")
            try engine.ask("ask", "repeat")
            _ = try Self.wait(engine, "answering", question: "trip.where")
            _ = try Self.wait(engine, "listening", question: "trip.when")
            // A plain stop ends the round as well.
            try engine.ask("stop")
            _ = try Self.wait(engine, "idle")
            let recording = try Self.recording("trip", engine)
            #expect(recording.segments.compactMap(\.question?.id) == ["trip.where", "trip.where"])
            #expect(recording.state == .draft)
            #expect(try #require(Self.refusal(engine, "ask", ["skip"])).code == .wrongState)
            #expect(try #require(Self.refusal(engine, "ask", ["sheet", "garden"])).code == .notFound)
            // Another day, and after a rename that the user tells.
            try engine.ask("rename", "trip", "to", "journey")
            let resumed = try engine.ask("ask", "sheet", "trip", "in", "journey")
            #expect(resumed.text("question_id") == "trip.when" && resumed.int("question_answered") == 1)
            _ = try Self.wait(engine, "answering")
            try engine.ask("ask", "stop")
            _ = try Self.wait(engine, "idle")
            // The words that were said are kept.
            try Pause.until { try Self.recording("journey", engine).segments.count >= 3 }
            #expect(try Self.recording("journey", engine).segments.compactMap(\.question?.id).last == "trip.when")
        }

        @Test func aChangedSheetKeepsOldAnswersAndTextsByHand() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("ask", "sheet", "trip")
            _ = try Self.wait(engine, "listening", question: "trip.when")
            try engine.ask("ask", "stop")
            _ = try Self.wait(engine, "idle")
            try engine.ask("answer", "trip", "question", "3", "text", "With *Ada*")
            // The first question goes, and another one comes.
            let lines = Self.sheet.split(separator: "\n").dropFirst().joined(separator: "\n")
            try PromptTests.write(
                lines + "\n" + #"{"id":"trip.why","sheet":"trip","category":"trip","displayOrder":4,"text":"Why?"}"#, engine)
            let reply = try engine.reply("answers", ["trip"])
            #expect(reply.items.map { $0.text("question_id") } == ["trip.when", "trip.who", "trip.why", "trip.where"])
            #expect(reply.items.map { $0["answered"] == .flag(true) } == [false, true, false, true])
            #expect(reply.items[3].text("question") == "Where to?" && reply.items[3].double("to_seconds") > 0.5)
            #expect(reply.fields.int("answered") == 1 && reply.fields.int("count") == 3)
            #expect(reply.items[1].text("answer") == "With *Ada*")
            let markdown = try engine.reply("answers", ["trip", "as", "markdown"]).items.map { $0.text("output") }
            #expect(markdown.contains("# trip") && markdown.contains("## 2. With whom?") && markdown.contains(#"With \*Ada\*"#))
            // One file for all: the places of the answers stay.
            try engine.ask("flatten", "name", "trip", "forget", "yes", timeout: 120)
            let flat = try engine.reply("answers", ["trip"])
            #expect(flat.items[3].double("to_seconds") == reply.items[3].double("to_seconds"))
            #expect(flat.items[1].text("answer") == "With *Ada*")
            let path = engine.folder.file("out.json")
            #expect(try engine.ask("answers", "trip", "to", path).text("path") == path)
            let whole = Process.python(
                "import json, sys; d = json.load(open(sys.argv[1])); print(sorted(d), len(d['notes']), d['version'])", [path])
            #expect(whole.output.contains("['completionPercentage', 'notes', 'questions', 'version'] 2 1"), "\(whole)")
            // An empty text takes the answer back.
            try engine.ask("answer", "trip", "question", "trip.who", "text", "")
            #expect(try engine.reply("answers", ["trip"]).items[1]["answered"] == .flag(false))
            #expect(try #require(Self.refusal(engine, "answer", ["trip", "question", "9", "text", "x"])).code == .badArgument)
        }

        @Test func aWholeSheetBySyntheticSpeechThroughJackAndARecogniser() throws {
            let fixture = try EngineFixture(
                sends: .silence, settings: "ask-silence = 1.2\ntranscribe-after = on\nrecogniser = pocketsphinx")
            let engine = fixture.engine
            try PromptTests.write(Self.sheet, engine)
            // Another engine on the same server is the mouth.
            let mouth = try EngineProcess()
            let folder = TempFolder()
            for (number, text) in [
                "We go to the sea and stay there.", "In the summer, when it is warm.", "With all of my friends.",
            ].enumerated() {
                let path = folder.file("said\(number).wav")
                #expect(Process.run("/usr/bin/espeak-ng", ["-v", "en-us", "-s", "140", "-w", path, text]).code == 0)
                _ = try mouth.reply("import", ["path", path], timeout: 60)
            }
            for side in ["l", "r"] {
                #expect(fixture.probe.connect("\(mouth.name):out_\(side)", "\(engine.name):in_\(side)"))
            }
            try engine.ask("ask", "sheet", "trip")
            for (number, id) in ["trip.where", "trip.when", "trip.who"].enumerated() {
                _ = try Self.wait(engine, "listening", question: id)
                try mouth.ask("play", "said\(number)", timeout: 60)
            }
            _ = try Self.wait(engine, "idle")
            // Each take is written down in the background.
            var items: [Fields] = []
            try Pause.until(180) {
                items = try engine.reply("answers", ["trip"]).items
                return items.count == 3 && items.allSatisfy { !$0.text("answer").isEmpty }
            }
            #expect(items.map { $0["answered"] == .flag(true) } == [true, true, true])
            #expect(items.allSatisfy { !$0.text("answer").isEmpty }, "\(items.map { $0.text("answer") })")
            let recording = try Self.recording("trip", engine)
            for (segment, seconds) in zip(recording.segments, [1.2, 1.0, 0.8]) {
                #expect(Double(segment.frames) / 48_000 > seconds, "\(segment.file)")
            }
            // The question itself was spoken at the outputs and is in no answer: each file begins with its pre-roll of silence.
            for segment in recording.segments {
                let samples = try EngineFixture.samples("\(engine.library)/\(segment.file)")
                #expect(samples.prefix(4800).allSatisfy { abs($0.x) < 0.05 }, "\(segment.file)")
            }
        }

        @Test func answersAreToldInTheLanguageOfTheSetting() throws {
            let fixture = try EngineFixture(sends: .silence, settings: "prompt-language = de\nprompt-name = Ada")
            let engine = fixture.engine
            try PromptTests.write(
                #"{"id":"way.where","sheet":"way","category":"way","displayOrder":1,"text":{"en":"Where to?","de":"Wohin, [Name]?"},"hint":{"en":"A place.","de":"Ein Ort."}}"#,
                engine)
            try engine.ask("rec", "name", "way", "question", "way:way.where")
            try engine.ask("stop")
            #expect(try engine.reply("answers", ["way"]).items.map { $0.text("question") } == ["Wohin, Ada?"])
            let alone = engine.dicta("answers", "way", "--as", "json", "--no-start")
            #expect(alone.output.contains("Wohin, Ada?") && alone.output.contains("Ein Ort."), "\(alone)")
            // The questions of a sheet that nobody has begun.
            let status = try engine.reply("ask", ["do", "status", "sheet", "house"])
            #expect(status.items.count == status.fields.int("count") && status.fields.text("name").isEmpty)
            #expect(engine.dicta("ask", "status", "house").output.contains("\n1. "))
        }
    }
}
