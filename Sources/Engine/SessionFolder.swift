// Room: Engine. The host, and the library thread; blocks on the disk.
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

    /// Makes what is missing. A new project begins with the user's own settings; from then on it has its own.
    init(_ path: String, userSettings: String?) throws(StorageError) {
        self.path = path
        _ = try Library(folder: recordings)
        guard try ConfigFile.read(settings) == nil else { return }
        let text = try userSettings.flatMap { (path) throws(StorageError) in try ConfigFile.read(path) } ?? SettingsTable.template
        try ConfigFile.update(settings) { (there) throws(StorageError) in there ?? text }
    }

    /// What was saved last; nil in a new project. One that cannot be understood is put aside, and `trouble` says so.
    func readState() throws(StorageError) -> (state: SessionState?, trouble: String?) {
        guard let text = try ConfigFile.read(state) else { return (nil, nil) }
        if let state = SessionState(text) { return (state, nil) }
        let aside = state + ".damaged"
        guard unsafe rename(state, aside) == 0 else {
            throw .refusedConfig(path: state, reason: "it is damaged, and \(aside) cannot be made")
        }
        return (nil, "\(state) is damaged and was put aside as \(aside): recordings and settings are as they were")
    }
}
