// Input of a terminal. Any thread; values.
public import Dictation

/// One input of a terminal.
public enum InputEvent: Hashable, Sendable {
    /// A key was pressed, or repeats while it is held.
    case key(Key)
    /// A mouse button was pressed, moved or released, or the wheel was turned.
    case mouse(MouseEvent)
    /// Text was pasted; it may have several lines.
    case paste(String)
    /// The window has another size now.
    case resize(columns: Int, rows: Int)
}

/// One event of the mouse, in cells.
public struct MouseEvent: Hashable, Sendable {
    /// The kind of the event.
    public enum Kind: Hashable, Sendable {
        /// The left button was pressed.
        case press
        /// The mouse was moved while the left button is held.
        case drag
        /// The left button was released.
        case release
        /// The right button was pressed.
        case menu
        /// The wheel was turned away from the user.
        case wheelUp
        /// The wheel was turned towards the user.
        case wheelDown
    }

    /// The kind of the event.
    public let kind: Kind
    /// The column, from 0.
    public let column: Int
    /// The row, from 0.
    public let row: Int

    /// Makes an event.
    public init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}
