// Reads and writes the transcripts of recordings. One owner at a time; blocks on the disk.
public import Dictation
import System
public import Words

extension Library {
    /// Ending of the files of transcripts. It is no ending of a sidecar.
    static let transcriptEnding = ".transcript.json"

    /// Name of the recording that a sidecar describes; nil for a file that is no sidecar. Any thread.
    static func nameOfSidecar(_ file: String) -> String? {
        guard file.hasBytes(last: ".json"), !file.hasBytes(last: transcriptEnding), !file.hasBytes(last: diaryEnding) else {
            return nil
        }
        return splitName(file).base
    }

    /// Name of the file of a recording's transcript. Any thread.
    static func transcriptFile(_ name: String) -> String { name + transcriptEnding }

    /// Path of the file of a recording's transcript. Any thread. Throws `badName`.
    public func transcriptPath(name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        return path(of: Self.transcriptFile(name))
    }

    /// Reads the transcript of a recording; an empty one when there is none. Blocks. Throws `badMetadata`, or `newerMetadata` for
    /// a newer schema.
    public func transcript(of name: String) throws(StorageError) -> Transcript {
        let path = try transcriptPath(name: name)
        let bytes: [UInt8]
        do throws(StorageError) { bytes = try Self.contents(of: path) } catch .missing { return Transcript() }
        do throws(RecordingError) {
            return try Transcript(name: name, parsing: bytes)
        } catch .newer(let schema) {
            throw .newerMetadata(path: path, schema: schema)
        } catch {
            throw .badMetadata(path: path, reason: "\(error)")
        }
    }

    /// Reads, changes and writes the transcript of a recording while no other program can change it or the recording. Blocks until
    /// the change is on the disk. An empty transcript has no file. Returns the transcript and the recording that it belongs to.
    ///
    /// With a `step` the change can be undone: it is the last edit of the recording from then on. Further changes with the same one
    /// are part of that edit, as long as it is the last.
    @discardableResult
    public func updateTranscript(
        of name: String, step: Identifier? = nil, _ change: (inout Transcript, Recording) throws(StorageError) -> Void
    ) throws(StorageError) -> (transcript: Transcript, recording: Recording) {
        let lock = try LibraryLock(self)
        var recording = try self.recording(name)
        let before = try transcript(of: name)
        var after = before
        try change(&after, recording)
        guard after != before else { return (after, recording) }
        let file = Self.transcriptFile(name)
        if let step {
            let last = recording.edits.undoable.last?.words
            let isKnown = recording.edits.wordings.contains(step)
            let id = isKnown && last != step ? Identifier.fresh() : step
            guard after.note(id, from: before) else { return (after, recording) }
            recording.edits.noteWords(id)
            try write(&after, recording, lock)
        } else if after == Transcript() {
            try lock.refuseStuck(name, [file])
            try onDisk("remove", path(of: file), File.remove(path(of: file)))
            try Folder.sync(folder)
            removeCopy(of: file)
            keepDiary(of: recording, lock)
        } else {
            try lock.refuseStuck(name, [file])
            let text = try text(of: &after, recording)
            try replaceOwn(Place(path(of: file)), with: text, like: Place("\(folder)/\(name).json"))
            keepCopy(text, of: file)
            keepDiary(of: recording, lock)
        }
        return (after, recording)
    }

    /// Undoes the last edit of a recording, or redoes the one that was undone last. Blocks until the change is on the disk. Returns
    /// the recording, with the name of the edit; nil if there is none.
    ///
    /// An edit of the words changes the transcript, and one whose words are not known any more is passed over: the transcript may
    /// have been removed by hand.
    public func turn(_ name: String, isRedo: Bool) throws(StorageError) -> (recording: Recording, edit: String?) {
        let lock = try LibraryLock(self)
        let before = try recording(name)
        var after = before
        while let words = (isRedo ? after.edits.redoable : after.edits.undoable).last?.words {
            var transcript = try transcript(of: name)
            guard transcript.turn(words) else {
                after.edits.dropWords(words)
                continue
            }
            let edit = isRedo ? after.edits.redo() : after.edits.undo()
            try write(&transcript, after, lock)
            return (after, edit)
        }
        let edit = isRedo ? after.edits.redo() : after.edits.undo()
        if after != before { try write(after, lock) }
        return (after, edit)
    }

    /// Writes a transcript together with the sidecar, so that both take effect or neither.
    private func write(
        _ transcript: inout Transcript, _ recording: Recording, _ lock: borrowing LibraryLock
    ) throws(StorageError) {
        let file = Self.transcriptFile(recording.name)
        var intent = Intent(name: recording.name)
        let text = try text(of: &transcript, recording)
        intent.sidecars = [
            .init(file: "\(recording.name).json", text: String(decoding: try self.text(of: recording), as: UTF8.self)),
            .init(
                file: file, text: String(decoding: text, as: UTF8.self), like: exists(file) ? nil : "\(recording.name).json"),
        ]
        try carryOut(intent, lock)
    }

