// The keys and the mouse of lists. Any thread; no state.
internal import Dictation
internal import Drawing

extension RowList {
    /// The key that moves the selection as the action says; nil for any other action.
    static func key(of action: ScreenAction) -> Key? {
        switch action {
        case .up: .named(.up)
        case .down: .named(.down)
        case .pageUp: .named(.pageUp)
        case .pageDown: .named(.pageDown)
        case .first: .named(.home)
        case .last: .named(.end)
        default: nil
        }
    }

    /// Scrolls and selects. True for a press on the row that is selected already, which carries out what the list is for.
    mutating func take(_ event: MouseEvent, in area: Rectangle) -> Bool {
        switch event.kind {
        case .wheelUp: scroll(down: false)
        case .wheelDown: scroll(down: true)
        case .press:
            guard let row = row(atLine: event.row - area.row) else { return false }
            defer { select(row) }
            return row == selected
        case .drag, .release, .menu: break
        }
        return false
    }
}
