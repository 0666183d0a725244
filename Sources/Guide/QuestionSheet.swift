// A sheet of questions. Any thread; a value, no I/O.

/// Questions that belong together, in their order.
public struct QuestionSheet: Sendable, Hashable {
    /// Words that `dicta ask` takes for actions, so no sheet can have them as its name.
    public static let reserved: Set<String> = ["show", "skip", "repeat", "back", "stop", "status", "list"]

    /// Name.
    public let name: String
    /// The questions by their rank, then by id. Each one has a place.
    public let questions: [GuideItem]

    /// Makes a sheet from questions in any order.
    public init(name: String, _ questions: [GuideItem]) {
        self.name = name
        self.questions = questions.sorted { ($0.place?.displayOrder ?? 0, $0.id) < ($1.place?.displayOrder ?? 0, $1.id) }
    }

    /// The question of that id, or of that number from 1; nil when there is none. An id comes before a number.
    public func question(_ word: String) -> GuideItem? {
        if let item = questions.first(where: { $0.id == word || $0.slug == word }) { return item }
        guard let number = Int(word), questions.indices.contains(number &- 1) else { return nil }
        return questions[number - 1]
    }
}
