// Room: Engine. Writer thread only; blocks on the disk.
internal import Dictation
internal import Storage

extension TakeRequest {
    /// Journal and file of the take. Names are claimed by creating them: where another program was first, a take that begins a
    /// recording gets the next name that is free, and one that goes into a recording the next file. A recording that somebody
    /// else records into is refused.
    mutating func open(in library: Library) throws(StorageError) -> (journal: TakeJournal, segment: SegmentWriter) {
        var refused: Set<String> = []
        while true {
            do throws(StorageError) {
                let journal = try TakeJournal(library, journalEntry)
                do throws(StorageError) {
                    // One of that name can have been begun and ended since it was found to be free.
                    if !isPart { try library.refuseDescribed(name) }
                    return (journal, try SegmentWriter(path: path, format: format, description: description))
                } catch {
                    try journal.end()
                    throw error
                }
            } catch {
                guard error.isTakenName else { throw error }
                if isPart {
                    guard case .exists = error else { throw error }
                    try takeNextFile(library, &refused)
                } else {
                    refused.insert(name)
                    name = try library.freshName(wantedName, avoiding: refused)
                    path = try library.path(name: name, container: format.container)
                }
            }
        }
    }

    private mutating func takeNextFile(_ library: Library, _ refused: inout Set<String>) throws(StorageError) {
        refused.insert(Library.name(ofPath: path))
        path = try library.freshSegmentPath(
            of: try library.readRecording(name), fileExtension: format.container.fileExtension, avoiding: refused)
    }
}
