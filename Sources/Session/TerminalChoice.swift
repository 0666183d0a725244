// Any thread; looks at files only through what it is given.

/// The user's terminal program, and how it is told what to run.
public struct TerminalChoice: Sendable, Equatable {
    public let program: String
    private let before: [String]

    /// Debian's own choice first; then what desktops bring.
    private static let known: [(name: String, before: [String])] = [
        ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--wait", "--"]), ("konsole", ["-e"]),
        ("xfce4-terminal", ["--disable-server", "-x"]), ("mate-terminal", ["--disable-factory", "-x"]), ("kitty", []),
        ("alacritty", ["-e"]), ("foot", []), ("wezterm", ["start", "--always-new-process", "--"]), ("ptyxis", ["--"]),
        ("lxterminal", ["-e"]), ("terminator", ["-x"]), ("urxvt", ["-e"]), ("st", ["-e"]), ("xterm", ["-e"]),
    ]

    /// Nothing without a display, and where no terminal is found.
    public init?(environment: (String) -> String?, isExecutable: (String) -> Bool) {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
        guard hasDisplay else { return nil }
        let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        func find(_ name: String) -> String? {
            guard !name.contains("/") else { return isExecutable(name) ? name : nil }
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

    /// The words after the program's name that make it run `command`.
    public func arguments(running command: [String]) -> [String] { before + command }
}
