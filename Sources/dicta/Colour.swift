// Colours of the terminal. One thread; reads the environment, writes nothing.
import System

/// The colours in use, only on a terminal that knows colours, and only when NO_COLOR (no-color.org) is not set.
enum Colour: String {
    /// For errors.
    case red = "31"
    /// For topics of `watch`.
    case cyan = "36"

    func paint(_ text: String, on descriptor: Int32) -> String {
        Self.isWanted(on: descriptor) ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
    }

    private static func isWanted(on descriptor: Int32) -> Bool {
        guard ThisProcess.isTerminal(descriptor) else { return false }
        // Set to an empty text, it counts as not set.
        if let no = ThisProcess.variable("NO_COLOR"), !no.isEmpty { return false }
        guard let name = ThisProcess.variable("TERM") else { return false }
        return !name.isEmpty && name != "dumb"
    }
}
