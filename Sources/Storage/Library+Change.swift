// Room: Storage. One thread at a time (the library worker); blocks on the disk. Rename and delete, with all that belongs.
import Dictation

extension Library {
    /// Blocks until it is on the disk. Gives a recording and all its own files another name; nothing that is there is ever
    /// overwritten. After a crash in between the rest is done by whoever looks at the library next.
    public func renameRecording(_ name: String, to newName: String) throws(StorageError) {
        try Self.checkName(newName)
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let files = try Folder.names(in: folder)
        let (recording, own) = try contents(of: name, among: files)
        try refuseTaken(newName, among: files)
        let renamed = recording.renamed(to: newName)
        var intent = Intent(name: name)
        for (segment, target) in zip(recording.segments, renamed.segments) where own.contains(segment.file) {
            intent.moves.append(.init(from: segment.file, to: target.file))
        }
        if hasDelivered(recording, files) { intent.moves.append(.init(from: recording.delivered, to: renamed.delivered)) }
        // One that never had a sidecar needs none now.
        if files.contains("\(name).json") {
            intent.sidecars = [.init(file: "\(newName).json", text: String(decoding: renamed.printed, as: UTF8.self))]
            intent.removals = ["\(name).json"]
        }
        try carryOut(intent, lock)
        for move in intent.moves { movePeaks(move.from, to: move.to) }
    }

    /// Blocks until it is on the disk. Removes a recording with all its own files, for good. A file that is only referred to
    /// stays where it is.
    public func deleteRecording(_ name: String) throws(StorageError) {
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let files = try Folder.names(in: folder)
        var intent = Intent(name: name)
        let (recording, own) = try contents(of: name, among: files)
        // The sidecar first: what is left after a crash is finished from the note, and never looks like a whole recording.
        if files.contains("\(name).json") { intent.removals.append("\(name).json") }
        intent.removals += own
        if hasDelivered(recording, files) { intent.removals.append(recording.delivered) }
        try carryOut(intent, lock)
        for segment in recording.segments where own.contains(segment.file) || segment.isReference { removePeaks(segment.file) }
    }

    /// What a sidecar names is only ours where it is called like the recording.
    private func hasDelivered(_ recording: Recording, _ files: [String]) -> Bool {
        files.contains(recording.delivered) && Recording.ending(of: recording.delivered, name: recording.name) != nil
    }

    /// What a recording is and which files in the folder are its own. A bad sidecar counts as none.
    func contents(of name: String, among files: [String]) throws(StorageError) -> (Recording, own: [String]) {
        let recording: Recording
        do throws(StorageError) {
            recording = try readRecording(name)
        } catch .missing {
            recording = try rebuiltRecording(name)
        } catch .badMetadata {
            recording = try rebuiltRecording(name)
        }
        let own = recording.segments.map(\.file).filter { file in
            // A sidecar may name what is not its own; only what is called like it goes with it.
            !file.hasPrefix("/") && files.contains(file) && (file == name || Recording.ending(of: file, name: name) != nil)
        }
        return (recording, own)
    }

    /// Of a name that is taken in any way, another case of letters is another name.
    func refuseTaken(_ name: String, among files: [String]) throws(StorageError) {
        let taken = files.first { file in
            file == name || file == "\(name).json" || Self.isAudio(file) && Recording.ending(of: file, name: name) != nil
        }
        if let taken { throw .exists(path: "\(folder)/\(taken)") }
    }
}
