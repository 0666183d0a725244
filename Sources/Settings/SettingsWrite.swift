// A change of settings to be stored. Any thread; a value.
internal import Dictation
public import Storage

/// A change of settings that is in force and must still be stored.
public struct SettingsWrite: Sendable {
    /// Number of the write in its store.
    public let id: UInt64
    /// Path of the file.
    let path: String
    /// True if this is the file of a session's project, which contains only settings of projects.
    let isProjects: Bool
    /// True if this is the file of one engine, which contains only what differs from the settings of all.
    let isEngines: Bool
    /// Keys with their new values; no values means a reset.
    let changes: [(key: ParameterKey, values: [String])]

    /// Writes the change. Blocks until the file is synced, and while other processes change the file. Throws `StorageError`.
    public func run() throws(StorageError) {
        // A user may keep settings among other files of the kind and link to them. A project may come from anybody.
        try ConfigFile.updateBytes(path, followsLink: !isProjects) { (now) throws(StorageError) in
            let own = isEngines ? SettingsTable.engineTemplate : SettingsTable.template
            var text = now.map(SettingsText.init(bytes:)) ?? SettingsText(isProjects ? SettingsTable.projectTemplate : own)
            for (key, values) in changes { text.setAll(key, to: values) }
            return text.bytes
        }
    }
}
