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

    /// Those of the files that other recordings need, as far as can be known: for a deletion, which a damaged or foreign JSON file must
    /// not stop for ever. A sidecar that cannot be read needs the files whose names stand in its bytes or in its second copy. Blocks;
    /// looks through all sidecars and parses few of them, or reads only those that have changed where the names of the folder are kept
    /// (`NamesStay`).
    func neededByOthers(_ files: [String], than name: String) throws(StorageError) -> Set<String> {
        // A recording without a delivered file has an empty name for it.
        let wanted = Set(files.filter { !$0.isEmpty })
        guard !wanted.isEmpty else { return [] }
        guard let kept = KeptFolder.of(self) else { return needed(wanted, by: try sidecars(), than: name) }
        let (named, unread) = try kept.sidecars.withLock {
            (sidecars) throws(StorageError) -> (files: Set<String>, unread: [String]) in
            try sidecars.update(self, isRough: true)
            return sidecars.readablyNamed(wanted, byOthersThan: name)
        }
        return named.union(needed(wanted, by: unread, than: name))
    }

    /// Those of the files that the sidecars of other recordings need.
    private func needed(_ files: Set<String>, by others: [String], than name: String) -> Set<String> {
        let key = FileName(text: name)
        // The files of a recording begin with its name: one search does for nearly all sidecars.
        let areAlike = files.allSatisfy { $0.hasBytes(first: name) }
        let beginning = Array("\"\(areAlike ? name : "")".utf8)
        var needed: Set<String> = []
        for other in others where FileName(text: other) != key { needed.formUnion(self.needed(files, beginning, by: other)) }
        return needed
    }

    /// Those of the files that one sidecar needs; `beginning` is that of all their names in it. It is searched first, which takes a
    /// small part of the time of parsing it.
    private func needed(_ files: Set<String>, _ beginning: [UInt8], by other: String) -> Set<String> {
        var written: Set<String> = []
        do throws(StorageError) {
            let bytes = try Self.contents(of: path(of: "\(other).json"))
            if Self.has(beginning, in: bytes) { written = files.filter { Self.has(Array("\"\($0)\"".utf8), in: bytes) } }
            guard !written.isEmpty || Self.mayName(files, bytes) else { return [] }
            return files.intersection(try readRecording(other).namedFiles)
        } catch .missing {
            // A recording that was deleted meanwhile needs nothing.
            return []
        } catch {
            guard let copied = copiedRecording(other, isDamaged: true) else {
                return written.isEmpty || isForeign(other) ? [] : written
            }
            return written.union(files.intersection(copied.namedFiles))
        }
    }

    /// True if a text may name files in other bytes than theirs: with escapes, in another normal form, or as the first versions of
    /// Dicta did, without a list of segments. True also for a text that is cut off.
    private static func mayName(_ files: Set<String>, _ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "{"), bytes.last(where: { $0 > 0x20 }) == UInt8(ascii: "}") else { return true }
        if bytes.contains(UInt8(ascii: "\\")) || !has(Array("\"segments\"".utf8), in: bytes) { return true }
        return files.contains { file in file.utf8.contains { $0 > 127 } } && bytes.contains { $0 > 127 }
    }

    /// True if a text has these bytes.
    private static func has(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        var rest = bytes[...]
        while rest.count >= wanted.count, let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
