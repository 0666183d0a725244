// Lines that scroll. Any thread; a value.
internal import Dictation
internal import Drawing

/// The place in a text that is longer than its window.
struct ScrolledText: Sendable, Equatable {
    private(set) var top = 0

    /// Carries out an action of scrolling. False for any other action.
    mutating func take(_ action: ScreenAction, rows: Int, of count: Int) -> Bool {
        let page = max(1, rows - 1)
        switch action {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= page
        case .pageDown: top += page
        case .first: top = 0
        case .last: top = count
        default: return false
        }
        clamp(rows, count)
        return true
    }

    /// Scrolls by three lines, as the wheel does.
    mutating func scroll(down isDown: Bool, rows: Int, of count: Int) {
        top += isDown ? 3 : -3
        clamp(rows, count)
    }

    private mutating func clamp(_ rows: Int, _ count: Int) { top = max(0, min(top, count - rows)) }

    /// The lines that are visible in so many rows.
    func visible(rows: Int, of count: Int) -> Range<Int> {
        let first = max(0, min(top, count - rows))
        return first..<min(count, first + max(0, rows))
    }
}
