// The colours of a screen. Any thread; a value.

/// A colour for each role. A role without one takes the terminal's own colour.
public struct Palette: Hashable, Sendable {
    /// The name in settings.
    public let name: String
    /// The colours by role.
    public let colours: [Role: Colour]

    /// Makes a palette.
    public init(_ name: String, _ colours: [Role: Colour]) {
        self.name = name
        self.colours = colours
    }
}
