// Finds recordings by their identities. One owner at a time; blocks on the disk.
import Database
public import Dictation

extension LibraryIndex {
    /// Most recordings that a search for one identity gives.
    private static let mostAlike = 5

    /// Refreshes the index and returns the names of the recordings whose identity begins so, five at most. Blocks.
    public func names(_ beginning: Identifier.Beginning) throws(StorageError) -> [String] {
        try ask { () throws(DatabaseError) in
            var names: [String] = []
            let halves = beginning.upperHalves
            try database.prepare("SELECT name, high, low FROM recording WHERE high BETWEEN ? AND ? ORDER BY name")
                .each([.int(halves.lowerBound), .int(halves.upperBound)]) { row in
                    guard names.count < Self.mostAlike, beginning.fits(Identifier(halves: (row.int(1), row.int(2))))
                    else { return }
                    names.append(row.text(0))
                }
            return names
        }.0
    }

    /// Refreshes the index and returns the names of the other recordings with the identity of this one, five at most. Blocks.
    ///
    /// Files of the same sound without sidecars are none: the first one that is changed keeps the identity that they have in common.
    public func namesakes(of name: String, _ id: Identifier) throws(StorageError) -> [String] {
        guard let whole = Identifier.Beginning(id.description) else { return [] }
        let others = try names(whole).filter { $0 != name }
        return isDescribed(name) ? others : others.filter(isDescribed)
    }

    /// True if a recording has a sidecar, or the second copy of one.
    private func isDescribed(_ name: String) -> Bool {
        library.exists("\(name).json") || library.copiedRecording(name, isDamaged: false) != nil
    }
}
