// Colours of the terminal. One thread; reads the environment, writes nothing.

/// The colours in use: those of the user's palette, which fit a dark and a light background.
enum Colour: String {
    /// For errors, and for a take that runs.
    case red = "31"
    /// For levels with headroom.
    case green = "32"
    /// For levels near the limit, and for pauses.
    case yellow = "33"
    /// For topics of `watch`.
    case cyan = "36"

    /// The text with the colour around it, where the terminal has colours.
    func paint(_ text: String, on descriptor: Int32) -> String {
        Screen(descriptor: descriptor).hasColours ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
    }
}

/// Text with a colour, or with that of all text.
struct Ink {
    let text: String
    var colour: Colour?

    init(_ text: String, _ colour: Colour? = nil) {
        self.text = text
        self.colour = colour
    }
}
