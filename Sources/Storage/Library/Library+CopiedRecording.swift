// Recordings as the second copies of their sidecars describe them. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System
import Words

extension Library {
    /// The recording as the second copy of its sidecar describes it, with the present lengths of its files; nil when there is no
    /// copy, or none that fits.
    ///
    /// `isDamaged` is true if the sidecar is there and cannot be read. A sidecar that is missing may have been removed with its
    /// audio, and other audio may have got the name: then the copy counts only if a file has exactly the size that the copy says,
    /// and not while a take of that name is open.
    func copiedRecording(_ name: String, isDamaged: Bool) -> Recording? {
        do throws(StorageError) {
            guard let bytes = try copy(of: "\(name).json")?.contents() else { return nil }
            var recording: Recording
            do throws(RecordingError) { recording = try Recording(name: name, parsing: bytes) } catch { return nil }
            recording = try spelled(recording, as: name).identified
            let sizes = recording.segments.map { try? FileStatus(of: path(of: $0.file)).bytes }
            if !isDamaged {
                guard zip(recording.segments, sizes).contains(where: { $0.bytes == $1 }), openEntry(of: name) == nil else {
                    return nil
                }
            }
            for index in recording.segments.indices {
                let segment = recording.segments[index]
                guard let size = sizes[index], size != segment.bytes, let found = try? self.segment(file: segment.file) else {
                    continue
                }
                var now = segment
                (now.frames, now.bytes) = (found.frames, found.bytes)
                recording.keepLength(of: now, at: index)
            }
            return recording
        } catch {
            return nil
        }
    }

    /// Names of recordings without a sidecar that have a second copy of one, in order. Blocks.
    public func lostSidecars() throws(StorageError) -> [String] {
        guard let files = try? copies()?.names() else { return [] }
        return files.compactMap(Self.nameOfSidecar).filter { !exists("\($0).json") }.sorted()
    }

    /// Puts a missing sidecar back from its second copy. Removes a copy whose recording is gone with all its audio. Nil if there is
    /// nothing to do.
    func putBackSidecar(_ name: String) throws(StorageError) -> RecoveryNote? {
        let lock = try LibraryLock(self)
        guard !exists("\(name).json"), let time = try timeOfCopy("\(name).json") else { return nil }
        if let recording = copiedRecording(name, isDamaged: false) {
            try write(recording, lock, mustBeSure: true)
            return RecoveryNote(
                name, .described, tr("its description was missing; the second copy of it, of \(time), was put back"))
        }
        let files = Set(try Folder.names(in: folder))
        guard let recording = copiedRecording(name, isDamaged: true), try openness(name) == .closed,
            !recording.segments.contains(where: { $0.isReference || files.contains($0.file) })
        else { return nil }
        removeCopies(of: name)
        return RecoveryNote(name, .cleared, tr("the second copy of a description whose recording is gone"))
    }

    /// The bytes of the second copy of a transcript, if it can be read and belongs to this recording; else nil.
    func copiedTranscript(of recording: Recording) -> [UInt8]? {
        guard let bytes = try? copy(of: Self.transcriptFile(recording.name))?.contents(),
            (try? Transcript(parsing: bytes)) != nil, Transcript.recording(parsing: bytes) == recording.id
        else { return nil }
        return bytes
    }

    /// True if the transcript of a recording is missing or damaged, and there is a second copy of it.
    func lacksTranscript(_ recording: Recording) throws(StorageError) -> Bool {
        let name = recording.name
        guard hasCopy(of: Self.transcriptFile(name)) else { return false }
        if exists(Self.transcriptFile(name)) {
            do throws(StorageError) { _ = try transcript(of: name) } catch .badMetadata {
                return copiedTranscript(of: recording) != nil
            } catch .newerMetadata {
                return false
            }
            return false
        }
        return copiedTranscript(of: recording) != nil
    }

    /// Puts a missing or damaged transcript back from its second copy; a damaged one goes to quarantine. Nil if there is nothing to
    /// do.
    func putBackTranscript(_ recording: Recording) throws(StorageError) -> RecoveryNote? {
        guard try lacksTranscript(recording) else { return nil }
        let lock = try LibraryLock(self)
        let (name, file) = (recording.name, Self.transcriptFile(recording.name))
        try lock.refuseStuck(name, [file])
        guard try lacksTranscript(recording), let bytes = copiedTranscript(of: recording), let time = try timeOfCopy(file) else {
            return nil
        }
        var words = tr("its transcript was missing; the second copy of it, of \(time), was put back")
        if exists(file) {
            let place = try quarantine(file, because: tr("it is no readable transcript"))
            words = tr(
                "its transcript could not be read and is in \(place); the second copy of it, of \(time), was put in its place")
        }
        try Self.replace(path(of: file), with: bytes, like: "\(folder)/\(name).json")
        keepDiary(of: recording, lock)
        return RecoveryNote(name, .described, words)
    }

    /// Time of the last change of a second copy, ISO 8601; nil if there is none.
    func timeOfCopy(_ file: String) throws(StorageError) -> String? {
        try copy(of: file)?.status().map(\.modified.iso8601)
    }

    /// Removes the hidden files of copies that were never finished. Blocks.
    public func recoverCopies() throws(StorageError) -> [RecoveryNote] {
        let shelf: Shelf
        do throws(StorageError) {
            guard let found = try copies() else { return [] }
            shelf = found
        } catch .notFolder {
            return []
        }
        let left = try shelf.names(hidden: true).filter { TemporaryFile.isMade($0) }
        guard !left.isEmpty else { return [] }
        return try clear(left, shelf, try LibraryLock(self))
    }

    /// Removes hidden files of copies, unless they are in use.
    private func clear(_ files: [String], _ shelf: Shelf, _: borrowing LibraryLock) throws(StorageError) -> [RecoveryNote] {
        var notes: [RecoveryNote] = []
        for file in files {
            guard try Self.clearTemporary(try shelf.place(file)) else { continue }
            notes.append(RecoveryNote(file, .cleared, Self.leftover.text))
        }
        return notes
    }
}
