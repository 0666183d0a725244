// An answer to a question of a sheet. Any thread; a value, no I/O.
public import JSON

/// The part of an answer that is in no segment: a text by hand, and places of audio that no segment tells any more.
public struct Answer: Sendable, Hashable {
    /// The question that was answered.
    public var question: AskedQuestion
    /// The text by hand; empty for none. Spoken words are in the transcript.
    public var text = ""
    /// Time of the first text or place, as ISO 8601 text in UTC.
    public var createdAt: String
    /// Time of the latest change, as ISO 8601 text in UTC.
    public var lastModified: String
    /// Audio of the answer in files that hold more than this answer, as after a flattening.
    public var places: [Span] = []
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Makes an answer without a text.
    public init(to question: AskedQuestion, at time: String) {
        self.question = question
        (createdAt, lastModified) = (time, time)
    }

    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        guard let asked = reader.take("question") else { throw .missing(key: place + ".question") }
        self.init(to: try AskedQuestion(asked, place + ".question"), at: try reader.text("createdAt") ?? "")
        text = try reader.text("answer") ?? ""
        lastModified = try reader.text("lastModified") ?? createdAt
        places = try reader.list("places") { (tree, place) throws(RecordingError) in try Span(tree, place) }
        others = reader.others
    }

    var json: JSONTree {
        var members: [JSONTree.Member] = [
            .init("question", question.json), .init("answer", .text(text)), .init("createdAt", .text(createdAt)),
            .init("lastModified", .text(lastModified)),
        ]
        if !places.isEmpty { members.append(.init("places", .list(places.map(\.json)))) }
        return .object(members + others)
    }
}
