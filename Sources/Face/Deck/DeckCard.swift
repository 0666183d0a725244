// The prompt above the pad. Any thread; a value.
internal import Dictation
internal import Drawing

/// The card with the prompt: its text, and its keys while nothing is recorded.
struct DeckCard: Sendable, Equatable {
    /// Rows of the text where a screen is not tall.
    static let usualLines = 2
    /// Rows of the text on a tall screen.
    private static let mostLines = 6

    /// The rows of the text.
    let lines: [String]
    /// True if a row with the keys stands below the text.
    let hasKeys: Bool

    /// The rows that show all of it.
    var rows: Int { lines.count + (hasKeys ? 1 : 0) }
    /// The rows that show it on a screen that is not tall.
    var usualRows: Int { min(lines.count, Self.usualLines) + (hasKeys ? 1 : 0) }

    /// The card in an area; nil if there is none to show.
    init?(_ view: EngineView, columns: Int) {
        let prompt = view.prompt
        guard view.isConnected, prompt.isCard, !prompt.text.isEmpty, columns > 0 else { return nil }
        let isIdle = view.transport.record == .idle
        guard isIdle || prompt.isInTake else { return nil }
        hasKeys = isIdle
        lines = Array(Cells.wrapped(prompt.text, to: columns).prefix(Self.mostLines + 1))
    }

    /// The text in so many rows; the last one tells that there is more.
    func text(rows: Int, columns: Int, gap: String) -> [String] {
        let shown = Array(lines.prefix(max(0, min(rows, Self.mostLines))))
        guard shown.count < lines.count, let last = shown.last else { return shown }
        let cut = Cells.width(of: last) + Cells.width(of: gap) > columns
        let start = cut ? Cells.start(of: last, max(0, columns - Cells.width(of: gap))) : last
        return shown.dropLast() + [start + gap]
    }
}
