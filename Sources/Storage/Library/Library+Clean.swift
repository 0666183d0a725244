// Deletes audio files that a recording no longer uses. One owner at a time; blocks on the disk.
import Dictation
internal import Synchronization
import System
import Words

extension Library {
    /// Result of a cleaning.
    public struct Cleaning: Sendable, Hashable {
        /// Names of the deleted files.
        public var files: [String] = []
        /// Bytes freed.
        public var bytes: Int64 = 0
    }

    /// Deletes the recording's own files that neither its timeline nor a step of undo or redo uses; `isForgetting` discards
    /// these steps first. Blocks until the change is on the disk. Files that another recording names, referenced files, and the
    /// file with the recording's own name, by which it is found, all stay. After a crash the next list or change of the library
    /// completes the cleaning.
    public func cleanRecording(_ name: String, isForgetting: Bool) throws(StorageError) -> Cleaning {
        let lock = try LibraryLock(self)
        try refuseOpenTake(name)
        let before: Recording
        // Without a sidecar every file is used.
        do throws(StorageError) { before = try readRecording(name) } catch .missing { return Cleaning() }
        var after = before
        if isForgetting { after.edits.forget() }
        let needed = after.edits.segments
        // A recording whose timeline and undo steps are all empty is deleted as a whole or not at all.
        guard !needed.isEmpty else { return Cleaning() }
        var useless = Set(before.segments.map(\.file).filter { !needed.contains($0) && Self.baseName(ofPath: $0) != name })
        if !useless.isEmpty { useless.subtract(try namedByOthers(useless, than: name)) }
        after.segments.removeAll { useless.contains($0.file) }
        guard after != before else { return Cleaning() }
        let own = Set(try ownership(of: name).files(of: name))
        var intent = Intent(name: name)
        var cleaning = Cleaning()
        for segment in before.segments where useless.contains(segment.file) {
            // A sidecar may name foreign files; only files that bear the recording's name are deleted.
            guard own.contains(segment.file) else { continue }
            intent.removals.append(segment.file)
            cleaning.bytes = cleaning.bytes.boundedSum(try FileStatus(of: path(of: segment.file)).bytes)
        }
        if isForgetting, !intent.removals.isEmpty {
            // The files that go could be the last ones with a sound.
            let heard = Set(after.timeline.segments)
            for segment in after.segments where heard.contains(segment.file) { try refuseDamaged(segment, of: name) }
        }
        cleaning.files = intent.removals
        intent.sidecars = [.init(file: "\(name).json", text: String(decoding: try text(of: after), as: UTF8.self))]
        let kept = needed.union(after.segments.map(\.file))
        try carryTranscript(of: name, to: after, &intent) { $0 = $0.keeping(kept) }
        try carryOutOnFullDisk(intent, of: name, cleaning.files, lock)
        for file in cleaning.files { removePeaks(file) }
        return cleaning
    }

    /// Those of the files that sidecars of other recordings name. Throws `unreadOther` for an unreadable sidecar, since it could name
    /// any file. Blocks; reads all sidecars, but only those that have changed where the names of the folder are kept (`NamesStay`).
    public func namedByOthers(_ files: Set<String>, than name: String) throws(StorageError) -> Set<String> {
        guard let kept = KeptFolder.of(self) else {
            var sidecars = KeptSidecars()
            try sidecars.update(self)
            return try sidecars.named(files, byOthersThan: name)
        }
        return try kept.sidecars.withLock { (sidecars) throws(StorageError) -> Set<String> in
            try sidecars.update(self)
            return try sidecars.named(files, byOthersThan: name)
        }
    }
}
