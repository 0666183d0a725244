// Choice of a terminal program. Any thread; reads files and environment only through its arguments.
import Dictation

/// The user's terminal program, and the words by which it runs a command.
public struct TerminalChoice: Sendable, Equatable {
    /// Path of the program.
    public let program: String
    /// Words before the command.
    private let before: [String]

    /// Known terminals and the words before a command, in order of preference: Debian's standard first, then those of desktops.
    private static let known: [(name: String, before: [String])] = [
        ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--wait", "--"]), ("konsole", ["-e"]),
        ("xfce4-terminal", ["--disable-server", "-x"]), ("mate-terminal", ["--disable-factory", "-x"]), ("kitty", []),
        ("alacritty", ["-e"]), ("foot", []), ("wezterm", ["start", "--always-new-process", "--"]), ("ptyxis", ["--"]),
        ("lxterminal", ["-e"]), ("terminator", ["-x"]), ("urxvt", ["-e"]), ("st", ["-e"]), ("xterm", ["-e"]),
    ]

    /// Finds a terminal: the one in TERMINAL, otherwise a known one in PATH. Nil without a display or a terminal.
    public init?(environment: (String) -> String?, isExecutable: (String) -> Bool) {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
        guard hasDisplay else { return nil }
        let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        func find(_ name: String) -> String? {
            guard !name.hasSlash else { return isExecutable(name) ? name : nil }
            return folders.map { $0 + "/" + name }.first(where: isExecutable)
        }
        if let named = environment("TERMINAL"), !named.isEmpty, let path = find(named) {
            program = path
            let name = String(path.split(separator: "/").last ?? "")
            before = Self.known.first { $0.name == name }?.before ?? ["-e"]
            return
        }
        for (name, words) in Self.known {
            guard let path = find(name) else { continue }
            program = path
            before = words
            return
        }
        return nil
    }

    /// The arguments that make the program run `command`.
    public func arguments(running command: [String]) -> [String] { before + command }
}
