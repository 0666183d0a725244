// A closed part of a take. Any thread; a value.
internal import Catalogue
internal import Recorder

/// Name and files of a part of a take that a split has ended.
struct TakePartFiles: Sendable {
    /// Name of the recording.
    private(set) var name: String
    /// Paths of its segments, in the order of recording.
    private(set) var paths: [String]
    /// Length of its sound.
    let seconds: Double

    /// Bytes of names and paths.
    var bytes: Int { paths.reduce(name.utf8.count) { $0 + $1.utf8.count } }

    init(_ summary: TakeSummary) { (name, paths, seconds) = (summary.name, summary.paths, summary.seconds) }

    /// The part after a change of its recording's files; nil if the recording was deleted. Files that others have replaced are not
    /// named.
    func following(_ change: FileChange) -> TakePartFiles? {
        guard change.name == name else { return self }
        var next = self
        switch change {
        case .renamed(_, let newName, let files): (next.name, next.paths) = (newName, paths.map { $0.renamed(files) })
        case .replaced: next.paths = []
        case .deleted: return nil
        }
        return next
    }
}
