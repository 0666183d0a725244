// A take that ended by itself and that nobody has been told of. Control loop only; a value.
internal import Catalogue
internal import Control
internal import Dictation
internal import Recorder
internal import Threads

/// A take that ended by itself and that no caller waited for: the next `stop` tells it.
struct UntoldTake {
    /// Result of the take.
    private(set) var summary: TakeSummary
    /// Number of turns of the playback at the end of the take: a `stop` is for a playback that began or ended later.
    let turns: Int
    /// False once other files hold the sound of the take.
    private var hasFiles = true

    init(_ summary: TakeSummary, turns: Int) {
        self.summary = summary
        self.turns = turns
    }

    /// The answer to a `stop`. It names no files that are not there any more.
    var answer: Result<Fields, EngineError> {
        let ended: Fields = ["ended": .text(TakeReport.end(summary))]
        return TakeReport.result(summary).map { fields in
            let files = ["path", "segment_path", "segment_paths", "paths", "part_paths"]
            return (hasFiles ? fields : Fields(fields.all.filter { !files.contains($0.key) })) + ended
        }
    }

    /// The take after a change of its recording's files; nil if the recording was deleted.
    func following(_ change: FileChange) -> UntoldTake? {
        guard change.name == summary.name else { return self }
        var next = self
        switch change {
        case .renamed(_, let newName, let files): next.summary = summary.renamed(to: newName, files: files)
        case .replaced: next.hasFiles = false
        case .deleted: return nil
        }
        return next
    }
}
