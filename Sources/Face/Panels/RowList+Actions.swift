// The keys of lists as actions. Any thread; no state.
internal import Dictation

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
}
