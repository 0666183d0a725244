// Finds colours and attributes of cells for a terminal. One thread.
internal import CCurses
internal import Drawing

/// The looks of a palette on a terminal with a number of colours.
struct Pens {
    private let colours: Int
    private var palette: Palette?
    private var pairs: [UInt16: Int32] = [:]

    init(colours: Int) { self.colours = colours }

    /// True if the palette is another one than before: all cells then have another look.
    mutating func adopt(_ palette: Palette, _ curses: Curses) -> Bool {
        guard palette != self.palette else { return false }
        self.palette = palette
        pairs = [:]
        if colours > 0 { curses.forgetPairs() }
        return true
    }

    /// The attributes and the pair of colours of a style.
    mutating func pen(_ style: Style, _ curses: Curses) -> (look: Int32, pair: Int32) {
        var look: Int32 = 0
        if style.isBold || isBright(style.foreground) { look |= Int32(DICTA_BOLD) }
        if style.isUnderlined { look |= Int32(DICTA_UNDERLINED) }
        if style.isReversed { look |= Int32(DICTA_REVERSED) }
        if style.blinks { look |= Int32(DICTA_BLINKING) }
        guard colours > 0 else { return (look, 0) }
        let (foreground, background) = (number(style.foreground), number(style.background))
        let key = UInt16(truncatingIfNeeded: (foreground + 1) << 8 ^ (background + 1))
        if let pair = pairs[key] { return (look, pair) }
        let pair = curses.pair(foreground: foreground, background: background)
        pairs[key] = pair
        return (look, pair)
    }

    /// The number of a role's colour on this terminal; -1 for the terminal's own one.
    private func number(_ role: Role) -> Int32 {
        guard let colour = palette?.colours[role] else { return -1 }
        if colours >= 256 { return Int32(colour.index) }
        return Int32(colours >= 16 ? colour.basic & 15 : colour.basic & 7)
    }

    /// True for one of the eight bright colours on a terminal that has the eight plain ones only.
    private func isBright(_ role: Role) -> Bool {
        guard (8..<16).contains(colours), let colour = palette?.colours[role] else { return false }
        return colour.basic & 15 >= 8
    }
}
