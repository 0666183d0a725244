// Any thread; a value.

/// The need of a command: a column of the table. All but `owner` can be given to surfaces, by the setting `osc-may`.
public enum Privilege: String, Sendable, CaseIterable {
    case look, transport, sound, edit, delete, files, send, settings, quit
    /// Programs, the network, the library's folder: by the owner alone, whatever is given.
    case owner

    /// One phrase for help and man page.
    public var summary: String {
        switch self {
        case .look: "state, levels, lists, what is known of recordings"
        case .transport: "takes, playing, the playhead, markers"
        case .sound: "tempo, pitch, gains, loop, monitoring"
        case .edit: "cuts, undo, names, tags, notes, copies, AAC beside a recording"
        case .delete: "deleting recordings, takes and undo steps"
        case .files: "paths: playing, importing and exporting files anywhere"
        case .send: "having state sent to another place than one's own (--url)"
        case .settings: "settings, but those of the owner; teaching keys"
        case .quit: "ending the engine"
        case .owner: "only through the control socket: programs, network, the library's folder"
        }
    }

    /// Those that `osc-may` can give.
    public static let grantable: [Privilege] = allCases.filter { $0 != .owner }
}
