// Creating the files of a take. Writer thread only; blocks on the disk.
internal import Dictation
internal import Storage
internal import Threads

extension TakeRequest {
    /// Creates the journal and the audio file of the take under free names. Creating a file claims its name: when another
    /// program was first, a take that begins a recording gets the next free name, and a take into an existing recording the
    /// next free file. With `waits` the journal is on the disk when this returns. Throws when somebody else is recording into that
    /// recording, or when a file cannot be created.
    mutating func open(
        in library: Library, waits: Bool = true
    ) throws(StorageError) -> (journal: TakeJournal, segment: SegmentWriter) {
        try library.checkPlace()
        let asked = name
        segmentID = .fresh()
        var refused: Set<String> = []
        while true {
            try choose(library, asked, refused)
            do throws(StorageError) {
                let journal = try TakeJournal(library, journalEntry, waits: waits)
                do throws(StorageError) {
                    // A recording of that name may have been made and finished since the name was found free.
                    if !addsToRecording { try library.refuseDescribed(name) }
                    return (journal, try SegmentWriter(path: path, format: format, description: description))
                } catch {
                    try journal.end()
                    throw error
                }
            } catch {
                guard error.isTakenName else { throw error }
                if addsToRecording {
                    guard case .exists = error else { throw error }
                    refused.insert(Library.name(ofPath: path))
                } else {
                    refused.insert(name)
                }
            }
        }
    }

    /// Picks the first free name that is not in `refused`.
    private mutating func choose(_ library: Library, _ asked: String, _ refused: Set<String>) throws(StorageError) {
        if addsToRecording {
            name = try library.name(of: recordingID, knownAs: name)
            let recording = try library.readRecording(name)
            // The take becomes one of its own as it is kept if its recording is gone and another has the name.
            if recordingID.isUnset { recordingID = recording.id }
            path = try library.freshSegmentPath(
                of: recording, fileExtension: format.container.fileExtension, avoiding: refused)
        } else {
            recordingID = .fresh()
            name = try library.freshName(asked, from: firstNumber, avoiding: refused)
            path = try library.path(name: name, container: format.container)
        }
    }

    /// Throws when the disk has no room for a take (`reserve` in bytes), or when the program for its delivery is missing. A
    /// segment that continues a take is not checked: it ends by itself when the disk is full.
    func check(in library: Library, reserve: Int64) throws(EngineError) {
        guard earlier == nil else { return }
        let available: Int64
        do throws(StorageError) {
            try library.checkPlace()
            if delivery.isWanted { try Library.needFFmpeg(for: path) }
            available = try DiskSpace.at(library.folder).available
        } catch {
            throw .storage(error)
        }
        guard available > reserve else { throw .noSpace(available: available, reserve: reserve) }
    }
}