    /// Text of a transcript's file, without the steps that the recording does not have any more. Steps that make the text too long
    /// are given up, oldest first. Throws `tooManyWords` when the words that are heard are too long to be read again, and `tooMuchToSay`
    /// when they are so beside those of files that only undo needs.
    private func text(of transcript: inout Transcript, _ recording: Recording) throws(StorageError) -> [UInt8] {
        transcript = transcript.keepingSteps(recording.edits.wordings)
        while true {
            let text = transcript.printed(for: recording)
            if text.count <= Transcript.mostBytes { return text }
            guard !transcript.steps.isEmpty else {
                let path = path(of: Self.transcriptFile(recording.name))
                let heard = transcript.keeping(Set(recording.timeline.segments))
                // A flattened recording has no other words.
                let hasRoom = !heard.files.isEmpty && heard.printed(for: recording).count <= Transcript.mostBytes
                throw hasRoom ? StorageError.tooMuchToSay(path: path) : .tooManyWords(path: path)
            }
            let half = (transcript.steps.count + 1) / 2
            transcript = transcript.keepingSteps(Set(transcript.steps.dropFirst(half).map(\.id)))
        }
    }

    /// A text that changes with each change of a recording's sidecar or of its transcript. Blocks briefly.
    public func fingerprintOfText(_ name: String) -> String {
        [Self.transcriptFile(name), "\(name).json"].map { file in
            do throws(StorageError) {
                let status = try FileStatus(of: path(of: file))
                return "\(status.identity.inode) \(status.modified.mark) \(status.bytes)"
            } catch {
                return ""
            }
        }.joined(separator: ",")
    }

    // MARK: Changes of the recording

    /// Adds the transcript to a change that gives the recording `name` another state or another name, so that both take effect or
    /// neither. A transcript whose text cannot be understood goes along under its new name as it is; a change that needs its words
    /// is refused, and so is each one while the file cannot be read.
    func carryTranscript(
        of name: String, to after: Recording, isCopy: Bool = false, _ intent: inout Intent,
        _ change: (inout Transcript) -> Void
    ) throws(StorageError) {
        let (old, new) = (Self.transcriptFile(name), Self.transcriptFile(after.name))
        do throws(StorageError) { _ = try FileStatus(of: path(of: old)) } catch .missing { return }
        var carried: Transcript
        do throws(StorageError) {
            carried = try transcript(of: name)
        } catch {
            guard error.isBadText, old != new, !isCopy else { throw error }
            intent.moves.append(.init(from: old, to: new))
            return
        }
        change(&carried)
        let text = String(decoding: try text(of: &carried, after), as: UTF8.self)
        intent.sidecars.append(.init(file: new, text: text, like: old == new ? nil : old))
        if old != new, !isCopy { intent.removals.append(old) }
    }

    /// Adds the words in the tags of a sound file to the change that makes its recording, and gives their number, and that of the
    /// words past the end of the sound, which are left out. So are words without times.
    func addTranscript(_ lyrics: String, to made: Recording, _ intent: inout Intent) -> (taken: Int, leftOut: Int) {
        guard !lyrics.isEmpty, let read = ForeignTranscript(lyrics: lyrics) else { return (0, 0) }
        let leftOut = read.wordsAfter(made.timeline, rate: made.rate)
        guard var words = try? read.placed(on: made.timeline, rate: made.rate), let text = try? text(of: &words, made) else {
            return (0, leftOut)
        }
        let file = Self.transcriptFile(made.name)
        intent.sidecars.append(.init(file: file, text: String(decoding: text, as: UTF8.self), like: "\(made.name).json"))
        return (TimelineText(words, made.timeline).words.count, leftOut)
    }

    /// Throws `tooMuchToSay` if the words of a recording would not fit beside a flattened one, and as `transcript` does: a change that
    /// cannot take effect is refused before the sound is rendered. Blocks. `fileExtension` is that of the new file.
    public func refuseLongTranscript(
        flattening before: Recording, isForgetting: Bool, fileExtension: String
    ) throws(StorageError) {
        let status: FileStatus
        do throws(StorageError) { status = try FileStatus(of: transcriptPath(name: before.name)) } catch .missing { return }
        var transcript = try self.transcript(of: before.name)
        // Each word comes in once more at most.
        guard status.bytes > Transcript.mostBytes / 4 else { return }
        let file = try freshSegmentPath(of: before, fileExtension: fileExtension).droppingBytes(first: folder.utf8.count + 1)
        let adopted = transcript.adopted(before.timeline, as: file)
        if isForgetting { transcript = transcript.keeping([]) }
        transcript[file] = adopted
        _ = try text(of: &transcript, before)
    }

    /// Adds the transcript to a change after which one file holds the sound of the whole timeline of `before`.
    func carryTranscript(
        of before: Recording, into segment: Segment, _ after: Recording, _ intent: inout Intent
    ) throws(StorageError) {
        let kept = after.edits.segments.union(after.segments.map(\.file)).subtracting([segment.file])
        try carryTranscript(of: before.name, to: after, &intent) { transcript in
            let adopted = transcript.adopted(before.timeline, as: segment.file)
            transcript = transcript.keeping(kept)
            transcript[segment.file] = adopted
        }
    }
}
