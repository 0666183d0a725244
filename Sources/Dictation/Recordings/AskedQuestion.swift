// A question that a segment answers. Any thread; a value, no I/O.
import JSON

/// The question of a sheet that was asked when a segment was recorded. The segment keeps it, from its journal on: an answer is
/// known as one after any crash, and after every change of the sheet.
public struct AskedQuestion: Sendable, Hashable {
    /// Name of the sheet.
    public let sheet: String
    /// Id of the question in its sheet.
    public let id: String
    /// The question as it was asked; empty when unknown.
    public let text: String

    /// Makes a question.
    public init(sheet: String, id: String, text: String = "") {
        self.sheet = sheet
        self.id = id
        self.text = text
    }

    /// Reads `SHEET:ID`; nil for any other text.
    public init?(_ word: String) {
        guard let colon = word.firstIndex(of: ":"), colon != word.startIndex, word.index(after: colon) != word.endIndex else {
            return nil
        }
        self.init(sheet: String(word[..<colon]), id: String(word[word.index(after: colon)...]))
    }

    init(_ tree: JSONTree, _ place: String) throws(RecordingError) {
        var reader = try JSONReader(tree, place)
        self.init(sheet: try reader.need("sheet"), id: try reader.need("id"), text: try reader.text("text") ?? "")
    }

    var json: JSONTree { .object([.init("sheet", .text(sheet)), .init("id", .text(id)), .init("text", .text(text))]) }
}
