// The host and the control loop; blocks on the disk while it looks.
internal import Dictation
internal import Storage

/// Records of all that this user's engines saved into sessions and only a user may say: folders, the command line's options, paths. A
/// session's file that says the same is believed; one of somebody else's is not (C10). A file each, named by its text, so that
/// a session can be moved and copied.
struct SessionRecords: Sendable {
    /// `$XDG_STATE_HOME/dicta/sessions`, else in `~/.local/state`.
    let folder: String

    /// Nothing where there is no home.
    init?(environment: (String) -> String?) {
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
            folder = state + "/dicta/sessions"
        } else if let home = environment("HOME"), home.hasPrefix("/") {
            folder = home + "/.local/state/dicta/sessions"
        } else {
            return nil
        }
    }

    func path(of part: String) -> String { "\(folder)/\(DecodeKey.hash(text: part)).json" }

    /// Blocks. Whether it was saved here, letter for letter.
    func has(_ part: String) throws(StorageError) -> Bool { try ConfigFile.read(path(of: part)) == part }
}
