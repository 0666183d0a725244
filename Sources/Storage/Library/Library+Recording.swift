// Reads and writes the sidecars of recordings. One owner at a time; blocks on the disk.
public import Dictation
import System

extension Library {
    /// Path of a recording's sidecar. Any thread. Throws `badName`.
    public func metadataPath(name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        return "\(folder)/\(name).json"
    }

    /// Reads a recording from its sidecar. Blocks. Throws `missing`, `badMetadata`, or `newerMetadata` for a newer schema.
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
        return try spelled(recording, as: name).identified
    }

    /// Reads, changes and writes a recording while no other program can change it. Blocks until the change is on the disk.
    /// Without a sidecar the recording is described from its audio; with `isMaking` false it throws `missing` instead. An empty
    /// change of an existing sidecar writes nothing.
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
        // New markers get their identities.
        after = after.identified
        if after != before || !exists("\(name).json") { try write(after, lock) }
        return after
    }

    /// Adds a recorded take with its markers to the recording of that name, as the entry's edit says, or makes a new recording.
    /// Blocks until it is on the disk. A take without frames leaves the timeline as it is. A take that was added already stays
    /// as it is, so a journal can be replayed any number of times. A recording that other programs have renamed meanwhile gets the take
    /// all the same. A description that cannot be read goes to `_Corrupted`, and what earlier takes left stays in the recording.
    /// `telling` gets what the user has to know though the take is kept: such a description, markers for which there is no room, and a
    /// name that is another recording's now.
    @discardableResult
    public func keepTake(_ entry: JournalEntry, telling: (StorageError) -> Void = { _ in }) throws(StorageError) -> Recording {
        let lock = try LibraryLock(self)
        let (asked, home) = (entry.name, try self.home(of: entry))
        var entry = entry
        entry.name = home.name
        if home.isApart { telling(.takeApart(name: asked, kept: home.name)) }
        let (name, segment) = (entry.name, entry.segment)
        let begun = Recording(begunBy: entry)
        var found: Recording?
        var isDamaged = false
        do throws(StorageError) {
            found = try readRecording(name)
        } catch .missing {
            // The description of a recording went away while a later file of it was made.
            if Self.baseName(ofPath: segment.file) != name { found = earlierRecording(than: entry) }
        } catch .badMetadata(let path, let reason) {
            found = earlierRecording(than: entry)
            let place = try quarantine("\(name).json", because: StorageError.badMetadata(path: path, reason: reason).description)
            telling(.badMetadata(path: place, reason: reason))
            isDamaged = true
        }
        guard var recording = found else {
            let made = try write(begun, lock, telling)
            return name == asked ? made : adopting(segment.file, made, lock)
        }
        if let known = recording.segments.firstIndex(where: { $0.isTake(segment) }) {
            if recording.segments[known].endReason == nil {
                // An earlier description from the audio, made while the take was open.
                recording.keepLength(of: segment, at: known, markers: entry.markers)
                if known == 0 { recording.created = segment.created }
            } else if !isDamaged {
                return recording
            }
            return try write(recording, lock, telling)
        }
        recording.add(entry)
        let kept = try write(recording, lock, telling)
        return name == asked ? kept : adopting(segment.file, kept, lock)
    }

    /// Gives the file of a take the name of its recording, which owns it by that. Where that fails, the recording names the file as it is.
    private func adopting(_ file: String, _ recording: Recording, _ lock: borrowing LibraryLock) -> Recording {
        do throws(StorageError) {
            let ending = Self.splitName(file).fileExtension
            // The name of a recording of its own is free.
            let isFirst = recording.segments.count == 1
            var target = "\(recording.name).\(ending)"
            if !isFirst { target = try freshSegmentPath(of: recording, fileExtension: ending).lastPart }
            let adopted = recording.withFiles { [target] in $0 == file ? target : $0 }
            var intent = Intent(name: recording.name)
            intent.moves = [.init(from: file, to: target)]
            let words = String(decoding: try text(of: adopted), as: UTF8.self)
            intent.sidecars = [.init(file: "\(recording.name).json", text: words)]
            try carryOut(intent, lock)
            keepDiary(of: adopted, lock)
            movePeaks(file, to: target)
            return adopted
        } catch {
            return recording
        }
    }

    /// Name of the recording that a take goes to: that of the entry, or the one that the recording with the entry's identity has now.
    /// `isApart` is true for a new name, since the recording is gone and its name another's. Reads all sidecars if the name is not the
    /// recording's any more.
    func home(of entry: JournalEntry) throws(StorageError) -> (name: String, isApart: Bool) {
        let named = (name: entry.name, isApart: false)
        guard !entry.id.isUnset else { return named }
        var there: Recording?
        do throws(StorageError) { there = try readRecording(entry.name) } catch .missing {
            // The take begins the recording.
            if Self.baseName(ofPath: entry.segment.file) == entry.name { return named }
        } catch .badMetadata {
            return named
        }
        if let there {
            if there.id == entry.id { return named }
            if there.segments.contains(where: { $0.isTake(entry.segment) && $0.id == entry.segment.id }) { return named }
            // Described from its audio while it was open, by a program that did not know the identities in its journal.
            if there.segment(entry.segment.file).map({ $0.endReason == nil }) ?? false { return named }
        }
        if let found = try name(of: entry.id) { return (found, false) }
        if there == nil { return named }
        return (try freshName(entry.name, from: 2), true)
    }

    /// Name of the recording with that identity, which had the name `known`; `known` if there is none. Reads all sidecars if that name
    /// is not the recording's any more. Blocks.
    public func name(of id: Identifier, knownAs known: String) throws(StorageError) -> String {
        if id.isUnset || (try? readRecording(known))?.id == id { return known }
        return try name(of: id) ?? known
    }

    /// Name of the recording with that identity; nil if there is none.
    private func name(of id: Identifier) throws(StorageError) -> String? {
        try sidecars().first { (try? readRecording($0))?.id == id }
    }

    /// The recording as the earlier takes left it, by the second copy of its sidecar or by their audio; nil if nothing is
    /// left. Without the take itself, which goes to its place.
    private func earlierRecording(than entry: JournalEntry) -> Recording? {
        if let copied = copiedRecording(entry.name, isDamaged: true) { return copied }
        // Damaged audio of earlier takes must not keep this one from its description.
        return try? rebuiltRecording(entry.name, without: entry.segment.file)
    }

    /// Writes the sidecar of a recording with a new take. A take is never lost because of its markers: those that do not fit are
    /// left out, the last ones first, and `telling` gets their number.
    private func write(
        _ recording: Recording, _ lock: borrowing LibraryLock, _ telling: (StorageError) -> Void
    ) throws(StorageError) -> Recording {
        let recording = recording.identified
        do throws(StorageError) {
            try write(recording, lock, mustBeSure: true)
            return recording
        } catch .tooMuchToSay(let path) {
            guard let (fitting, leftOut) = recording.withFittingMarkers() else { throw .tooMuchToSay(path: path) }
            try write(fitting, lock, mustBeSure: true)
            telling(.markersLeftOut(name: recording.name, count: leftOut))
            return fitting
        }
    }

    /// The recording as it would be if the take of `entry` ended now. Writes nothing. Blocks.
    public func recording(with entry: JournalEntry) throws(StorageError) -> Recording {
        var entry = entry
        entry.name = try home(of: entry).name
        do throws(StorageError) {
            var recording = try readRecording(entry.name)
            guard !recording.segments.contains(where: { $0.isTake(entry.segment) }) else { return recording }
            recording.add(entry)
            return recording.identified
        } catch .missing {
            return Recording(begunBy: entry)
        }
    }

    /// Saves the play position in timeline frames. Blocks until it is on the disk. Throws `missing` without a sidecar, since
    /// none is made for a play position.
    public func rememberPlayPosition(_ frames: Int64, name: String) throws(StorageError) {
        try updateRecording(name, isMaking: false) { (recording) throws(StorageError) in recording.playPosition = frames }
    }

    /// Saves the loop, rate, pitch and gains that a recording keeps. Blocks until they are on the disk. Throws `missing` without
    /// a sidecar, since none is made for them.
    public func rememberListening(_ listening: Listening, name: String) throws(StorageError) {
        try updateRecording(name, isMaking: false) { (recording) throws(StorageError) in
            recording.listening = listening == Listening() ? nil : listening
        }
    }

    /// Writes a sidecar under the library's lock. With `mustBeSure` it throws where the disk does not confirm it: the journal of a take
    /// stays until its sidecar is on the disk.
    func write(_ recording: Recording, _ lock: borrowing LibraryLock, mustBeSure: Bool = false) throws(StorageError) {
        try lock.refuseStuck(recording.name, ["\(recording.name).json"])
        let text = try text(of: recording)
        let place = Place(try metadataPath(name: recording.name))
        if mustBeSure { try Self.replace(place, with: text) } else { try replaceOwn(place, with: text) }
        keepCopy(text, of: "\(recording.name).json")
        keepDiary(of: recording, lock)
    }

    /// True when the folder has a file of that name.
    func exists(_ file: String) -> Bool { File.exists("\(folder)/\(file)") }
}

