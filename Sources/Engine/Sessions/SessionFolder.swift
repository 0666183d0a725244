// The folder of a session manager's project. One owner at a time; blocks on the disk.
internal import Dictation
internal import Messages
internal import Session
internal import Settings
internal import Storage

/// The folder of a project. Its files always have the same names and nothing of the project lies elsewhere, so that a project
/// can be copied, renamed and archived as a whole.
struct SessionFolder: Sendable {
    /// Path of the folder.
    let path: String

    /// Folder of the project's library.
    var recordings: String { path + "/Recordings" }
    /// File of the project's settings.
    var settings: String { path + "/settings" }
    /// File of the session's state.
    var state: String { path + "/session.json" }

    /// Creates missing folders and files. A new project starts with a copy of the user's settings that belong to projects;
    /// later changes stay in the project. Throws `StorageError`.
    init(_ path: String, userSettings: String?) throws(StorageError) {
        self.path = path
        _ = try Library(folder: recordings)
        // A settings file that cannot be read is reported by `SettingsStore`, and does not keep recordings from being opened.
        do throws(StorageError) { guard try ConfigFile.read(settings) == nil else { return } } catch { return }
        let text = Self.firstSettings(userSettings)
        try ConfigFile.update(settings) { (there) throws(StorageError) in there ?? text }
    }

    /// Text of a new project's settings, with values from the user's file.
    private static func firstSettings(_ path: String?) -> String {
        var file = SettingsFile(path)
        file.read()
        var text = SettingsText(SettingsTable.projectTemplate)
        for setting in SettingsTable.all where setting.needs == .project {
            if let value = file.values[setting.key] { text.set(setting.key, to: SettingsTable.text(value, of: setting)) }
        }
        return text.text
    }

    /// The saved state; nil in a new project. A file that cannot be parsed is put aside, and `trouble` says so. Throws
    /// `StorageError`.
    func readState() throws(StorageError) -> (state: SessionState?, trouble: StoredText?) { try SessionState.read(state) }
}
