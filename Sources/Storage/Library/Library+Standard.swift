// Standard places of the library and the settings. Any thread; no I/O.
import Dictation
import System

extension Library {
    /// Folder that the setting `library` means (`/...` or `~/...`); `~/Recordings` without one. Any thread.
    public static func standardFolder(setting: String?, home: String) -> String {
        guard let setting else { return home + "/Recordings" }
        return setting.hasPrefix("~/") ? home + setting.dropFirst() : setting
    }

    /// True when a setting names a folder independently of the working folder. Any thread.
    public static func isWholePath(_ setting: String) -> Bool { setting.hasPrefix("/") || setting.hasPrefix("~/") }
}

extension ConfigFile {
    /// Path of the user's settings, from environment variables; nil without a home folder. Any thread.
    public static func standardPath(_ environment: (String) -> String?) -> String? {
        UserFolders.settings(environment).map { $0 + "/dicta/settings" }
    }

    /// Path of the settings of one engine, which override those of all engines. Nil for the engine named `dicta`, which has only
    /// the common ones, and without a home folder. Any thread.
    public static func standardPath(engine: String, _ environment: (String) -> String?) -> String? {
        // A name that no control socket can have names no file either.
        guard engine != CommandTable.standardEngine, !engine.hasSlash, !engine.hasPrefix(".") else { return nil }
        return UserFolders.settings(environment).map { "\($0)/dicta/\(engine).settings" }
    }
}
