// Renames and deletes recordings with all their files. One owner at a time; blocks on the disk.
public import Dictation
import System
import Words

extension Library {
    /// Renames a recording and all its own files; never overwrites a file. A file that another recording names keeps its name. Blocks
    /// until the change is on the disk. After a crash the next list or change of the library completes it. Returns the new names of
    /// its files and of its sidecar by the old ones. Throws `exists` when the new name is taken, and `namedByOther` for a file without
    /// a sidecar that another recording names.
    @discardableResult
    public func renameRecording(_ name: String, to newName: String) throws(StorageError) -> [String: String] {
        try Self.checkNewName(newName)
        lookAtOthers(of: name)
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let files = try Folder.names(in: folder)
        let hasSidecar = files.contains("\(name).json")
        // Without a readable file a description that cannot be read, or its second copy, would be lost.
        let (recording, present) = try contents(of: name, needsAudio: hasSidecar || hasCopy(of: "\(name).json"))
        try refuseTaken(newName, among: files)
        let needed = try neededByOthers(present + [recording.delivered], than: name)
        let own = present.filter { !needed.contains($0) }
        if own.isEmpty, !hasSidecar, let file = needed.first { throw .namedByOther(name: name, file: file) }
        var (renamed, moves) = place(recording, own, as: newName, among: files)
        if hasDelivered(recording, files), !needed.contains(recording.delivered) {
            let target = Recording.ending(of: recording.delivered, name: name).map { newName + $0 } ?? recording.delivered
            moves.append(.init(from: recording.delivered, to: target))
            renamed.delivered = target
        }
        var intent = Intent(name: name)
        intent.moves = moves
        // A recording without a sidecar gets none.
        if hasSidecar || !recording.segments.isEmpty && hasCopy(of: "\(name).json") {
            let text = String(decoding: try text(of: renamed), as: UTF8.self)
            intent.sidecars = [.init(file: "\(newName).json", text: text, like: hasSidecar ? "\(name).json" : nil)]
        }
        if hasSidecar { intent.removals = ["\(name).json"] }
        let targets = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
        try carryTranscript(of: name, to: renamed, &intent) { $0 = $0.withFiles { targets[$0] ?? $0 } }
        if files.contains("\(name).json") { try carryDiary(of: name, to: renamed, &intent, among: files, targets) }
        try carryOut(intent, lock)
        removeCopies(of: name)
        for move in intent.moves { movePeaks(move.from, to: move.to) }
        let sidecars = intent.sidecars.compactMap { sidecar in sidecar.like.map { ($0, sidecar.file) } }
        return Dictionary(intent.moves.map { ($0.from, $0.to) } + sidecars) { first, _ in first }
    }

    /// Deletes a recording and all its own files for good, with a take that was left open. Blocks until the change is on the disk. A
    /// file that is only referenced, or that another recording names, stays where it is. Returns the identity that the recording had.
    /// Throws `busy` while a take is written, and `namedByOther` for a file without a sidecar that another recording names.
    @discardableResult
    public func deleteRecording(_ name: String) throws(StorageError) -> Identifier {
        lookAtOthers(of: name)
        let lock = try LibraryLock(self)
        // A full disk has no room for the recovery of a take, so its deletion must not wait for that.
        let journal = try holdJournal(of: name)
        // Nothing was written through the descriptor, so a failing close loses nothing.
        defer { if let journal { File.close(journal) } }
        var intent = Intent(name: name)
        let (recording, present) = try contents(of: name, needsAudio: false)
        let needed = try neededByOthers(present + [recording.delivered], than: name)
        let own = present.filter { !needed.contains($0) }
        var files = [recording.delivered].filter { !$0.isEmpty && Place(path(of: $0)).isTaken }
        // Words are private: a file that cannot be looked at refuses the deletion, and does not outlive it.
        for file in ["\(name).json", Self.transcriptFile(name), Self.diaryFile(name)] {
            if try Place(path(of: file)).status() != nil { files.append(file) }
        }
        // The sidecar goes first, and is the last to go without an intent: a deletion cut short by a crash is completed from its
        // intent, and never looks like a whole recording.
        if files.contains("\(name).json") {
            intent.removals.append("\(name).json")
        } else if own.isEmpty, let file = needed.first {
            throw .namedByOther(name: name, file: file)
        }
        intent.removals += own
        if files.contains(Self.transcriptFile(name)) { intent.removals.append(Self.transcriptFile(name)) }
        if files.contains(Self.diaryFile(name)) { intent.removals.append(Self.diaryFile(name)) }
        if hasDelivered(recording, files), !needed.contains(recording.delivered) { intent.removals.append(recording.delivered) }
        do throws(StorageError) {
            try carryOutOnFullDisk(intent, of: name, own, lock)
        } catch .diskFull {
            try deleteWithoutNote(intent)
        }
        // The last file to go: without its audio the next recovery makes no recording of a take.
        if journal != nil { try forget(TakeJournal.fileName(name)) }
        removeCopies(of: name)
        for segment in recording.segments where own.contains(segment.file) || segment.isReference { removePeaks(segment.file) }
        return recording.id
    }

    /// Reads the sidecars of all recordings before the lock is taken: a slow disk must not hold up the end of a take. Under the lock they
    /// come from memory. What fails here fails there too.
    private func lookAtOthers(of name: String) { _ = try? neededByOthers(["\(name).wav"], than: name) }

