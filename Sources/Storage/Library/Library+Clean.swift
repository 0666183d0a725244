// One thread (the library worker); blocks on the disk. Room for new takes.
import Dictation

extension Library {
    /// What was deleted to get room.
    public struct Cleaning: Sendable, Hashable {
        public var files: [String] = []
        public var bytes: Int64 = 0
    }

    /// Blocks until it is on the disk. Deletes the recording's own files that neither its timeline nor any step of undo and redo
    /// has a part of; `isForgetting` gives up the steps first. What another recording names, and what is only referred to, stays,
    /// and so does the file that has the recording's own name, by which it is found.
    /// After a crash in between the rest is done by whoever looks at the library next.
    public func cleanRecording(_ name: String, isForgetting: Bool) throws(StorageError) -> Cleaning {
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let before: Recording
        // Without a sidecar there is nothing but what is heard.
        do throws(StorageError) { before = try readRecording(name) } catch .missing { return Cleaning() }
        var after = before
        if isForgetting { after.edits.forget() }
        let needed = after.edits.segments
        // One of which nothing is heard and nothing can come back is deleted as a whole, or not at all.
        guard !needed.isEmpty else { return Cleaning() }
        var useless = Set(before.segments.map(\.file).filter { !needed.contains($0) && Self.baseName(ofPath: $0) != name })
        if !useless.isEmpty { useless.subtract(try filesOfOthers(than: name)) }
        after.segments.removeAll { useless.contains($0.file) }
        guard after != before else { return Cleaning() }
        let own = try ownership(of: name).files(of: name)
        var intent = Intent(name: name)
        var cleaning = Cleaning()
        for segment in before.segments where useless.contains(segment.file) {
            // A sidecar may name what is not its own; only what is called like it goes.
            guard own.contains(segment.file) else { continue }
            intent.removals.append(segment.file)
            cleaning.bytes = cleaning.bytes.boundedSum(try FileStatus(of: path(of: segment.file)).bytes)
        }
        cleaning.files = intent.removals
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: after), as: UTF8.self))]
        try carryOut(intent, lock)
        for file in cleaning.files { removePeaks(file) }
        return cleaning
    }

    /// Files that other sidecars name. One that cannot be read could name anything: then nothing is deleted.
    private func filesOfOthers(than name: String) throws(StorageError) -> Set<String> {
        var files: Set<String> = []
        for other in try sidecars() where other != name {
            let recording = try readRecording(other)
            files.formUnion(recording.edits.segments)
            files.formUnion(recording.segments.map(\.file))
        }
        return files
    }
}
