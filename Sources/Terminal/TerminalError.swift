// Errors of the terminal, and their texts. Any thread; a value.
internal import Messages
public import System

/// A failure to show a screen in a terminal.
public enum TerminalError: Error, Equatable, Sendable {
    /// Standard input or output is no terminal.
    case noTerminal
    /// The variable TERM is not set.
    case noType
    /// The machine does not know the type of terminal, or it cannot move its cursor.
    case unknownType(String)
    /// The terminal is gone, as after its window was closed.
    case gone
    /// A system call failed.
    case system(SystemError)
}

extension TerminalError: CustomStringConvertible {
    /// The failure, and what to do about it.
    public var description: String {
        switch self {
        case .noTerminal:
            tr("the screen needs a terminal for its input and output; use 'dicta tui --plain' with a pipe, or 'dicta watch'")
        case .noType: tr("the variable TERM is not set; set it to the type of your terminal, such as xterm-256color")
        case .unknownType(let type):
            tr(
                "the terminal '\(type)' (TERM) is unknown here or cannot move its cursor; set TERM to a known type, such as"
                    + " xterm-256color, install ncurses-term, or use 'dicta tui --plain'")
        case .gone: tr("the terminal is gone")
        case .system(let error): tr("the terminal failed: \(error)")
        }
    }
}
