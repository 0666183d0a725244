// The silences of the recordings that play. Control loop only; a value.
internal import Catalogue
internal import Dictation

/// The rule by which playback skips silences, and the gaps that have been found.
struct KnownSilences {
    /// True when silences are skipped.
    var isSkipped = false
    /// How silent a silence is, by the settings; nil before the settings are read.
    var query: SilenceQuery?
    /// The load that the library examines now.
    var asked: (id: UInt64, load: UInt64)?
    /// Gaps by the number of the load: a file may have other sound when it is loaded again. A recording that could not be
    /// examined has none.
    private(set) var found: [UInt64: [Range<Int64>]] = [:]

    /// Keeps the gaps of a load.
    mutating func keep(_ gaps: [Range<Int64>], of load: UInt64) { found[load] = gaps }

    /// Forgets the gaps of all loads but these.
    mutating func keepOnly(_ loads: [UInt64]) {
        guard found.count > loads.count else { return }
        found = found.filter { loads.contains($0.key) }
    }

    /// Forgets all gaps: the settings have changed.
    mutating func forget() { found = [:] }
}
