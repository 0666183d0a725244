// Recovers takes and recordings that a dead program left behind. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System

/// A report of one thing that was repaired, or found wrong and left.
public struct RecoveryNote: Sendable, Hashable {
    /// The kind of repair; the text is used in output.
    public enum Action: String, Sendable, Hashable {
        /// An interrupted change of several files was finished.
        case finished
        /// An interrupted change of several files was undone, since it could not be finished.
        case undone = "taken back"
        /// A take that was left open became a recording.
        case madeWhole = "made whole"
        /// A description was made again from the audio.
        case described
        /// The file was moved to `_Corrupted`, with the reason beside it.
        case quarantined
        /// The audio of a take that was left open is gone.
        case lost
        /// A useless leftover was removed.
        case cleared
        /// A fault was found that cannot be repaired here.
        case left
    }

    /// Name of the recording or the file.
    public var name: String
    /// Kind of the repair.
    public var action: Action
    /// Explanation for the user.
    public var words: String
    /// True for a take that was left open, and not for other leftovers.
    public var isOfTake = false

    init(_ name: String, _ action: Action, _ words: String) {
        self.name = name
        self.action = action
        self.words = words
    }
}

extension Library {
    /// Finishes what programs left when they died: interrupted changes, open takes and temporary files. Blocks. The caller
    /// continues with `recoverRecording` for each of `sidecars()`, `lostSidecars()` and `bareRecordings()`.
    public func recoverLeftovers() throws(StorageError) -> [RecoveryNote] {
        var notes: [RecoveryNote] = []
        // A failure at one recording must not keep the others from being repaired.
        func tell(_ name: String, _ recover: () throws(StorageError) -> RecoveryNote?) {
            var note: RecoveryNote?
            do throws(StorageError) { note = try recover() } catch {
                note = RecoveryNote(name, .left, error.description)
            }
            note?.isOfTake = true
            if let note { notes.append(note) }
        }
        if try hasLeftovers() {
            do throws(StorageError) { notes = try finishFiles() } catch {
                notes.append(RecoveryNote(Self.baseName(ofPath: folder), .left, error.description))
            }
            for name in try journals() { tell(name) { () throws(StorageError) in try recoverTake(name) } }
        }
        for (file, name) in returnedTakes() {
            tell(name) { () throws(StorageError) in
                guard try restoreQuarantined(file).name == TakeJournal.fileName(name) else { return nil }
                return try recoverTake(name)
            }
        }
        return notes
    }

    /// Removes waveforms that are damaged or whose audio is gone; they can be measured again. Blocks.
    public func recoverPeaks() throws(StorageError) -> [RecoveryNote] {
        try uselessPeaks().map { place, file, words in
            place.removeQuietly()
            return RecoveryNote(file, .cleared, words)
        }
    }

    /// Returns the names of all recordings with a sidecar, in order. Blocks.
    public func sidecars() throws(StorageError) -> [String] {
        try Folder.names(in: folder).compactMap(Self.nameOfSidecar).sorted()
    }

    /// Returns the names of all recordings without a sidecar and without a second copy of one. Blocks; reads all sidecars.
    public func bareRecordings() throws(StorageError) -> [String] {
        Ownership(self, try Folder.names(in: folder, hidden: true)).alone.map(\.name).filter { name in
            // Takes with a journal were told before.
            !name.hasBytes(first: ".") && !hasCopy(of: "\(name).json") && !exists(TakeJournal.fileName(name))
        }
    }

