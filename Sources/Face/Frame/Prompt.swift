// A question over the screen: yes or no, or a text. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// A question with a text field, or one that is answered by yes or no. The answer goes to the panel that asked.
struct Prompt: Panel {
    let title: String
    var contexts: [KeyContext] { field == nil ? [.prompt] : [.entry] }
    let isModal = true
    /// The question and its explanation, one line each.
    let words: [String]
    /// True for a question that needs care, such as a deletion.
    let isWarning: Bool
    /// The field; nil for a question that is answered by yes or no.
    private(set) var field: TextField?
    /// Carries out the answer, as the panel that asked: with the text, or with an empty one for yes.
    private let accept: @Sendable (String, inout FaceContext) -> Void

    /// A question that is answered by yes or no.
    static func confirm(
        _ title: String, _ words: [String], isWarning: Bool = false, accept: @escaping @Sendable (inout FaceContext) -> Void
    ) -> Prompt {
        Prompt(title: title, words: words, isWarning: isWarning, field: nil) { _, context in accept(&context) }
    }

    /// A question for a text.
    static func text(
        _ title: String, _ words: [String] = [], _ text: String = "",
        accept: @escaping @Sendable (String, inout FaceContext) -> Void
    ) -> Prompt {
        Prompt(title: title, words: words, isWarning: false, field: TextField(text), accept: accept)
    }

    private init(
        title: String, words: [String], isWarning: Bool, field: TextField?,
        accept: @escaping @Sendable (String, inout FaceContext) -> Void
    ) {
        (self.title, self.words, self.isWarning, self.field, self.accept) = (title, words, isWarning, field, accept)
    }

    var takesText: Bool { field != nil }

    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) {
        let longest = words.map { Cells.width(of: $0) }.max() ?? 0
        let wanted = max(30, max(longest, field == nil ? 0 : 48))
        let columns = min(wanted, space.columns)
        return (columns, lines(columns).count + (field == nil ? 0 : 1) + 2)
    }

    private func lines(_ columns: Int) -> [String] {
        words.flatMap { Cells.wrapped(PrintableText.line($0), to: max(1, columns)) }
    }

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.accept): finish(&context)
        case .action(.close): context.close()
        case .action: return false
        case .key(let key): return field?.take(key) ?? false
        case .paste(let text): field?.insert(text)
        case .told: return false
        case .mouse(let event, _, let area):
            if event.kind == .press { field?.click(column: event.column - area.column, columns: area.columns) }
        }
        return true
    }

    private func finish(_ context: inout FaceContext) {
        context.close()
        let own = context.owner
        context.owner = context.opener
        accept(field?.text ?? "", &context)
        context.owner = own
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        var row = area.row
        for line in lines(area.columns) {
            sketch.canvas.put(
                line, column: area.column, row: row, Style(isWarning ? .warning : .text), width: area.columns)
            row += 1
        }
        if let field {
            let place = Rectangle(column: area.column, row: row, columns: area.columns, rows: 1)
            field.draw(on: &sketch.canvas, in: place)
            sketch.spot(place, 0)
        }
        let last = area.row + area.rows - 1
        let style = Style(.text, on: .selection, bold: true)
        let (accept, close) = field == nil ? (tr("Yes"), tr("No")) : (tr("OK"), tr("Cancel"))
        let end = sketch.button(" \(accept) ", .accept, column: area.column, row: last, style)
        sketch.button(" \(close) ", .close, column: end + 2, row: last, Style(.text, on: .raised))
    }
}
