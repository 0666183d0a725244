// Properties of the terminal that decide how a screen is drawn. Any thread; a value.

/// Properties of the terminal, which the program finds before the first screen.
public struct FaceOptions: Sendable, Equatable {
    /// Characters that the terminal can show.
    public enum Glyphs: String, CaseIterable, Sendable {
        /// Braille patterns: 2 x 4 points a cell.
        case braille
        /// Half and eighth blocks: 1 x 8 steps a cell.
        case blocks
        /// ASCII only.
        case ascii
    }

    /// Characters that the screen uses.
    public var glyphs: Glyphs
    /// Characters that the screen would choose for the terminal by itself.
    public var terminalGlyphs: Glyphs
    /// Number of colours: 256, 16, 8, or 0 for none (`NO_COLOR`).
    public var colours: Int
    /// Name of the palette.
    public var palette: String
    /// True if the engine is reached over TCP, where it is a surface with fewer privileges.
    public var isRemote: Bool

    /// Makes options.
    public init(
        glyphs: Glyphs = .braille, terminalGlyphs: Glyphs? = nil, colours: Int = 256, palette: String = "dark",
        isRemote: Bool = false
    ) {
        self.glyphs = glyphs
        self.terminalGlyphs = terminalGlyphs ?? glyphs
        self.colours = colours
        self.palette = palette
        self.isRemote = isRemote
    }
}
