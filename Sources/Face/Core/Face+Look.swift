// Looks that the user chooses while the screen is shown. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension Face {
    /// Takes a new value of the setting `palette` or `glyphs`. A terminal without Unicode keeps ASCII, whatever is chosen.
    mutating func takeLook(_ key: ParameterKey, _ value: String) {
        switch key {
        case .palette: options.palette = value
        case .glyphs where options.terminalGlyphs != .ascii:
            options.glyphs = FaceOptions.Glyphs(rawValue: value) ?? options.terminalGlyphs
        default: break
        }
    }
}
