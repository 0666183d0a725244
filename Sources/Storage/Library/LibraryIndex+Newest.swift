// The newest takes that the index knows. One owner at a time; blocks on the disk.
import Database

extension LibraryIndex {
    /// Names of the newest recordings in these containers, newest first, as the index knew them when it was last used: nothing is
    /// read again, so this is quick in a library of any size. Blocks.
    public func newest(in containers: [String], atMost most: Int) throws(StorageError) -> [String] {
        let places = Array(repeating: "?", count: containers.count).joined(separator: ", ")
        return try with { () throws(IndexFailure) in
            var names: [String] = []
            do throws(DatabaseError) {
                try database.prepare("SELECT name FROM recording WHERE container IN (\(places)) ORDER BY date DESC LIMIT \(most)")
                    .each(containers.map { .text($0) }) { names.append($0.text(0)) }
            } catch {
                throw .database(error)
            }
            return names
        }
    }
}
