// A change of a recording's files that a player of it has to follow. Any thread; a value.

/// A recording that an operation has renamed or deleted, or whose files it has replaced.
public enum FileChange: Sendable, Hashable {
    /// The recording has another name; `files` has the new name of each file by the old one.
    case renamed(name: String, to: String, files: [String: String])
    /// The recording with that identity is gone.
    case deleted(name: String, id: String)
    /// Other files hold the audio of the recording.
    case replaced(name: String)

    /// Name of the recording before the change.
    public var name: String {
        switch self {
        case .renamed(let name, _, _), .deleted(let name, _), .replaced(let name): name
        }
    }
}
