// Colours of the terminal. One thread; reads the environment, writes nothing.
import Glibc

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
        guard isatty(descriptor) == 1 else { return false }
        // Set to an empty text, it counts as not set.
        if let no = unsafe getenv("NO_COLOR"), unsafe no[0] != 0 { return false }
        guard let terminal = unsafe getenv("TERM") else { return false }
        let name = unsafe String(cString: terminal)
        return !name.isEmpty && name != "dumb"
    }
}
