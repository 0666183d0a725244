// Record of the session parts that this user has saved. One owner at a time; blocks on the disk.
internal import Dictation
internal import Storage
internal import System

/// Records, for each session that this user's engines have saved, the values that only a user may set: folders, options of the
/// command line, paths. A session file is trusted with these values only if it matches a record, so a session of another person
/// cannot set them (C10). Each record is a file named by a hash of its text, so that a session can be moved and copied.
struct SessionRecords: Sendable {
    /// The folder of the records: `$XDG_STATE_HOME/dicta/sessions`, or the same below `~/.local/state`.
    let folder: String

    /// Finds the folder. Nil without a home folder.
    init?(environment: (String) -> String?) {
        guard let state = UserFolders.state(environment) else { return nil }
        folder = state + "/dicta/sessions"
    }

    /// Path of the record of this text.
    func path(of part: String) -> String { "\(folder)/\(DecodeKey.hash(text: part)).json" }

    /// True if exactly this text was recorded. Blocks on the disk. Throws `StorageError`.
    func has(_ part: String) throws(StorageError) -> Bool { try ConfigFile.read(path(of: part)) == part }
}