    /// Repairs one recording: an unreadable sidecar is replaced by its second copy, or by one made from the audio, a missing one
    /// comes back from its second copy, so does a transcript, unreadable audio goes to `_Corrupted`, and a diary file that was not
    /// kept is written. Returns nil where all is well. Sidecars of a newer program, and files that are not Dicta's, are left alone;
    /// audio without a sidecar that cannot be read is told. Blocks.
    public func recoverRecording(_ name: String) throws(StorageError) -> RecoveryNote? {
        guard try openness(name) == .closed else { return nil }
        let recording: Recording
        do throws(StorageError) {
            recording = try readRecording(name)
        } catch .missing {
            // Nothing is written for a recording that never had a sidecar.
            if hasCopy(of: "\(name).json"), let note = try putBackSidecar(name) { return note }
            return try unreadFile(of: name)
        } catch .newerMetadata(let path, let schema) {
            return RecoveryNote(name, .left, StorageError.newerMetadata(path: path, schema: schema).description)
        } catch .badMetadata(let path, let reason) {
            return try describeAnew(name, because: .badMetadata(path: path, reason: reason))
        }
        for segment in recording.segments where Self.isAudio(segment.file) {
            guard let status = try status(of: segment.file) else {
                // A file elsewhere may be on a disk that is not there now.
                guard !segment.isReference else { continue }
                guard try isMissing(segment.file, of: name, LibraryLock(self)) else { return nil }
                return RecoveryNote(name, .left, tr("\(segment.file) is missing"))
            }
            guard status.bytes != segment.bytes || recording.overruns(segment) else { continue }
            if let note = try follow(segment, of: name) { return note }
        }
        if let note = try putBackTranscript(recording) { return note }
        return try mendDiary(of: recording)
    }

    /// Tells what a quick check finds at a recording that `recoverRecording` has left as it is: faults that nothing cures. Blocks.
    public func leftFaults(_ name: String) throws(StorageError) -> [RecoveryNote] {
        // A file that cannot be read is told already, or belongs to another program.
        guard try openness(name) == .closed, let recording = try? readRecording(name) else { return [] }
        // A file elsewhere may be on a disk that is not there now.
        let away = recording.segments.filter(isGone).map { StorageError.moved(name: name, path: $0.file).description }
        return try verify(name, deep: false).filter { !away.contains($0) }.map { RecoveryNote(name, .left, $0) }
    }

    // MARK: Parts

    /// True if dead programs may have left files. A library in good order is not written to.
    private func hasLeftovers() throws(StorageError) -> Bool {
        try Folder.hidden(in: folder, ending: "").contains { file in
            file.hasBytes(last: TakeJournal.ending) || Self.isNote(file)
                || TemporaryFile.isMade(file)
        }
    }

    private func finishFiles() throws(StorageError) -> [RecoveryNote] {
        let lock = try LibraryLock(self)
        return try lock.settlement.told + clearTemporaries(lock)
    }

    /// True if a file of a recording is missing while nobody changes the library: another program may have been about to rename the
    /// recording, or to delete it.
    private func isMissing(_ file: String, of name: String, _: borrowing LibraryLock) throws(StorageError) -> Bool {
        guard exists("\(name).json") else { return false }
        return try status(of: file) == nil
    }

    /// Tells of audio without a sidecar that cannot be read, since another program may have put it there and may read it.
    private func unreadFile(of name: String) throws(StorageError) -> RecoveryNote? {
        for file in try ownership(of: name).files(of: name) {
            do throws(StorageError) { _ = try segment(file: file) } catch .missing {
                // It was removed meanwhile.
            } catch .isFolder {
                // A folder is not a recording, and may have any name.
            } catch {
                // A file that libsndfile does not read whole has its sound all the same.
                guard case .notAudio = error, !SegmentReader.fallsShort(path(of: file)) else {
                    return RecoveryNote(name, .left, error.description)
                }
                let words = error.description
                return RecoveryNote(name, .left, tr("\(words); delete it, or move it away"))
            }
        }
        return nil
    }

    private func describeAnew(_ name: String, because reason: StorageError) throws(StorageError) -> RecoveryNote? {
        // Without audio of that name the JSON file belongs to another program.
        guard try !ownership(of: name).files(of: name).isEmpty else { return nil }
        let recording: Recording
        let source: String
        do throws(StorageError) {
            if let copied = copiedRecording(name, isDamaged: true), let time = try timeOfCopy("\(name).json") {
                recording = copied
                source = tr("the second copy of it, of \(time), was put in its place")
            } else {
                recording = try rebuiltRecording(name)
                source = tr("a new one was made from the audio")
            }
        } catch {
            return RecoveryNote(name, .left, "\(reason.description); \(error.description)")
        }
        let lock = try LibraryLock(self)
        let place = try quarantine("\(name).json", because: reason.description)
        try write(recording, lock, mustBeSure: true)
        return RecoveryNote(
            name, .described, tr("its description could not be read and is in \(place); \(source)"))
    }

