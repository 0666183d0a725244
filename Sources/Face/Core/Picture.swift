// One drawn screen. Any thread; a value.
public import Drawing

/// The cells of a screen, and the colours to show them in.
public struct Picture: Sendable, Equatable {
    /// The cells.
    public let canvas: Canvas
    /// The colours of the roles.
    public let palette: Palette

    /// Makes a picture.
    public init(_ canvas: Canvas, _ palette: Palette) {
        self.canvas = canvas
        self.palette = palette
    }
}