    /// Holds the journal of a take that was left open, so that no recovery takes it up; nil without one. The caller closes the
    /// descriptor. Throws `busy` while an engine or a recovery holds it.
    private func holdJournal(of name: String) throws(StorageError) -> Int32? {
        let path = path(of: TakeJournal.fileName(name))
        guard let descriptor = try FileLock.open(path) else { return nil }
        do throws(StorageError) {
            // A recovery that has just ended has removed the file, and the next take may have its own.
            var isHeld = try FileLock.take(descriptor, path: path)
            // A program that only looks if a take runs holds the lock for a moment.
            for _ in 0..<100 where !isHeld {
                ThisProcess.sleep(milliseconds: 2)
                isHeld = try FileLock.take(descriptor, path: path)
            }
            guard isHeld, try FileStatus(of: descriptor, path: path).identity == Place(path).status()?.identity
            else { throw .busy(name: name) }
            return descriptor
        } catch {
            File.close(descriptor)
            throw error
        }
    }

    /// Carries out a change that frees space. On a full disk the note of the change has no room: then what can be made again of the
    /// recording gives its room to it, which is the second copies and the waveforms of `files`. If the disk stays full, the copies are
    /// written again.
    func carryOutOnFullDisk(
        _ intent: Intent, of name: String, _ files: [String], _ lock: borrowing LibraryLock
    ) throws(StorageError) {
        do throws(StorageError) { return try carryOut(intent, lock) } catch .diskFull {
            for file in files { removePeaks(file) }
        }
        var copied: [String: [UInt8]] = [:]
        for file in ["\(name).json", Self.transcriptFile(name)] {
            // A copy that cannot be read is not given up.
            guard let bytes = try? copy(of: file)?.contents() else { continue }
            copied[file] = bytes
            removeCopy(of: file)
        }
        do throws(StorageError) { try carryOut(intent, lock) } catch {
            for (file, bytes) in copied { keepCopy(bytes, of: file) }
            throw error
        }
    }

    /// Deletes the files of a recording one by one, since the disk has no room for a note. The sidecar goes last: after a crash in
    /// between the recording is there with files that are missing, and can be deleted again.
    private func deleteWithoutNote(_ intent: Intent) throws(StorageError) {
        for file in intent.removals.reversed() {
            do throws(StorageError) { try Place(path(of: file)).remove() } catch .missing {}
        }
        try Folder.sync(folder)
    }

    /// True when the folder has the delivered file of the recording. A file is the recording's own only if it bears its name.
    func hasDelivered(_ recording: Recording, _ files: [String]) -> Bool {
        files.contains(recording.delivered) && Recording.ending(of: recording.delivered, name: recording.name) != nil
    }

    /// Returns a recording and the files in the folder that belong to it alone. A bad sidecar counts as missing. With `needsAudio`
    /// false files that cannot be read, and without a description, are a recording without segments.
    func contents(of name: String, needsAudio: Bool = true) throws(StorageError) -> (Recording, own: [String]) {
        let ownership = try ownership(of: name)
        let files = ownership.files(of: name)
        func rebuilt() throws(StorageError) -> Recording {
            do throws(StorageError) { return try rebuiltRecording(name) } catch {
                guard !needsAudio, !files.isEmpty else { throw error }
                return Recording(name: name, created: "").identified
            }
        }
        let recording: Recording
        do throws(StorageError) {
            recording = try readRecording(name)
        } catch .missing {
            recording = try rebuilt()
        } catch .badMetadata {
            recording = try rebuilt()
        }
        return (recording, files.filter { !ownership.shared.contains($0) })
    }

    /// Returns the recording under a new name, and the renamings of its own files: each file keeps its ending, or takes the
    /// next free number when that name is taken.
    func place(
        _ recording: Recording, _ own: [String], as name: String, among files: [String]
    ) -> (Recording, moves: [Intent.Move]) {
        var taken = Set(files.map { Self.splitName($0).base })
        taken.subtract(own.map { Self.splitName($0).base })
        var moves: [Intent.Move] = []
        for file in own {
            guard let ending = Recording.ending(of: file, name: recording.name) else { continue }
            let (base, kind) = Self.splitName(name + ending)
            var target = name + ending
            var number = 2
            if base != name {
                while taken.contains(Self.splitName(target).base) {
                    target = Recording.fileName(name, segment: number, fileExtension: kind)
                    number += 1
                }
            }
            taken.insert(Self.splitName(target).base)
            moves.append(.init(from: file, to: target))
        }
        let targets = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
        return (recording.renamed(to: name, files: targets), moves)
    }

    /// Throws `exists` when a recording, its first file or a transcript has this name, and `busy` or `leftOpen` when a take of this name is
    /// being written or was left open. Names are case-sensitive.
    func refuseTaken(_ name: String, among files: [String]) throws(StorageError) {
        let taken = files.first { file in
            file == name || file == "\(name).json" || file == Self.transcriptFile(name)
                || Self.isAudio(file) && Self.splitName(file).base == name
        }
        if let taken { throw .exists(path: "\(folder)/\(taken)") }
        try refuseOpenTake(name)
    }
}
