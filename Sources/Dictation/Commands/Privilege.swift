// Privileges of commands. Any thread; a value.
public import Messages

/// The privilege that a command needs. The setting `osc-may` can give surfaces all but `owner`.
public enum Privilege: String, Sendable, CaseIterable {
    /// The raw values are the words of `osc-may`; `summary` says what each permits.
    case look, read, transport, sound, edit, delete, files, send, settings, quit
    /// Programs, the network, the library's folder: for the owner alone, whatever is given.
    case owner

    /// One phrase for help and man page.
    public var summary: Message {
        switch self {
        case .look: "state, levels, lists, names and figures of recordings"
        case .read: "texts: transcripts, notes, answers, searches, paths of files"
        case .transport: "takes, playback, the playhead, markers"
        case .sound: "tempo, pitch, gains, loop, monitoring"
        case .edit: "cuts, undo, names, tags, notes, copies, AAC files of recordings"
        case .delete: "deleting recordings, takes and undo steps"
        case .files: "paths: playing, importing and exporting files anywhere"
        case .send: "sending state to another receiver (--url)"
        case .settings: "settings, except those of the owner; learning keys"
        case .quit: "ending the engine"
        case .owner: "only through the control socket: programs, network, the library's folder"
        }
    }

    /// The privileges that `osc-may` can give.
    public static let grantable: [Privilege] = allCases.filter { $0 != .owner }
}
