// Tests prompts by a real engine: choice, usage, takes about them, and the silence of events and log about their texts (G1 to G4).
import Control
import Dictation
import FoundationEssentials
import Glibc
import JSON
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct PromptTests {
        /// A text that must be in no event and in no log.
        private static let secret = "Which zebra crossed your dream?"

        /// An engine whose user has one prompt that comes before all others.
        private static func fixture(
            _ settings: String = "", catalogue: String? = nil, synchronous: Bool = true
        ) throws -> EngineFixture {
            let fixture = try EngineFixture(sends: .silence, synchronous: synchronous, settings: settings)
            try write(
                catalogue ?? #"{"id":"own.zebra","category":"own","weight":500,"text":{"en":"\#(secret)"}}"#, fixture.engine)
            return fixture
        }

        static func write(_ catalogue: String, _ engine: EngineProcess) throws {
            try #require(Files.write(catalogue + "\n", to: engine.folder.file("config/dicta/prompts.ndjson")))
        }

        private static func usage(_ engine: EngineProcess) throws -> JSONTree {
            try JSONTree(parsing: Array((Files.read(engine.folder.file("state/dicta/prompts.json")) ?? "").utf8))
        }

        /// The record of a prompt in the file of usage, once it is as wanted.
        private static func record(
            _ id: String, _ engine: EngineProcess, until isWanted: (JSONTree) -> Bool
        ) throws -> JSONTree? {
            for _ in 0..<500 {
                if let record = try? usage(engine)["prompts"]?.list?.first(where: { $0["promptId"]?.text == id }),
                    isWanted(record)
                {
                    return record
                }
                Pause.milliseconds(20)
            }
            return nil
        }

        @Test func aPromptStandsUntilItIsUsedOrAnotherIsAskedFor() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            let first = try engine.ask("prompt")
            #expect(first.text("prompt_id") == "own.zebra" && first.text("prompt_text") == Self.secret)
            #expect(first.text("prompt_source") == "dynamic")
            #expect(try engine.ask("prompt").text("prompt_id") == "own.zebra", "it stands")
            let other = try engine.ask("prompt", "inspire", "yes", "category", "dream")
            #expect(other.text("prompt_category") == "dream" && other.text("prompt_source") == "inspire")
            #expect(try engine.ask("prompt").text("prompt_id") == other.text("prompt_id"))
            var last = other.text("prompt_id")
            for _ in 0..<30 {
                let next = try engine.ask("prompt", "inspire", "yes").text("prompt_id")
                #expect(next != last, "no repeat in a row")
                last = next
            }
            #expect(try engine.ask("prompt", "show", "id", "own.zebra").text("prompt_text") == Self.secret)
            try engine.ask("prompt", "hide")
            #expect(try engine.ask("status").text("prompt_id").isEmpty)
        }

        @Test func aTakeAboutAPromptKeepsItsIdThroughEverything() throws {
            // A synchronous server would wait for an engine that was killed.
            let fixture = try Self.fixture(synchronous: false)
            let engine = fixture.engine
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let topics: [ParameterKey: Value] = [.topics: .text("events,prompts"), .rate: .double(50), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), topics), timeout: 30)
            let begun = try engine.ask("rec", "name", "dream", "prompt", "yes")
            #expect(begun.text("prompt") == "own.zebra" && begun.text("prompt_text") == Self.secret)
            try engine.waitForTake(seconds: 0.3)
            // A kill in the middle: the journal has it.
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart(waitsForJack: false)
            #expect(try engine.ask("info", "dream").text("prompt") == "own.zebra")
            try engine.ask("rename", "dream", "to", "zebra")
            #expect(try engine.ask("info", "zebra").text("prompt") == "own.zebra")
            let record = try #require(try Self.record("own.zebra", engine) { $0["useCount"]?.integer == 1 })
            #expect(record["lastUsedAt"]?.text?.hasSuffix("Z") == true && record["isFavorite"] == .flag(false))
            #expect(try engine.ask("prompt").text("prompt_id") != "own.zebra", "a used prompt stands no more")
            var events: [EventMessage] = []
            var states: [StateMessage] = []
            // All that came before the kill.
            while let more = try? client.messages(within: 50), !more.isEmpty {
                events += more.compactMap(EventMessage.init)
                states += more.compactMap { StateMessage($0) }
            }
            let names = events.map(\.event)
            #expect(names.contains("prompt-shown") && names.contains("prompt-used"))
            let used = try #require(events.first { $0.event == "prompt-used" })
            #expect(used.fields.text("id") == "own.zebra" && used.fields.text("name") == "dream")
            #expect(states.contains { $0.fields.int("prompt_in_take") == 1 && $0.fields.text("prompt_text") == Self.secret })
            for event in events { #expect(!"\(event.fields)".contains("zebra crossed"), "\(event.event)") }
        }

        @Test func noTextIsInEventsHooksAndLog() throws {
            let told = TempFolder()
            let fixture = try EngineFixture(
                sends: .silence,
                settings: ["shown", "used", "favourite"].map { "on-prompt-\($0) = cat >> \(told.file($0))" }.joined(
                    separator: "\n"))
            let engine = fixture.engine
            try Self.write(#"{"id":"own.zebra","category":"own","weight":500,"text":{"en":"\#(Self.secret)"}}"#, engine)
            try engine.ask("prompt")
            try engine.ask("prompt", "favourite")
            try engine.ask("rec", "name", "dream", "prompt", "yes")
            try engine.ask("stop")
            for hook in ["shown", "used", "favourite"] {
                Pause.until { !(Files.read(told.file(hook)) ?? "").isEmpty }
                let text = Files.read(told.file(hook)) ?? ""
                #expect(text.contains("own.zebra") && !text.contains("zebra crossed"), "\(hook): \(text)")
            }
            let ended = try #require(engine.quit())
            #expect(!(ended.errors + ended.output).contains("zebra crossed"))
        }

        @Test func favouritesOfTwoEnginesAreBothKept() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            // A second engine with the same home.
            let other = try EngineProcess(
                environment: ["XDG_CONFIG_HOME": engine.folder.file("config"), "XDG_STATE_HOME": engine.folder.file("state")])
            for (number, id) in ["dream.place", "dream.people", "day.plan", "idea.title"].enumerated() {
                try (number.isMultiple(of: 2) ? engine : other).ask("prompt", "favourite", "id", id)
            }
            let file = engine.folder.file("state/dicta/prompts.json")
            for id in ["dream.place", "dream.people", "day.plan", "idea.title"] {
                #expect(try Self.record(id, engine) { $0["isFavorite"] == .flag(true) } != nil, "\(id)")
            }
            #expect(try other.reply("prompt", ["do", "list", "favourites", "yes"]).items.count == 4)
            #expect(Schema.problems(Files.read(file) ?? "", against: "prompts") == "")
            #expect(Schema.problems("{}", against: "prompts") != "")
            try other.ask("prompt", "favourite", "id", "day.plan", "off", "yes")
            #expect(try Self.record("day.plan", engine) { $0["isFavorite"] == .flag(false) } != nil)
            let favourites = Set(["dream.place", "dream.people", "idea.title"])
            for _ in 0..<10 {
                #expect(favourites.contains(try engine.ask("prompt", "inspire", "yes", "favourites", "yes").text("prompt_id")))
            }
        }

        @Test func aWrongLineIsToldAndTheOthersHold() throws {
            let fixture = try Self.fixture(
                catalogue: """
                    {"id":"own.one","category":"own","text":"First?"}
                    {"id":"own.two"
                    {"id":"own.three","category":"own","text":{"en":"Hello [Name], good [DayPart]."}}
                    """)
            let engine = fixture.engine
            let reply = try engine.reply("prompt", ["do", "list", "category", "own"])
            #expect(reply.items.map { $0.text("id") } == ["own.one", "own.three"])
            #expect(reply.fields.text("warning").contains("line 2 is left out"))
            try engine.ask("set", "prompt-name", "Ada")
            let text = try engine.ask("prompt", "show", "id", "own.three").text("prompt_text")
            #expect(text.hasPrefix("Hello Ada, good "), "\(text)")
            #expect(["morning.", "afternoon.", "evening.", "night."].contains { text.hasSuffix($0) }, "\(text)")
            #expect(try Self.record("own.three", engine) { $0["lastShownAt"]?.text != nil } != nil)
            // A damaged usage is put aside, not lost and not in the way.
            try #require(Files.write("{", to: engine.folder.file("state/dicta/prompts.json")))
            #expect(!(try engine.ask("prompt").text("prompt_id")).isEmpty)
            let files = try FileManager.default.contentsOfDirectory(atPath: engine.folder.file("state/dicta")).filter {
                $0.hasPrefix("prompts.json")
            }
            #expect(files.count >= 2, "\(files)")
        }

        @Test func aHiddenPromptStaysHiddenOverARestart() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            /// The prompt on the screen once it is as wanted, or after three seconds: a prompt that is not shown tells nobody.
            func card(until isWanted: (String) -> Bool) throws -> String {
                var client = try ControlClient(engine: engine.name, path: engine.socket)
                let topics: [ParameterKey: Value] = [.topics: .text("prompts"), .rate: .double(50), .lease: .double(600)]
                _ = try client.ask(try CommandTable.request(.subscription(.subscribe), topics), timeout: 30)
                var id: String?
                for _ in 0..<60 where id.map(isWanted) != true {
                    for message in try client.messages(within: 50) { id = StateMessage(message)?.fields.text("prompt_id") ?? id }
                }
                return try #require(id, "no state came")
            }
            #expect(try card { !$0.isEmpty } == "own.zebra")
            try engine.ask("prompt", "hide")
            #expect(try card { $0.isEmpty }.isEmpty)
            _ = engine.quit()
            let file = engine.folder.file("state/dicta/prompts.json")
            #expect(Schema.problems(Files.read(file) ?? "", against: "prompts") == "")
            try engine.restart()
            #expect(try card { !$0.isEmpty }.isEmpty)
            // One that is asked for is shown, and from then on by itself.
            let shown = try engine.ask("prompt", "inspire", "yes").text("prompt_id")
            #expect(try card { !$0.isEmpty } == shown)
        }

        @Test func aCatalogueThatCannotBeReadIsToldOnce() throws {
            let fixture = try EngineFixture(sends: .silence)
            let engine = fixture.engine
            // A folder in place of the file.
            try FileManager.default.createDirectory(
                atPath: engine.folder.file("config/dicta/prompts.ndjson"), withIntermediateDirectories: true)
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let topics: [ParameterKey: Value] = [.topics: .text("events,prompts"), .rate: .double(50), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), topics), timeout: 30)
            var told: [String] = []
            func read() throws {
                told += try client.messages(within: 50).compactMap(EventMessage.init).filter { $0.event == "error" }
                    .map { $0.fields.text("message") }
            }
            for _ in 0..<600 where told.isEmpty { try read() }
            #expect(told.count == 1 && told.first?.hasPrefix("no prompt is shown: ") == true, "\(told)")
            // Another look, after a change of a setting. A second, since nothing tells that nothing comes.
            try engine.ask("set", "prompt-name", "Ada")
            for _ in 0..<20 { try read() }
            #expect(told.count == 1, "\(told)")
        }

        @Test func anUnknownIdOfATakeIsKeptAndNotCounted() throws {
            let fixture = try Self.fixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "strange", "prompt-id", "no.such")
            try engine.ask("stop")
            #expect(try engine.ask("info", "strange").text("prompt") == "no.such")
            try engine.ask("rec", "name", "known", "prompt-id", "dream.place")
            try engine.ask("stop")
            #expect(try Self.record("dream.place", engine) { $0["useCount"]?.integer == 1 } != nil)
            let uses = try #require(try Self.usage(engine)["prompts"]?.list).compactMap { $0["promptId"]?.text }
            #expect(!uses.contains("no.such"), "\(uses)")
        }

        @Test func aPromptIsSpokenBeforeItsTake() throws {
            let fixture = try Self.fixture("prompt-speak = on")
            let engine = fixture.engine
            var client = try ControlClient(engine: engine.name, path: engine.socket)
            let topics: [ParameterKey: Value] = [.topics: .text("events,cues"), .rate: .double(100), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), topics), timeout: 30)
            let begun = try engine.ask("rec", "name", "spoken", "prompt", "yes", timeout: 90)
            #expect(begun["warning"] == nil)
            var speaking: [Int] = []
            var wasSpeaking = false
            reading: for _ in 0..<600 {
                for message in try client.messages(within: 50) {
                    if let state = StateMessage(message) {
                        speaking.append(state.fields.int("speaking"))
                        wasSpeaking = wasSpeaking || speaking.last == 1
                    } else if EventMessage(message)?.event == "record-started" {
                        break reading
                    }
                }
            }
            #expect(wasSpeaking && speaking.last == 0, "\(speaking)")
            try engine.ask("stop")
        }

        @Test func theTimerShowsAffirmations() throws {
            let fixture = try Self.fixture("timer-affirmations = on")
            let engine = fixture.engine
            try engine.ask("timer", "start", "length", "10m", "countdown", "0", "interval", "1s")
            var seen: Set<String> = []
            #expect(fixture.probe.setFreewheel(true))
            for _ in 0..<3000 where seen.count < 3 {
                let status = try engine.ask("status")
                if status.text("prompt_id").hasPrefix("affirmation.") { seen.insert(status.text("prompt_id")) }
                Pause.milliseconds(10)
            }
            #expect(fixture.probe.setFreewheel(false))
            #expect(seen.count >= 3)
            try engine.ask("timer", "stop")
        }
    }
}
