// One thread at a time; blocks on the disk. The index is made true again.
import Database
import Dictation
import Glibc

extension LibraryIndex {
    /// Blocks. Looks at all files and reads again what belongs to those that changed. Returns the names that have journals.
    @discardableResult
    public func refresh() throws(StorageError) -> [String] {
        lastRead = 0
        if let known = try whatWasSeen() { return known }
        finishWhatOthersBegan()
        let now = try FolderScan.Fingerprint(library.folder)
        try with { () throws(IndexFailure) in
            do throws(DatabaseError) {
                if try fingerprint == now.number { return }
                try loadKnown()
            } catch {
                throw .database(error)
            }
            let scan: FolderScan
            do throws(StorageError) { scan = try FolderScan(library.folder) } catch { throw .storage(error) }
            try take(scan, now.number)
        }
        lastLook = now.hasLinks ? nil : (now.number, now.openTakes, Timestamp.now.seconds)
        return now.openTakes
    }

    /// How long the kernel's word is taken before all files are looked at again, in seconds.
    private static let trust = 60

    /// The last look, while the kernel says that nothing has changed since; a take that grows is none.
    private func whatWasSeen() throws(StorageError) -> [String]? {
        guard let watch else { return nil }
        let takes = lastLook?.openTakes ?? []
        let hasNews = watch.hasNews { file in
            takes.contains { Recording.ending(of: file, name: $0) != nil && Library.isAudio(file) }
        }
        guard let last = lastLook, !hasNews, Timestamp.now.seconds - last.seconds < Self.trust else {
            lastLook = nil
            return nil
        }
        // Another program may have made the index anew, or told it less than we know.
        let known = try with { () throws(IndexFailure) in
            do throws(DatabaseError) { return try fingerprint } catch { throw .database(error) }
        }
        return known == last.number ? last.openTakes : nil
    }

    /// What the folder was like when the index was last made true.
    private var fingerprint: UInt64 {
        get throws(DatabaseError) {
            var number: Int64 = 0
            try database.prepare("SELECT fingerprint FROM state").each { number = $0.int(0) }
            return UInt64(bitPattern: number)
        }
    }

    /// A change of several files that was cut short is brought to its end first; one that is under way is left to who does it.
    private func finishWhatOthersBegan() {
        do throws(StorageError) {
            guard try library.hasIntents() else { return }
            _ = try LibraryLock(library)
        } catch {
            // The list shows what is there, and `recover` tells why this did not go.
        }
    }

    /// What another program wrote into the index since is read anew.
    private func loadKnown() throws(DatabaseError) {
        let version = try database.prepare("PRAGMA data_version")
        let now = try version.step() ? version.int(0) : 0
        version.reset()
        guard now != dataVersion else { return }
        dataVersion = now
        known = [:]
        try database.prepare("SELECT name, bytes, modified, nanoseconds, inode FROM file").each { row in
            known[FileName(text: row.text(0))] = FolderScan.Stamp(
                bytes: row.int(1), modified: Timestamp(seconds: Int(row.int(2)), nanoseconds: Int(row.int(3))),
                inode: UInt64(bitPattern: row.int(4)))
        }
    }

    private func take(_ scan: FolderScan, _ fingerprint: UInt64) throws(IndexFailure) {
        var changed: [FileName: FolderScan.Stamp] = [:]
        for file in scan.files {
            let name = FileName(text: file.name)
            if known[name] != file.stamp { changed[name] = file.stamp }
        }
        var gone: [FileName] = []
        if known.count + changed.count != scan.files.count || changed.keys.contains(where: { known[$0] != nil }) {
            let present = Set(scan.files.map { FileName(text: $0.name) })
            gone = known.keys.filter { !present.contains($0) }
        }
        let roots = Set((Array(changed.keys) + gone).map { FileName(text: FolderScan.root(of: $0.text)) })
        var groups: [FileName: [(name: String, stamp: FolderScan.Stamp)]] = [:]
        for file in scan.files {
            let root = FileName(text: FolderScan.root(of: file.name))
            if roots.contains(root) { groups[root, default: []].append(file) }
        }
        // Read before the index is locked for writing: this is what takes time.
        // In the order of the names, so that the tree grows at its end.
        let derived = roots.sorted { $0.text < $1.text }.map { root in
            (root.text, LibraryDerivation(library, groups[root] ?? []).items)
        }
        try database.transaction(
            { () throws(IndexFailure) in
                do throws(DatabaseError) {
                    try write(derived, changed, gone)
                    try database.prepare("UPDATE state SET fingerprint = ?").run([.int(Int64(bitPattern: fingerprint))])
                } catch {
                    throw .database(error)
                }
            }, failing: { .database($0) })
        for (name, stamp) in changed { known[name] = stamp }
        for name in gone { known[name] = nil }
        lastRead = derived.reduce(0) { $0 + $1.1.count }
    }

    private func write(
        _ derived: [(String, [(item: LibraryItem, markers: String)])], _ changed: [FileName: FolderScan.Stamp], _ gone: [FileName]
    ) throws(DatabaseError) {
        for (root, items) in derived {
            try database.prepare("DELETE FROM words WHERE rowid IN (SELECT id FROM recording WHERE root = ?)").run([.text(root)])
            try database.prepare("DELETE FROM recording WHERE root = ?").run([.text(root)])
            for (item, markers) in items { try insert(item, markers, root) }
        }
        let file = try database.prepare("INSERT OR REPLACE INTO file VALUES(?, ?, ?, ?, ?)")
        for (name, stamp) in changed {
            try file.run([
                .text(name.text), .int(stamp.bytes), .int(Int64(stamp.modified.seconds)), .int(Int64(stamp.modified.nanoseconds)),
                .int(Int64(bitPattern: stamp.inode)),
            ])
        }
        for name in gone { try database.prepare("DELETE FROM file WHERE name = ?").run([.text(name.text)]) }
    }

    private func insert(_ item: LibraryItem, _ markers: String, _ root: String) throws(DatabaseError) {
        let date = Timestamp(iso8601: item.created)?.seconds ?? item.modified?.seconds ?? 0
        let tags = item.tags.joined(separator: "\n")
        try database.prepare(
            "INSERT INTO recording VALUES(NULL, \(Array(repeating: "?", count: 24).joined(separator: ", ")))"
        ).run([
            .text(root), .text(item.name), .text(item.name.lowercased()), .text(item.path), .text(item.title), .text(item.artist),
            .text(item.note), .text(tags), .text("\n\(tags.lowercased())\n"), .text(item.state.rawValue), .text(item.created),
            .int(Int64(date)),
            item.modified.map { .int(Int64($0.seconds)) } ?? .null, .int(item.frames), .double(item.seconds),
            .int(Int64(item.rate)), .int(Int64(item.channels)),
            .text(item.container), .text(item.encoding), .int(item.bytes), .int(Int64(item.segments)),
            .int(Int64(item.markers)), item.playPosition.map { .int($0) } ?? .null, .text(item.problem),
        ])
        try database.prepare("INSERT INTO words(rowid, name, title, artist, note, tags, markers) VALUES(?, ?, ?, ?, ?, ?, ?)")
            .run([
                .int(database.lastRow), .text(item.name), .text(item.title), .text(item.artist), .text(item.note), .text(tags),
                .text(markers),
            ])
    }
}
