// Folders of the user: home, and those for settings, state and caches. Any thread; all but that of `home` are pure functions.

/// Folders by the XDG Base Directory rules: `$XDG_..._HOME`, else a folder in `$HOME`.
///
/// An empty or relative path in a variable counts as not set, as those rules ask. The argument returns the value of an
/// environment variable. Each function returns nil if neither variable holds an absolute path. No folder is made.
public enum UserFolders {
    /// Folder of settings: `$XDG_CONFIG_HOME`, else `$HOME/.config`.
    public static func settings(_ variable: (String) -> String?) -> String? {
        folder("XDG_CONFIG_HOME", "/.config", variable)
    }

    /// Folder of state and logs: `$XDG_STATE_HOME`, else `$HOME/.local/state`.
    public static func state(_ variable: (String) -> String?) -> String? {
        folder("XDG_STATE_HOME", "/.local/state", variable)
    }

    /// Folder of files that can be made again: `$XDG_CACHE_HOME`, else `$HOME/.cache`.
    public static func caches(_ variable: (String) -> String?) -> String? {
        folder("XDG_CACHE_HOME", "/.cache", variable)
    }

    /// Home folder: `$HOME`, else that of the user's account; "." without either. An empty or relative path counts as not set. May block
    /// on the network if accounts are kept there.
    public static func home(_ variable: (String) -> String?) -> String {
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        return ThisProcess.accountHome ?? "."
    }

    private static func folder(_ name: String, _ inHome: String, _ variable: (String) -> String?) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + inHome
    }
}
