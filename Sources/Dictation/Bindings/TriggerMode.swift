// The ways in which keys and pedals run their commands. Any thread; a value.

/// The way that presses run commands.
public enum TriggerMode: String, Sendable, CaseIterable {
    /// Each press runs the first command.
    case press
    /// Presses run the first and the second command in turn.
    case toggle
    /// The press runs the first command, the release the second.
    case hold
}
