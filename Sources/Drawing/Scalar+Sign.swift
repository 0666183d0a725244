// The characters whose width need not be looked up. Any thread; no state.

extension Unicode.Scalar {
    /// True for printable ASCII, lines, blocks and braille patterns: each takes one cell.
    public var isSign: Bool {
        switch value {
        case 0x20..<0x7f, 0x2500..<0x25a0, 0x2800..<0x2900: true
        default: false
        }
    }
}
