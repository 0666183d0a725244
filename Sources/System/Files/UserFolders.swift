// Folders of the user's, by the XDG rules. Any thread; asks the environment only.

/// Places for settings, state and caches: `$XDG_..._HOME` where it is an absolute path, else a folder in the home.
///
/// A relative path counts as none (so the XDG rules have it), and so does an empty one.
public enum UserFolders {
    /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`. Nil without either.
    public static func settings(_ variable: (String) -> String?) -> String? {
        folder("XDG_CONFIG_HOME", "/.config", variable)
    }

    /// State and logs: `$XDG_STATE_HOME`, else `~/.local/state`. Nil without either.
    public static func state(_ variable: (String) -> String?) -> String? {
        folder("XDG_STATE_HOME", "/.local/state", variable)
    }

    /// Files that can be made again: `$XDG_CACHE_HOME`, else `~/.cache`. Nil without either.
    public static func caches(_ variable: (String) -> String?) -> String? {
        folder("XDG_CACHE_HOME", "/.cache", variable)
    }

    private static func folder(_ name: String, _ inHome: String, _ variable: (String) -> String?) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return home + inHome
    }
}
