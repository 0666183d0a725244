// The verbs of the library. Any thread; a value.

/// The verbs that act on the library, with an engine or, in the terminal, without one.
public enum LibraryVerb: String, CaseIterable, Hashable, Sendable {
    /// Verbs that only look.
    case ls, search, info, operations
    /// Shows and writes the answers to a question sheet.
    case answers
    /// Writes an answer by hand.
    case answer
    /// Shows, writes and imports the words of a recording. Only an import is no question.
    case transcript
    /// Verbs that change or read whole recordings.
    case tag, note, rename, copy, delete, clean, verify, recover, peaks, silences, analyse, export, render, deliver
    /// The verb `import`.
    case importing = "import"
    /// Makes one file of an edited recording.
    case flatten
    /// Writes speech down.
    case transcribe
    /// Edits of one recording.
    case cut, undo, redo, complete, reopen
    /// Makes recordings favourites.
    case favourite
    /// Shows a recording as an entry of a diary.
    case describe
    /// Moves a part of one recording.
    case move
    /// Files in quarantine. Only the list is a question.
    case quarantine
    /// Points a recording to a file that has moved.
    case relink

    /// True for a verb that is answered at once; every other verb becomes an operation of the library's queue.
    public var isQuestion: Bool {
        switch self {
        case .ls, .search, .info, .operations, .transcript, .answers, .describe: true
        case .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover, .peaks, .silences, .analyse, .export, .render,
            .deliver,
            .importing,
            .flatten, .transcribe, .cut, .undo, .redo, .complete, .reopen, .answer, .favourite, .move, .quarantine, .relink:
            false
        }
    }

    /// True for a verb that writes recordings or sidecars of the library; waveforms and analyses do not count.
    public var isChange: Bool {
        switch self {
        case .tag, .note, .rename, .copy, .delete, .clean, .recover, .deliver, .importing, .flatten, .transcribe,
            .cut, .undo, .redo, .complete, .reopen, .transcript, .answer, .favourite, .move, .quarantine, .relink:
            true
        case .ls, .search, .info, .operations, .verify, .peaks, .silences, .analyse, .export, .render, .answers, .describe: false
        }
    }
}
