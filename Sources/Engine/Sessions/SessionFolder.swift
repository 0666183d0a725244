// The host, and the library thread; blocks on the disk.
internal import Dictation
internal import Glibc
internal import Session
internal import Storage

/// A project of a session manager: the same names inside always, and nothing of it elsewhere, so that it can be copied,
/// renamed and archived as a whole.
struct SessionFolder: Sendable {
    let path: String

    var recordings: String { path + "/Recordings" }
    var settings: String { path + "/settings" }
    var state: String { path + "/session.json" }

    /// Makes what is missing. A new project begins with what the user has of a project's settings; from then on it has its own.
    init(_ path: String, userSettings: String?) throws(StorageError) {
        self.path = path
        _ = try Library(folder: recordings)
        // One that is there and cannot be read is named by the store, and no reason not to open what is recorded.
        do throws(StorageError) { guard try ConfigFile.read(settings) == nil else { return } } catch { return }
        let text = Self.firstSettings(userSettings)
        try ConfigFile.update(settings) { (there) throws(StorageError) in there ?? text }
    }

    private static func firstSettings(_ path: String?) -> String {
        var file = SettingsFile(path)
        file.read()
        var text = SettingsText(SettingsTable.projectTemplate)
        for setting in SettingsTable.all where setting.needs == .project {
            if let value = file.values[setting.key] { text.set(setting.key, to: SettingsTable.text(value, of: setting)) }
        }
        return text.text
    }

    /// What was saved last; nil in a new project. One that cannot be understood is put aside, and `trouble` says so.
    func readState() throws(StorageError) -> (state: SessionState?, trouble: String?) {
        guard let text = try ConfigFile.read(state) else { return (nil, nil) }
        if let state = SessionState(text) { return (state, nil) }
        let aside = try Library.putAside(state)
        return (nil, "\(state) is damaged and was put aside as \(aside): recordings and settings are as they were")
    }
}