    /// Updates the sidecar of a segment whose file has changed; repairs or quarantines a file of the library that cannot be read.
    private func follow(_ segment: Segment, of name: String) throws(StorageError) -> RecoveryNote? {
        let path = path(of: segment.file)
        let found: Segment
        do throws(StorageError) {
            found = try self.segment(file: segment.file)
        } catch {
            // A file elsewhere is not Dicta's to repair.
            guard !segment.isReference else { return RecoveryNote(name, .left, error.description) }
            do throws(StorageError) {
                _ = try Recovery.mend(path)
                found = try self.segment(file: segment.file)
            } catch {
                // A file that libsndfile does not read whole has its sound all the same.
                guard case .notAudio = error, !SegmentReader.fallsShort(path) else {
                    return RecoveryNote(name, .left, error.description)
                }
                let place = try quarantine(segment.file, because: error.description)
                return RecoveryNote(
                    name, .quarantined, tr("\(segment.file) cannot be read and is in \(place): \(error.description)"))
            }
        }
        var contents = segment.source
        if segment.isReference, let source = segment.source {
            let now = try FileDigest.contents(of: path)
            // Another program may have edited its tags. Other sound would rewrite the description of the right file.
            guard now == source || found.frames == segment.frames && found.rate == segment.rate else {
                let length = TimeSpan.length(found.frames, rate: found.rate)
                let words = tr(
                    "\(segment.file) has other contents than those that were imported, and is \(length) long: put those back, or import"
                        + " it anew")
                return RecoveryNote(name, .left, words)
            }
            contents = now
        }
        var steps: [EditHistory.Step] = []
        let after = try updateRecording(name) { (recording) throws(StorageError) in
            guard let index = recording.segments.firstIndex(where: { $0.file == segment.file }) else { return }
            steps = recording.edits.undoable
            var now = recording.segments[index]
            (now.frames, now.bytes, now.source) = (found.frames, found.bytes, contents)
            recording.keepLength(of: now, at: index)
        }
        let length = TimeSpan.length(found.frames, rate: found.rate)
        if let last = after.edits.undoable.last, last.name == EditHistory.shortening {
            if last != steps.last {
                return RecoveryNote(
                    name, .described,
                    tr(
                        "\(segment.file) has changed: it is now \(length) long, and what it has lost was taken out of the edits;"
                            + " once it is whole again, 'dicta undo \(name.shellWord)' brings them back"))
            }
            if found.frames > segment.frames {
                return RecoveryNote(
                    name, .described,
                    tr(
                        "\(segment.file) has changed: it is now \(length) long;"
                            + " 'dicta undo \(name.shellWord)' brings back what was taken out of the edits"))
            }
        }
        return RecoveryNote(name, .described, tr("\(segment.file) has changed: it is now \(length) long"))
    }

    /// Bytes that a file of this program without a frame does not reach.
    private static let mostHeadBytes: Int64 = 65_536

