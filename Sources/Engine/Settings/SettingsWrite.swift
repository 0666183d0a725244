// A change of settings to be stored. Any thread; a value.
internal import Dictation
internal import Storage

/// A change of settings that is in force and must still be stored.
struct SettingsWrite: Sendable {
    /// Number of the write in its store.
    let id: UInt64
    /// Path of the file.
    let path: String
    /// True if this is the file of a session's project, which contains only settings of projects.
    let isProjects: Bool
    /// Keys with their new values; no values means a reset.
    let changes: [(key: ParameterKey, values: [String])]

    /// Writes the change. Blocks until the file is synced, and while other processes change the file. Throws `StorageError`.
    func run() throws(StorageError) {
        try ConfigFile.update(path) { (now) throws(StorageError) in
            var text = SettingsText(now ?? (isProjects ? SettingsTable.projectTemplate : SettingsTable.template))
            for (key, values) in changes { text.setAll(key, to: values) }
            return text.text
        }
    }
}
