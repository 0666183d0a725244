// The verbs that the library carries out. Any thread may use these values.

/// The verbs that the library carries out: with an engine in its library thread, without one in the terminal.
public enum LibraryVerb: String, CaseIterable, Hashable, Sendable {
    case ls, search, info, operations
    case tag, note, rename, copy, delete, clean, verify, recover, peaks, export, deliver
    case importing = "import"
    case cut, undo, redo, complete, reopen

    /// True where the answer comes at once; every other verb becomes an operation of the library's queue.
    public var isQuestion: Bool {
        switch self {
        case .ls, .search, .info, .operations: true
        case .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover, .peaks, .export, .deliver, .importing, .cut,
            .undo, .redo, .complete, .reopen:
            false
        }
    }

    /// True for the edits of a recording that touch no audio.
    public var isEdit: Bool {
        switch self {
        case .cut, .undo, .redo, .complete, .reopen: true
        case .ls, .search, .info, .operations, .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover, .peaks,
            .export, .deliver, .importing:
            false
        }
    }

    /// True where the verb writes recordings of the library or their descriptions. Waveforms do not count.
    public var isChange: Bool {
        switch self {
        case .tag, .note, .rename, .copy, .delete, .clean, .recover, .deliver, .importing, .cut, .undo, .redo, .complete,
            .reopen:
            true
        case .ls, .search, .info, .operations, .verify, .peaks, .export: false
        }
    }
}