extension Segment {
    /// True for the description of the same take, whose file may have got the name of its recording meanwhile.
    func isTake(_ other: Segment) -> Bool { file == other.file || !id.isUnset && id == other.id }
}

extension Recording {
    /// The recording that a take begins.
    fileprivate init(begunBy entry: JournalEntry) {
        self.init(name: entry.name, created: entry.segment.created, segment: entry.segment)
        edits = EditHistory(Arrangement(timeline, markers: entry.markers))
        state = entry.state
        // Journals of older versions have no identities.
        id = entry.id.isUnset ? .fresh() : entry.id
        self = identified
        title = entry.title
    }

    /// Adds a take with its markers, as the entry's edit says.
    fileprivate mutating func add(_ entry: JournalEntry) {
        segments.append(entry.segment)
        let markers = markers(entry.markers, of: entry.segment)
        let piece = Arrangement(Timeline([span(of: entry.segment)]), markers: markers)
        entry.edit.apply(to: &edits, piece)
    }
}

extension Library {
    /// Text of the recording's sidecar. Throws `tooMuchToSay` when the text is too long to be read again.
    func text(of recording: Recording) throws(StorageError) -> [UInt8] {
        guard let text = recording.identified.fittingText else { throw .tooMuchToSay(path: path(of: "\(recording.name).json")) }
        return text
    }
}
