// Properties of the terminal behind a stream. One thread; asks the system each time, since a window can be resized.
import System

/// The terminal behind standard output or standard error, if there is one.
struct Screen {
    let descriptor: Int32

    static let output = Screen(descriptor: File.standardOutput)
    static let errors = Screen(descriptor: File.standardError)

    /// True if a person reads what is written.
    var isTerminal: Bool { ThisProcess.isTerminal(descriptor) }

    /// True if a line can be drawn again in its place.
    var isLive: Bool {
        guard isTerminal, let name = ThisProcess.variable("TERM") else { return false }
        return !name.isEmpty && name != "dumb"
    }

    /// True if text may be coloured: on a live terminal, unless NO_COLOR (no-color.org) is set. Set to an empty text, it counts
    /// as not set.
    var hasColours: Bool { isLive && (ThisProcess.variable("NO_COLOR") ?? "").isEmpty }

    /// Columns of the window. COLUMNS serves terminals that do not know their size, such as serial lines.
    var columns: Int { TerminalWindow.size(of: descriptor)?.columns ?? Self.number("COLUMNS") ?? 80 }

    /// Rows of the window.
    var rows: Int { TerminalWindow.size(of: descriptor)?.rows ?? Self.number("LINES") ?? 24 }

    /// True if the user's locale has more characters than ASCII.
    static var isUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(ThisProcess.variable)
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
        return locale.contains("utf-8") || locale.contains("utf8")
    }

    private static func number(_ name: String) -> Int? {
        ThisProcess.variable(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
}
