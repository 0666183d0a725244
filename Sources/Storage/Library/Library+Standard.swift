// Any thread; no I/O. Where the recordings and the settings of a user are, for the engine and without one.

extension Library {
    /// Any thread. The folder that the setting `library` means (`/...` or `~/...`), else `~/Recordings`.
    public static func standardFolder(setting: String?, home: String) -> String {
        guard let setting else { return home + "/Recordings" }
        return setting.hasPrefix("~/") ? home + setting.dropFirst() : setting
    }

    /// Any thread. Whether a setting names a folder wherever a program stands.
    public static func isWholePath(_ setting: String) -> Bool { setting.hasPrefix("/") || setting.hasPrefix("~/") }
}

extension ConfigFile {
    /// Any thread. The user's own settings; nil where there is no home to have them in.
    public static func standardPath(_ environment: (String) -> String?) -> String? {
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/dicta/settings" }
        return environment("HOME").map { $0 + "/.config/dicta/settings" }
    }
}
