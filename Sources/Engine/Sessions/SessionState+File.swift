// The file of a saved state. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
internal import Storage
internal import System

extension SessionState {
    /// The state saved in the file at `path`; nil if there is none. A file that cannot be parsed is put aside, and `trouble` says
    /// so. Throws `StorageError`.
    static func read(_ path: String) throws(StorageError) -> (state: SessionState?, trouble: StoredText?) {
        guard let text = try ConfigFile.read(path) else { return (nil, nil) }
        if let state = SessionState(text) { return (state, nil) }
        let aside = try Library.putAside(path)
        let words = StoredText(tr("\(path) is damaged and was put aside as \(aside): recordings and settings are as they were"))
        return (nil, words)
    }

    /// Path of the file that keeps the state of an engine outside sessions: `NAME.state.json` beside its log. Nil without a home
    /// folder, and for a name that no control socket can have.
    static func path(engine: String, environment: (String) -> String?) -> String? {
        guard !engine.hasSlash, !engine.hasPrefix(".") else { return nil }
        return UserFolders.state(environment).map { "\($0)/dicta/\(engine).state.json" }
    }
}
