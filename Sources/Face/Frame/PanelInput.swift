// Input as panels take it. Any thread; a value.
internal import Dictation
internal import Drawing

/// One input for a panel.
enum PanelInput: Sendable, Equatable {
    /// A key whose meaning is this action in the panel.
    case action(ScreenAction)
    /// A key without a meaning in the table, or any character while the panel takes text.
    case key(Key)
    /// The mouse at a spot that the panel has registered, with the area of that spot.
    case mouse(MouseEvent, spot: Int, in: Rectangle)
    /// Pasted text.
    case paste(String)
    /// The answer to a question of the panel, by the number that the panel chose; empty for yes.
    case told(question: Int, String)
}
