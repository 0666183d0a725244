// A closed part of a take. Any thread; a value.

/// Name and files of a part of a take that a split has ended.
struct TakePartFiles: Sendable {
    /// Name of the recording.
    let name: String
    /// Paths of its segments, in the order of recording.
    let paths: [String]

    /// Bytes of names and paths.
    var bytes: Int { paths.reduce(name.utf8.count) { $0 + $1.utf8.count } }

    init(_ summary: TakeSummary) { (name, paths) = (summary.name, summary.paths) }
}
