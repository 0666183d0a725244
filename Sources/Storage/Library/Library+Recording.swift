// One thread at a time (writer or library worker); every call may block on the disk.
public import Dictation
import Glibc

extension Library {
    /// Any thread. Where the sidecar of a recording is.
    public func metadataPath(name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        return "\(folder)/\(name).json"
    }

    /// Blocks. What the sidecar says; a missing one is `missing`, one that cannot be understood `badMetadata`.
    public func readRecording(_ name: String) throws(StorageError) -> Recording {
        let path = try metadataPath(name: name)
        let bytes = try Self.contents(of: path)
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(name: name, parsing: bytes)
        } catch .newer(let schema) {
            throw .newerMetadata(path: path, schema: schema)
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
        return try spelled(recording, as: name)
    }

    /// Blocks until it is on the disk. The old sidecar is there whole until the new one is: a crash in between leaves one of
    /// the two, and at worst a hidden temporary file that nobody reads. A newer program's sidecar is left alone.
    public func writeRecording(_ recording: Recording) throws(StorageError) {
        let lock = try LibraryLock(self)
        try refuseNewer(recording.name)
        try write(recording, lock)
    }

    /// Blocks until it is on the disk. Reads, changes and writes with nobody in between. Where there is no sidecar it is made
    /// from the audio, unless `isMaking` forbids that: then it is `missing`. A change that changes nothing writes nothing.
    @discardableResult
    public func updateRecording(
        _ name: String, isMaking: Bool = true, _ change: (inout Recording) throws(StorageError) -> Void
    ) throws(StorageError) -> Recording {
        let lock = try LibraryLock(self)
        let before: Recording
        do throws(StorageError) {
            before = try readRecording(name)
        } catch .missing where isMaking {
            before = try rebuiltRecording(name)
        }
        var after = before
        try change(&after)
        if after != before || !exists("\(name).json") { try write(after, lock) }
        return after
    }

    /// Blocks until it is on the disk. Keeps what a take has recorded, with its markers: in the recording of that name, where its
    /// edit says what it does to the timeline, or as a new one. One that has no frame leaves the timeline as it is. One that is
    /// kept already stays as it is, so that a journal can be followed any number of times.
    @discardableResult
    public func keepTake(_ entry: JournalEntry) throws(StorageError) -> Recording {
        let lock = try LibraryLock(self)
        let (name, segment) = (entry.name, entry.segment)
        let begun: Recording = {
            var recording = Recording(name: name, created: segment.created, segment: segment)
            recording.edits = EditHistory(Arrangement(recording.timeline, markers: entry.markers))
            recording.state = entry.state
            return recording
        }()
        var recording: Recording
        do throws(StorageError) {
            recording = try readRecording(name)
            if let known = recording.segments.firstIndex(where: { $0.file == segment.file }) {
                guard recording.segments[known].endReason == nil else { return recording }
                // Described from the audio, while the take was open.
                recording.keepLength(of: segment, at: known, markers: entry.markers)
                try write(recording, lock)
                return recording
            }
            recording.segments.append(segment)
            let markers = recording.markers(entry.markers, of: segment)
            let piece = Arrangement(Timeline([recording.span(of: segment)]), markers: markers)
            entry.edit.apply(to: &recording.edits, piece)
        } catch .missing {
            recording = begun
        } catch .badMetadata(let path, let reason) {
            try quarantine("\(name).json", because: StorageError.badMetadata(path: path, reason: reason).description)
            recording = begun
        }
        do throws(StorageError) {
            try write(recording, lock)
        } catch .tooMuchToSay(let path) {
            // A take is never lost over what is said of it.
            guard let (fitting, _) = recording.withFittingMarkers() else { throw .tooMuchToSay(path: path) }
            recording = fitting
            try write(recording, lock)
        }
        return recording
    }

    /// Blocks until it is on the disk. Notes where listening was left, in timeline frames. No sidecar is `missing`: none is
    /// made for it.
    public func rememberPlayPosition(_ frames: Int64, name: String) throws(StorageError) {
        try updateRecording(name, isMaking: false) { (recording) throws(StorageError) in recording.playPosition = frames }
    }

    func write(_ recording: Recording, _ lock: borrowing LibraryLock) throws(StorageError) {
        try lock.refuseStuck(recording.name, ["\(recording.name).json"])
        try Self.replace(try metadataPath(name: recording.name), with: try text(of: recording))
    }

    /// Whatever else is wrong with a sidecar may be replaced; what a newer program knows may not.
    private func refuseNewer(_ name: String) throws(StorageError) {
        do throws(StorageError) {
            _ = try readRecording(name)
        } catch .missing, .badMetadata {
            return
        }
    }

    /// Whether the folder has a file of that name.
    func exists(_ file: String) -> Bool { unsafe access("\(folder)/\(file)", F_OK) == 0 }
}
