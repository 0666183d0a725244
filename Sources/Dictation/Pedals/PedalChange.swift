// Presses and releases of pedals. Any thread; a value, no I/O.

/// A key that was pressed or released, without repeats and bounces.
public struct PedalChange: Sendable, Equatable {
    /// Number of the key.
    public let key: Int
    /// True for a press.
    public let isPressed: Bool

    /// Makes a change.
    public init(key: Int, isPressed: Bool) {
        self.key = key
        self.isPressed = isPressed
    }
}
