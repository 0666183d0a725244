// Tests of the sentences and keys of prompts and question sheets for screen readers.
import Dictation
import Face
import Testing

@testable import dicta

@Suite("Prompts and question sheets in plain lines (T7, G2, G5)")
struct PlainGuideTests {
    private static func prompt(_ text: String, favourite: Int64 = 0, card: Int64 = 1, inTake: Int64 = 0) -> FaceEvent {
        .state(
            topic: "prompts",
            [
                "prompt_id": .text(text.isEmpty ? "" : "a.\(text)"), "prompt_text": .text(text),
                "prompt_favourite": .int(favourite), "prompt_in_take": .int(inTake), "prompt_card": .int(card),
            ])
    }

    private static func question(_ state: String, _ number: Int64 = 0, hint: String = "") -> FaceEvent {
        .state(
            topic: "questions",
            [
                "question_state": .text(state), "question_id": .text(number > 0 ? "house.\(number)" : ""),
                "question_text": .text(number > 0 ? "Which room is number \(number)?" : ""), "question_hint": .text(hint),
                "question_number": .int(number), "question_count": .int(12), "question_recording": .text("house"),
            ])
    }

    private static func transport(_ state: String, _ name: String = "") -> FaceEvent {
        .state(topic: "transport", ["record_state": .text(state), "record_name": .text(name), "jack": .text("running")])
    }

