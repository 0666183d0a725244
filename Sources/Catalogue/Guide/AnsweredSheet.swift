// The answers of a recording to a sheet. Any thread; a value, no I/O.
public import Dictation
public import Guide
public import Words

/// The questions of a sheet with the answers of a recording: their texts, and the frames at which they are said.
public struct AnsweredSheet: Sendable {
    /// A question with its answer.
    public struct Entry: Sendable {
        /// Number in the sheet, from 1; nil for a question that the sheet no longer has.
        public let number: Int?
        /// Id of the question.
        public let id: String
        /// The question.
        public let text: String
        /// The hint of the question; empty for none.
        public let hint: String
        /// Category, order and so on; nil for a question that the sheet no longer has.
        public let item: GuideItem?
        /// The text of the answer: by hand, or the words of its audio. Empty while nothing is written down.
        public let answer: String
        /// Stretches of the timeline in which it is said, in frames.
        public let stretches: [Range<Int64>]
        /// Time of the first answer, as ISO 8601 text; empty for none.
        public let createdAt: String
        /// Time of the latest change, as ISO 8601 text; empty for none.
        public let lastModified: String

        /// True with audio or with a text.
        public var isAnswered: Bool { !answer.isEmpty || !stretches.isEmpty }
    }

    /// Name of the sheet.
    public let sheet: String
    /// Name of the recording; empty for none.
    public let recording: String
    /// Sample rate of the timeline in Hz.
    public let rate: Int
    /// The questions of the sheet in their order, then answered ones that it no longer has.
    public let entries: [Entry]

    /// Joins a sheet with a recording and its words. `sheet` is nil for one that the catalogue no longer has, `recording` for
    /// one that nobody has begun to answer. `words` fill the tokens of questions, `languages` chooses their texts.
    public init(
        _ sheet: QuestionSheet?, named name: String, _ recording: Recording?, _ transcript: Transcript, words: GuideWords,
        languages: [String]
    ) {
        self.sheet = name
        self.recording = recording?.name ?? ""
        rate = max(1, recording?.rate ?? 1)
        let questions = sheet?.questions ?? []
        let known = Set(questions.map(\.id))
        let own = questions.enumerated().map { index, item in
            Self.entry(
                index + 1, item.id, words.best(item.text, for: languages)?.text ?? "",
                hint: words.best(item.place?.hint ?? LocalText(), for: languages)?.text ?? "", item, recording, transcript)
        }
        let former = (recording?.answeredQuestions ?? []).filter { !known.contains($0.id) }.map {
            Self.entry(nil, $0.id, $0.text, hint: "", nil, recording, transcript)
        }
        entries = own + former
    }

    private static func entry(
        _ number: Int?, _ id: String, _ text: String, hint: String, _ item: GuideItem?, _ recording: Recording?,
        _ transcript: Transcript
    ) -> Entry {
        let stretches = recording?.stretches(of: id) ?? []
        let written = recording?.writtenAnswer(to: id) ?? ""
        let spoken = stretches.map { TimelineText(transcript, recording?.timeline.part($0) ?? Timeline()).text }
            .filter { !$0.isEmpty }.joined(separator: " ")
        let kept = recording?.answers.first { $0.question.id == id }
        let segments = (recording?.segments ?? []).filter { $0.question?.id == id }.map(\.created)
        return Entry(
            number: number, id: id, text: text, hint: hint, item: item, answer: written.isEmpty ? spoken : written,
            stretches: stretches, createdAt: segments.min() ?? kept?.createdAt ?? "",
            lastModified: [segments.max(), kept?.lastModified].compactMap(\.self).max() ?? "")
    }

    // MARK: Sums

    /// Number of questions of the sheet.
    public var count: Int { entries.count { $0.number != nil } }
    /// Number of its answered questions.
    public var answered: Int { entries.count { $0.number != nil && $0.isAnswered } }
    /// Number of its required questions without an answer.
    public var requiredLeft: Int { entries.count { $0.item?.place?.isRequired == true && !$0.isAnswered } }
    /// Answered share in percent; 0 for a sheet without questions.
    public var percent: Double { count == 0 ? 0 : Double(answered) * 100 / Double(count) }

    /// The sums as fields of a reply.
    public var fields: Fields {
        [
            "sheet": .text(sheet), "name": .text(recording), "answered": .int(Int64(answered)), "count": .int(Int64(count)),
            "required_left": .int(Int64(requiredLeft)), "percent": .double(percent),
        ]
    }
}