    /// Turns a take that was left open into a recording; nil if an engine or another recovery holds its journal.
    private func recoverTake(_ name: String) throws(StorageError) -> RecoveryNote? {
        let file = TakeJournal.fileName(name)
        guard let descriptor = try FileLock.open(path(of: file)) else { return nil }
        // The descriptor is only read; closing it releases the lock.
        defer { File.close(descriptor) }
        // An engine writes to the take, or another recovery is at work on it.
        guard try FileLock.take(descriptor, path: path(of: file)), exists(file) else { return nil }
        var entry: JournalEntry
        do throws(RecordingError) {
            // Read through the descriptor that holds the lock: an SMB server lets nobody else read.
            entry = try JournalEntry(parsing: journalText(descriptor, file))
        } catch .newer(let schema) {
            throw .newerMetadata(path: path(of: file), schema: schema)
        } catch {
            return try recoverUnknownTake(name, file)
        }
        entry.name = name
        let known = try home(of: entry).name
        if try isKept(entry.segment, in: known) {
            try forget(file)
            return RecoveryNote(name, .cleared, tr("its take was already kept; only its journal was left"))
        }
        let segmentPath = path(of: entry.segment.file)
        guard !entry.segment.isReference, try status(of: entry.segment.file) != nil else {
            let words = tr(
                "\(entry.segment.file) is missing: it was deleted, moved away or never made, and the take in it is not"
                    + " recovered")
            let place = try quarantine(file, because: words)
            let cure = tr(
                "its markers, pauses and id wait for it in \(place): move the file back, then run 'dicta recover'; without it,"
                    + " 'dicta quarantine discard \(place.lastPart.shellWord)' removes them")
            return RecoveryNote(name, .lost, "\(words); \(cure)")
        }
        do throws(StorageError) {
            let written = try FileStatus(of: segmentPath).modified
            _ = try Recovery.mend(segmentPath)
            let found = try segment(file: entry.segment.file)
            // A scheduled take that was killed in the second before its time: its end would have discarded it. One that had begun keeps its
            // name and title. A file with more than a head has something that could not be read.
            let isEarly = Timestamp(iso8601: entry.segment.created).map { $0.seconds > written.seconds } ?? false
            if isEarly, found.frames == 0, found.bytes < Self.mostHeadBytes, entry.segment.frames == 0, entry.markers.isEmpty,
                (try? readRecording(known))?.segment(entry.segment.file) == nil
            {
                try onDisk("remove", segmentPath, File.removeIfThere(segmentPath))
                try forget(file)
                return RecoveryNote(name, .cleared, tr("a take was begun and left no audio"))
            }
            var kept = entry
            kept.segment.keep(found)
            var told: [StorageError] = []
            let holder = try keepTake(kept) { told.append($0) }.name
            try forget(file)
            let length = TimeSpan.length(found.frames, rate: found.rate)
            let words = [tr("\(entry.segment.file) was left open; it is \(length) long")] + told.map(\.description)
            return RecoveryNote(holder, .madeWhole, words.joined(separator: "; "))
        } catch .notAudio(let path, let reason) {
            let words = StorageError.notAudio(path: path, reason: reason).description
            let place = try quarantine(entry.segment.file, because: words)
            try quarantine(file, because: words)
            return RecoveryNote(
                name, .quarantined, tr("\(entry.segment.file) cannot be made whole and is in \(place): \(reason)"))
        }
    }

    /// Names of the takes whose files have come back, with those of their journals in quarantine. A file that a later take has made, or
    /// that cannot be that of the take, is none. The verb of the quarantine tells why it cannot be read.
    private func returnedTakes() -> [(file: String, name: String)] {
        ((try? quarantined()) ?? []).compactMap { (found) -> (file: String, name: String)? in
            guard let name = TakeJournal.name(found.original), (try? openness(name)) == .closed,
                var entry = try? JournalEntry(parsing: journalText("\(Self.quarantineFolder)/\(found.file)")),
                !entry.segment.isReference, let there = try? segment(file: entry.segment.file),
                there.rate == entry.segment.rate, there.channels == entry.segment.channels
            else { return nil }
            entry.name = name
            guard let holder = try? home(of: entry).name else { return nil }
            if let known = (try? readRecording(holder))?.segment(entry.segment.file), known.endReason != nil {
                guard known.id == entry.segment.id, !known.id.isUnset else { return nil }
            }
            return (found.file, name)
        }
    }

    /// True if the sidecar has the take already: the power went after the take was described and before its journal was
    /// removed.
    private func isKept(_ take: Segment, in name: String) throws(StorageError) -> Bool {
        do throws(StorageError) {
            return try readRecording(name).segments.first { $0.isTake(take) }?.endReason != nil
        } catch .missing {
            return false
        } catch .badMetadata {
            return false
        }
    }

    /// Recovers a take whose journal is unreadable after a power loss: every audio file that has the recording's name and is not in
    /// its sidecar is taken for it.
    private func recoverUnknownTake(_ name: String, _ journal: String) throws(StorageError) -> RecoveryNote? {
        var known: [String] = []
        let own = try ownership(of: name).files(of: name)
        do throws(StorageError) { known = try readRecording(name).segments.map(\.file) } catch .missing {} catch .badMetadata {
            // The last file brings the earlier ones along, in their order.
            known = Array(own.dropLast())
        }
        let left = own.filter { !known.contains($0) }
        for file in left {
            _ = try Recovery.mend(path(of: file))
            var segment = try segment(file: file)
            segment.endReason = .interrupted
            try keepTake(JournalEntry(name: name, segment: segment))
        }
        try forget(journal)
        guard !left.isEmpty else { return RecoveryNote(name, .cleared, tr("a take was begun and left no audio")) }
        let files = left.joined(separator: ", ")
        return RecoveryNote(name, .madeWhole, tr("\(files) was left open; all of its audio is kept"))
    }