    @Test("the end of the questions is told, not the question that was asked")
    func stop() throws {
        let fields: Fields = [
            "question_state": .text("asking"), "question_sheet": .text("house"), "question_text": .text("Which room?"),
            "question_number": .int(1), "question_count": .int(12),
        ]
        let stop = try CommandTable.request(.guide(.ask), [.do: .text("stop")])
        #expect(
            GuideText.text(Reply(fields), of: stop)
                == "The questions of house have ended: 'dicta ask house' goes on with the first open one\n")
        let show = try CommandTable.request(.guide(.ask), [.do: .text("show")])
        #expect(GuideText.text(Reply(fields), of: show) == "1 of 12: Which room?\n")
    }

    @Test("a new prompt is told once, a favourite as one, and none where the setting wants no card")
    func prompts() {
        var report = PlainReport()
        _ = report.sentences(Self.prompt(""))
        #expect(report.sentences(Self.prompt("A door.")) == ["Prompt: A door."])
        #expect(report.sentences(Self.prompt("A door.")).isEmpty)
        #expect(report.sentences(Self.prompt("A door.", inTake: 1)).isEmpty)
        #expect(report.sentences(Self.prompt("A door.", favourite: 1)) == ["The prompt is a favourite."])
        #expect(report.summary.contains("Prompt, a favourite: A door."))
        #expect(report.sentences(Self.prompt("A door.")) == ["The prompt is a favourite no longer."])
        #expect(report.sentences(Self.prompt("")).isEmpty)
        #expect(report.sentences(Self.prompt("A sea.", card: 0)).isEmpty)
        #expect(!report.summary.contains { $0.contains("A sea.") })
    }

    @Test("a sheet tells each question with its place, then the moment to speak, kept answers, and its end with the sums")
    func sheet() {
        var report = PlainReport()
        _ = report.sentences(Self.question("idle"))
        _ = report.sentences(Self.transport("idle"))
        #expect(
            report.sentences(Self.question("asking", 3, hint: "Any."))
                == ["Question 3 of 12: Which room is number 3? (Any.)"])
        #expect(report.sentences(Self.question("listening", 3, hint: "Any.")) == ["Listening."])
        #expect(report.summary.contains("Question 3 of 12: Which room is number 3? (Any.)"))
        #expect(report.sentences(Self.question("listening", 3)).isEmpty)
        #expect(report.sentences(Self.question("answering", 3)).isEmpty)
        let kept = FaceEvent.event(name: "answer-kept", ["number": .int(3), "count": .int(12), "name": .text("house")])
        #expect(report.sentences(kept) == ["The answer to question 3 of 12 is kept."])
        // A state that was missed between two messages leaves nothing out.
        #expect(report.sentences(Self.question("listening", 4)) == ["Question 4 of 12: Which room is number 4?", "Listening."])
        // Asked again.
        #expect(report.sentences(Self.question("asking", 4)) == ["Question 4 of 12: Which room is number 4?"])
        #expect(report.sentences(Self.question("idle")).isEmpty)
        func ended(_ left: Int64) -> [String] {
            report.sentences(
                .event(
                    name: "sheet-ended",
                    ["sheet": .text("house"), "answered": .int(5), "count": .int(12), "required_left": .int(left)]))
        }
        #expect(ended(0) == ["The sheet house has ended: 5 of 12 questions are answered."])
        #expect(ended(1) == ["The sheet house has ended: 5 of 12 questions are answered, 1 required one is open."])
        #expect(ended(2) == ["The sheet house has ended: 5 of 12 questions are answered, 2 required ones are open."])
    }

    @Test("takes that answer questions are told by their sheet only; other takes as ever")
    func takes() {
        var report = PlainReport()
        _ = report.sentences(Self.question("idle"))
        _ = report.sentences(Self.transport("idle"))
        _ = report.sentences(Self.question("asking", 1))
        for (state, name) in [("armed", "house"), ("recording", "house"), ("armed", "house"), ("idle", "")] {
            #expect(report.sentences(Self.transport(state, name)).isEmpty, "\(state)")
        }
        _ = report.sentences(Self.question("idle"))
        #expect(report.sentences(Self.transport("recording", "house")) == ["Recording house."])
        #expect(report.sentences(Self.transport("idle")) == ["Recording has stopped: house."])
    }

    @Test("keys: another prompt, use, favourite and hide; skip, again, back and stop while a sheet is asked")
    func keys() {
        var report = PlainReport()
        func lines(_ line: String) -> [String] {
            guard case .ask(let requests) = PlainKeys(nil).meaning(of: line, report) else { return [] }
            return requests.map { request in
                ([request.name] + request.command.parameters.compactMap { request.word($0) }).joined(separator: " ")
            }
        }
        #expect(lines("n") == ["prompt show yes"] && lines("u") == ["rec yes"] && lines("x") == ["prompt hide"])
        #expect(lines("f") == ["prompt favourite"] && lines("s") == ["stop"])
        _ = report.sentences(Self.prompt("A door.", favourite: 1))
        #expect(lines("f") == ["prompt favourite yes"])
        #expect(lines("ask house") == ["ask house"] && lines("ask skip") == ["ask skip"])
        _ = report.sentences(Self.question("listening", 3))
        #expect(lines("n") == ["ask skip"] && lines("a") == ["ask repeat"] && lines("b") == ["ask back"])
        #expect(lines("s") == ["ask stop"] && lines("x") == ["prompt hide"] && lines("m") == ["mark"])
        let help = PlainKeys(nil).help
        for line in ["n: Show another prompt.", "f: Make the prompt a favourite, or a favourite no longer."]
            + ["b: Go to the question before.", "s: End the questions, and keep the answers."]
        {
            #expect(help.contains(line), "\(line)")
        }
    }

    @Test("fields of another type tell something harmless")
    func hostile() {
        for value in [Value.double(.nan), .double(-1e300), .int(.max), .flag(true), .text("\u{1b}[2J")] {
            var report = PlainReport()
            for topic in [Topic.prompts, .questions] {
                _ = report.sentences(.state(topic: topic.rawValue, [:]))
                _ = report.sentences(.state(topic: topic.rawValue, Fields(topic.fields.map { Field($0, value) })))
            }
            for name in ["answer-kept", "sheet-ended"] {
                let fields = Fields(["number", "count", "sheet", "answered", "required_left"].map { Field($0, value) })
                #expect(report.sentences(.event(name: name, fields)).count == 1)
            }
            #expect(!report.summary.isEmpty)
        }
    }
}
