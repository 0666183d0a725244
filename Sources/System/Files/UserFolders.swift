// Folders of the user: home, and those for settings, state and caches. Any thread; they look at the account where HOME is missing.

/// Folders by the XDG Base Directory rules: `$XDG_..._HOME`, else a folder in `$HOME`, else in the home folder of the account.
///
/// An empty or relative path in a variable counts as not set, as those rules ask. The argument returns the value of an
/// environment variable. Each function returns nil if neither variable holds an absolute path and the account has none. No folder is
/// made. Without `HOME` a call may block on the network, if accounts are kept there.
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

    /// Home folder: `$HOME`, else that of the user's account; "." without either.
    public static func home(_ variable: (String) -> String?) -> String { known(variable) ?? "." }

    /// The home folder; nil without one.
    private static func known(_ variable: (String) -> String?) -> String? {
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        guard let home = ThisProcess.accountHome, home.hasPrefix("/") else { return nil }
        return home
    }

    private static func folder(_ name: String, _ inHome: String, _ variable: (String) -> String?) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        return known(variable).map { $0 + inHome }
    }
}
