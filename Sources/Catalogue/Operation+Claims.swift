// Recordings and names that an operation reserves. One owner at a time; no I/O.
import Dictation
import Storage

extension Operation {
    /// All names that no other operation may change meanwhile. A name that is finished is free.
    var claims: Set<String> {
        var claims = Set(names.dropFirst(done))
        switch work {
        // It lasts for hours, and follows what happens to recordings whose turn has not come.
        case .transcribing: return Set(names.dropFirst(done).prefix(1))
        case .importing(let options, _): return options.name.map { [$0] } ?? []
        case .restoring, .discarding: return []
        case .rename(let name): claims.insert(name)
        case .copy(let name): if let name { claims.insert(name) }
        case .tag, .favourite, .describe, .delete, .edit, .turning, .verify, .recover, .peaks, .silences, .analysing, .exporting,
            .rendering,
            .flattening,
            .delivering, .readingTranscript, .writingTranscript,
            .clean, .answering, .relinking:
            break
        }
        return claims
    }

    /// True if the operation changes the library.
    var isChange: Bool { verb.isChange }

    /// True if the work is done on a thread of its own: other operations go on beside it.
    var isBeside: Bool { if case .transcribing = work { true } else { false } }

    /// True if both operations may be about the same recording: an edit goes on beside a transcription, whose words belong to segment
    /// files, and edits are done one after another, each in one step.
    func mayWork(beside other: Operation) -> Bool {
        (isBeside || isEdit) && (other.isBeside || other.isEdit) && !(isBeside && other.isBeside)
    }

    /// True if the work changes what is said of a recording or the order of its sound, and neither its name nor its files.
    private var isEdit: Bool {
        switch work {
        case .edit, .turning, .tag, .describe, .writingTranscript, .answering, .favourite: true
        default: false
        }
    }

    /// True if a recording's turn comes while another operation is at work on it: then it waits.
    func waits(for others: [Operation]) -> Bool {
        guard job == nil, names.indices.contains(done) else { return false }
        return others.contains { $0.isChange && !mayWork(beside: $0) && $0.claims.contains(names[done]) }
    }

    /// Follows a change of a recording whose turn has not come: its new name, or its end.
    func follow(_ change: FileChange) {
        guard isBeside, !isOver, let index = names.indices.dropFirst(done).first(where: { names[$0] == change.name }) else {
            return
        }
        switch change {
        case .renamed(_, let name, _): names[index] = name
        case .deleted: names.remove(at: index)
        case .replaced: break
        }
    }

    /// True if the operation changes some words or names of one recording in each step: it is done before a person has waited.
    var isShort: Bool {
        switch work {
        case .tag, .describe, .rename, .delete, .edit, .turning, .writingTranscript, .answering, .favourite,
            .restoring, .discarding:
            true
        // A long text is read beside the others.
        case .readingTranscript: (job as? TranscriptReading).map { $0.result != nil } ?? true
        case .copy, .verify, .recover, .peaks, .silences, .analysing, .importing, .exporting, .rendering, .flattening,
            .delivering, .clean, .transcribing, .relinking:
            false
        }
    }
}
