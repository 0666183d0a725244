// A change of settings that is to be kept. Planned by the control loop, carried out by the settings thread.
internal import Dictation
internal import Storage

/// A change of settings that holds already, and has yet to be kept.
struct SettingsWrite: Sendable {
    let id: UInt64
    let path: String
    /// True where the file is that of a session's project, and has only what is a project's.
    let isProjects: Bool
    let changes: [(key: ParameterKey, values: [String])]

    /// Blocks on the disk until the file is synced, and on others who change it at the same time.
    func run() throws(StorageError) {
        try ConfigFile.update(path) { (now) throws(StorageError) in
            var text = SettingsText(now ?? (isProjects ? SettingsTable.projectTemplate : SettingsTable.template))
            for (key, values) in changes { text.setAll(key, to: values) }
            return text.text
        }
    }
}
