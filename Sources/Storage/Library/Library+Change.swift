// One thread at a time (the library worker); blocks on the disk. Rename and delete, with all that belongs.
import Dictation

extension Library {
    /// Blocks until it is on the disk. Gives a recording and all its own files another name; nothing that is there is ever
    /// overwritten. After a crash in between the rest is done by whoever looks at the library next.
    public func renameRecording(_ name: String, to newName: String) throws(StorageError) {
        try Self.checkName(newName)
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let files = try Folder.names(in: folder)
        let (recording, own) = try contents(of: name)
        try refuseTaken(newName, among: files)
        var (renamed, moves) = place(recording, own, as: newName, among: files)
        if hasDelivered(recording, files) {
            let target = Recording.ending(of: recording.delivered, name: name).map { newName + $0 } ?? recording.delivered
            moves.append(.init(from: recording.delivered, to: target))
            renamed.delivered = target
        }
        var intent = Intent(name: name)
        intent.moves = moves
        // One that never had a sidecar needs none now.
        if files.contains("\(name).json") {
            let text = String(decoding: try text(of: renamed), as: UTF8.self)
            intent.sidecars = [.init(file: "\(newName).json", text: text, like: "\(name).json")]
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
        let (recording, own) = try contents(of: name)
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

    /// A recording and the files in the folder that are its own alone. A bad sidecar counts as none.
    func contents(of name: String) throws(StorageError) -> (Recording, own: [String]) {
        let ownership = try ownership(of: name)
        let recording: Recording
        do throws(StorageError) {
            recording = try readRecording(name)
        } catch .missing {
            recording = try rebuiltRecording(name)
        } catch .badMetadata {
            recording = try rebuiltRecording(name)
        }
        return (recording, ownership.files(of: name).filter { !ownership.shared.contains($0) })
    }

    /// The recording under a new name, and what its own files are called then: as before with the new name in the place of the
    /// old one, or where somebody has that already, the next one that is free.
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

    /// Refuses a name that a recording or its first file has in any way; another case of letters is another name. One that a take is
    /// being written for is taken too.
    func refuseTaken(_ name: String, among files: [String]) throws(StorageError) {
        let taken = files.first { file in
            file == name || file == "\(name).json" || Self.isAudio(file) && Self.splitName(file).base == name
        }
        if let taken { throw .exists(path: "\(folder)/\(taken)") }
        try refuseOpenTake(name)
    }
}