    /// Reads a journal through its locked descriptor; empty for one that is missing or too large.
    func journalText(_ descriptor: Int32, _ file: String) -> [UInt8] {
        do throws(StorageError) { return try Self.contents(of: descriptor, path: path(of: file)) } catch { return [] }
    }

    /// Reads a journal that is not locked here; empty for one that is missing or too large.
    func journalText(_ file: String) -> [UInt8] {
        do throws(StorageError) { return try Self.contents(of: path(of: file)) } catch { return [] }
    }

    /// Removes a journal.
    func forget(_ file: String) throws(StorageError) {
        try onDisk("remove", path(of: file), File.removeIfThere(path(of: file)))
        try Folder.sync(folder)
    }

    private func status(of file: String) throws(StorageError) -> FileStatus? {
        do throws(StorageError) { return try FileStatus(of: path(of: file)) } catch .missing { return nil }
    }

    /// Removes hidden files of copies and sidecars that were never finished. Only names that this program makes count: a user may
    /// have notes with such a beginning.
    private func clearTemporaries(_ lock: borrowing LibraryLock) throws(StorageError) -> [RecoveryNote] {
        var notes: [RecoveryNote] = []
        let needed = lock.settlement.stuck.reduce(into: Set<String>()) { $0.formUnion($1.note.files) }
        for file in try Folder.names(in: folder, hidden: true) where TemporaryFile.isMade(file) && !needed.contains(file) {
            do throws(StorageError) {
                let place = Place(path(of: file))
                // Earlier versions made folders for exports. A folder of that name may be anybody's.
                if try place.status()?.isFolder == true {
                    notes.append(RecoveryNote(file, .left, Self.foreignFolder.text))
                } else if try Self.clearTemporary(place) {
                    notes.append(RecoveryNote(file, .cleared, Self.leftover.text))
                }
            } catch {
                notes.append(RecoveryNote(file, .left, error.description))
            }
        }
        return notes
    }

    private static let foreignFolder: Message =
        "a folder that this version does not make: an earlier one left it, or it is not Dicta's; look into it, and remove it if"
        + " nothing in it is needed"

    static let leftover: Message = "a temporary file of a change that was never finished"

    /// Removes a file of this user that a program which has died left behind. False for a file in use, and for what this program
    /// does not leave: a link, a folder, another user's file, one that has a second name. Blocks.
    static func clearTemporary(_ place: Place) throws(StorageError) -> Bool {
        guard let found = try place.status(), found.isFile, found.owner == ThisProcess.user, found.links == 1 else {
            return false
        }
        do throws(StorageError) {
            let descriptor = try place.open("lock", .readWrite)
            defer { File.close(descriptor) }
            // A temporary file in use is locked, or on SMB not a day old.
            guard try FileLock.take(descriptor, path: place.path),
                !FileLock.isMandatory(on: descriptor) || found.modified < Timestamp.now.earlier(by: 86_400),
                try FileStatus(of: descriptor, path: place.path).identity == place.status()?.identity
            else { return false }
            try place.remove()
            return true
        } catch .missing {
            return false
        }
    }
}

extension Segment {
    /// Takes over the length of the file that a take has left. A take that was over is as its journal says; one that was left open lost
    /// what it had not written, and its joints and gaps there.
    fileprivate mutating func keep(_ found: Segment) {
        bytes = found.bytes
        guard endReason == nil || frames != found.frames else { return }
        (frames, endReason, peaks, loudness) = (found.frames, .interrupted, [], nil)
        joints.removeAll { $0.position > found.frames }
        gaps.removeAll { $0.position >= found.frames && $0.cause != .away }
        for index in gaps.indices where gaps[index].cause != .away {
            gaps[index].length = min(gaps[index].length, found.frames - gaps[index].position)
        }
    }
}
