// Files of a take. One thread at a time: the writer's; blocks on the disk.
internal import Dictation
internal import Storage

extension TakeRequest {
    /// Journal and file of the take, under names that are free. Names are claimed by creating them: where another program was
    /// first, a take that begins a recording gets the next name that is free, and one that goes into a recording the next file.
    /// A recording that somebody else records into is refused.
    mutating func open(in library: Library) throws(StorageError) -> (journal: TakeJournal, segment: SegmentWriter) {
        let asked = name
        var refused: Set<String> = []
        while true {
            try choose(library, asked, refused)
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
                    refused.insert(Library.name(ofPath: path))
                } else {
                    refused.insert(name)
                }
            }
        }
    }

    /// Takes the first name that is free and has not been refused.
    private mutating func choose(_ library: Library, _ asked: String, _ refused: Set<String>) throws(StorageError) {
        if isPart {
            path = try library.freshSegmentPath(
                of: try library.readRecording(name), fileExtension: format.container.fileExtension, avoiding: refused)
        } else {
            name = try library.freshName(asked, avoiding: refused)
            path = try library.path(name: name, container: format.container)
        }
    }

    /// Throws where there is no room for a take, or no program for its delivery. A part of a take that goes on is not asked: it
    /// ends by itself where the room does.
    func check(in library: Library, reserve: Int64) throws(EngineError) {
        guard earlier == nil else { return }
        let available: Int64
        do throws(StorageError) {
            if delivery.isWanted { try Library.needFFmpeg(for: path) }
            available = try DiskSpace.at(library.folder).available
        } catch {
            throw .storage(error)
        }
        guard available > reserve else { throw .noSpace(available: available, reserve: reserve) }
    }
}
