// Answers to question sheets inside a recording: their places follow the timeline (G5).
import Dictation
import JSON
import Testing

@Suite("Dictation/AnswerTests")
struct AnswerTests {
    private static func segment(_ file: String, _ frames: Int64, _ question: String?) -> Segment {
        var segment = Segment(
            file: file, created: "2026-01-02T03:04:05Z", container: "wav", encoding: "float", rate: 48_000, channels: 2)
        segment.frames = frames
        segment.question = question.map { AskedQuestion(sheet: "trip", id: $0, text: "\($0)?") }
        return segment
    }

    /// Two answers, and a take that is none between them.
    private static var recording: Recording {
        var recording = Recording(name: "trip", created: "2026-01-02T03:04:05Z", segment: segment("trip.wav", 1000, "where"))
        recording.segments += [segment("trip~2.wav", 500, nil), segment("trip~3.wav", 300, "when")]
        recording.edits.append(Arrangement(Timeline([Span(segment: "trip~2.wav", length: 500)])))
        recording.edits.append(Arrangement(Timeline([Span(segment: "trip~3.wav", length: 300)])))
        return recording
    }

    @Test("the stretches of an answer are those of its segments, through cuts and undo")
    func stretches() {
        var recording = Self.recording
        #expect(recording.sheet == "trip")
        #expect(recording.answeredQuestions.map(\.id) == ["where", "when"])
        #expect(recording.stretches(of: "where") == [0..<1000])
        #expect(recording.stretches(of: "when") == [1500..<1800])
        #expect(recording.stretches(of: "who") == [])
        recording.edits.delete(400..<600)
        #expect(recording.stretches(of: "where") == [0..<800], "both parts join")
        #expect(recording.stretches(of: "when") == [1300..<1600])
        _ = recording.edits.undo()
        #expect(recording.stretches(of: "when") == [1500..<1800])
    }

    @Test("the places of answers follow into one file for all, and its later edits")
    func flattening() {
        var recording = Self.recording
        recording.placeAnswers(in: "trip~4.wav", at: "2026-02-03T04:05:06Z")
        recording.segments = [Self.segment("trip~4.wav", 1800, nil)]
        recording.edits = EditHistory(Timeline([Span(segment: "trip~4.wav", length: 1800)]))
        #expect(recording.sheet == "trip")
        #expect(recording.stretches(of: "when") == [1500..<1800])
        recording.edits.delete(100..<1600)
        #expect(recording.stretches(of: "where") == [0..<100])
        #expect(recording.stretches(of: "when") == [100..<300])
        let renamed = recording.renamed(to: "journey")
        #expect(renamed.stretches(of: "when") == [100..<300])
        #expect(renamed.answers.first?.places.first?.segment == "journey~4.wav")
    }

    @Test("answers by hand and questions of segments survive the sidecar, with keys of other programs")
    func sidecar() throws {
        var recording = Self.recording
        recording.segments[0].prompt = "dream.place"
        let question = AskedQuestion(sheet: "trip", id: "who", text: "With whom?")
        recording.answer(question, "Ada", at: "2026-02-03T04:05:06Z")
        recording.answer(question, "Ada and Bob", at: "2026-02-03T05:05:06Z")
        recording.answers[0].others = [.init("mood", .text("good"))]
        let again = try Recording(name: "trip", parsing: recording.printed)
        #expect(again == recording)
        #expect(again.prompt == "dream.place")
        #expect(again.writtenAnswer(to: "who") == "Ada and Bob")
        #expect(again.answers[0].createdAt == "2026-02-03T04:05:06Z" && again.answers[0].lastModified == "2026-02-03T05:05:06Z")
        var cleared = again
        cleared.answer(question, "", at: "2026-02-03T06:05:06Z")
        #expect(cleared.answers.isEmpty && cleared.writtenAnswer(to: "who").isEmpty)
    }

    @Test("a journal keeps the question of its take")
    func journal() throws {
        let entry = JournalEntry(name: "trip", segment: Self.segment("trip.wav", 0, "where"), state: .draft)
        #expect(
            try JournalEntry(parsing: entry.printed).segment.question == AskedQuestion(sheet: "trip", id: "where", text: "where?")
        )
    }

    @Test(
        "wrong answers in a sidecar are told, not trapped",
        arguments: [
            #"[{"answer":"x"}]"#, #"[{"question":{"sheet":"a"}}]"#,
            #"[{"question":{"sheet":"a","id":"b"},"places":[{"segment":"x","first":-1,"length":1}]}]"#, "3",
        ])
    func wrong(answers: String) {
        let text = String(decoding: Self.recording.printed, as: UTF8.self).dropLast(2) + ",\"answers\":\(answers)}\n"
        #expect(throws: RecordingError.self) { try Recording(name: "trip", parsing: Array(text.utf8)) }
    }

    @Test(
        "a question is named by sheet and id",
        arguments: [("a:b", "a", "b"), ("house:house.light", "house", "house.light"), ("a:b:c", "a", "b:c")])
    func words(word: String, sheet: String, id: String) {
        #expect(AskedQuestion(word) == AskedQuestion(sheet: sheet, id: id))
    }

    @Test("other words name no question", arguments: ["", "a", ":", "a:", ":b"])
    func noWords(word: String) { #expect(AskedQuestion(word) == nil) }
}
