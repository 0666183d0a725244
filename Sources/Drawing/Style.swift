// The look of a cell. Any thread; a value.

/// Roles of the two colours of a cell, and its attributes.
public struct Style: Hashable, Sendable {
    /// Role of the character's colour.
    public var foreground: Role
    /// Role of the colour behind the character.
    public var background: Role
    /// True for bold text.
    public var isBold: Bool
    /// True for underlined text.
    public var isUnderlined: Bool
    /// True for swapped colours: the selection on a terminal without colours.
    public var isReversed: Bool
    /// True for a cell that blinks; only the RECORDING lamp does.
    public var blinks: Bool

    /// Makes a style.
    public init(
        _ foreground: Role = .text, on background: Role = .background, bold: Bool = false, underlined: Bool = false,
        reversed: Bool = false, blinks: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        isBold = bold
        isUnderlined = underlined
        isReversed = reversed
        self.blinks = blinks
    }

    /// Text on the background.
    public static let plain = Style()
}
