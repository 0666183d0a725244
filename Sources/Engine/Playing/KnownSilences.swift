// The silences of the recordings that play. Control loop only; a value.
internal import Catalogue
internal import Dictation

/// Which silences playback skips, and those that have been found.
struct KnownSilences {
    /// Recordings whose silences are remembered.
    private static let most = 8

    /// True when silences are skipped.
    var isSkipped = false
    /// How silent a silence is, by the settings; nil before the settings are read.
    var query: SilenceQuery?
    /// The recording that the library examines now.
    var asked: (id: UInt64, source: TimelineSource)?
    /// Gaps by recording, the latest one last. A recording that could not be read has none.
    private var found: [(source: TimelineSource, gaps: [Range<Int64>])] = []

    /// Gaps of a recording; nil until they are found.
    func gaps(of source: TimelineSource) -> [Range<Int64>]? { found.last { $0.source == source }?.gaps }

    /// Keeps the gaps of a recording.
    mutating func keep(_ gaps: [Range<Int64>], of source: TimelineSource) {
        found.removeAll { $0.source == source }
        found.append((source, gaps))
        found.removeFirst(max(0, found.count - Self.most))
    }

    /// Forgets all gaps: they are others now.
    mutating func forget() { found = [] }
}
