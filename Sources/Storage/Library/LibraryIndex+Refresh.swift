// Brings the index of a library up to date. One owner at a time; blocks on the disk.
import Database
import Dictation
import System
import Words

extension LibraryIndex {
    /// Looks at all files and reads again those of changed recordings. Blocks. Returns the names that have journals.
    @discardableResult
    public func refresh() throws(StorageError) -> [String] {
        lastRead = 0
        if let known = try whatWasSeen() { return known }
        // An empty mount point is no empty library.
        try library.checkPlace()
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

    /// Seconds for which the kernel's change notifications are trusted before all files are looked at again.
    private static let trust = 60

    /// Result of the last look at all files, if the kernel has reported no change since; a growing take is no change.
    private func whatWasSeen() throws(StorageError) -> [String]? {
        var news = FolderWatch.News.folder
        if !hasLostWatch {
            guard let watch else { return nil }
            let takes = lastLook?.openTakes ?? []
            news = watch.news { file in
                takes.contains { Recording.ending(of: file, name: $0) != nil && Library.isAudio(file) }
            }
        }
        if news == .folder {
            watch = FolderWatch(library.folder)
            hasLostWatch = watch == nil
        }
        guard let last = lastLook, news == .nothing, Timestamp.now.seconds - last.seconds < Self.trust else {
            lastLook = nil
            return nil
        }
        // Another program may have made a new index, or written an older state into it.
        let known = try with { () throws(IndexFailure) in
            do throws(DatabaseError) { return try fingerprint } catch { throw .database(error) }
        }
        return known == last.number ? last.openTakes : nil
    }

    /// Fingerprint of the folder at the last refresh.
    private var fingerprint: UInt64 {
        get throws(DatabaseError) {
            var number: Int64 = 0
            try database.prepare("SELECT fingerprint FROM state").each { number = $0.int(0) }
            return UInt64(bitPattern: number)
        }
    }

    /// Completes a change of several files that was cut short by a crash. A change in progress is left to its program.
    private func finishWhatOthersBegan() {
        do throws(StorageError) {
            guard try library.hasIntents() else { return }
            _ = try LibraryLock(library)
        } catch {
            // The list shows the present state, and `recover` reports the reason.
        }
    }

    /// Loads the known files again when another program has written to the index.
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

    /// Brings the index up to date with a scan of the folder.
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
        let stay = SoundHelpers.Stay()
        defer { withExtendedLifetime(stay) {} }
        let roots = Set((Array(changed.keys) + gone).map { FileName(text: FolderScan.root(of: $0.text)) })
        var groups: [FileName: [(name: String, stamp: FolderScan.Stamp)]] = [:]
        for file in scan.files {
            let root = FileName(text: FolderScan.root(of: file.name))
            if roots.contains(root) { groups[root, default: []].append(file) }
        }
        // Read before the database is locked for writing, since this takes the time. Sorted by name, so the database's tree
        // grows at its end.
        let rows: [String: Int64]
        do throws(DatabaseError) { rows = try rowsWithLines(of: roots) } catch { throw .database(error) }
        var uncertain: Set<FileName> = []
        let derived = roots.sorted { $0.text < $1.text }.map { root in
            let derivation = LibraryDerivation(library, groups[root] ?? [], known: rows)
            if derivation.isUncertain { uncertain.insert(root) }
            return (root.text, derivation.entries)
        }
        // Groups with files that the disk did not give are looked at again, though they do not change. Their files stay known, so that
        // their end is seen.
        for root in uncertain {
            for file in groups[root] ?? [] { changed[FileName(text: file.name)] = .unread }
        }
        var overtaken: Set<FileName> = []
        try database.transaction(
            { () throws(IndexFailure) in
                do throws(DatabaseError) {
                    overtaken = try write(derived)
                    // Files of such groups are looked at again.
                    if !overtaken.isEmpty {
                        changed = changed.filter { !overtaken.contains(FileName(text: FolderScan.root(of: $0.key.text))) }
                        gone.removeAll { overtaken.contains(FileName(text: FolderScan.root(of: $0.text))) }
                    }
                    try write(changed, gone)
                    // A number that this folder has not, so that it is scanned again: 0 is that of an empty one.
                    let number = uncertain.isEmpty && overtaken.isEmpty ? fingerprint : ~fingerprint
                    try database.prepare("UPDATE state SET fingerprint = ?").run([.int(Int64(bitPattern: number))])
                } catch {
                    throw .database(error)
                }
            }, failing: { .database($0) })
        for (name, stamp) in changed { known[name] = stamp }
        for name in gone { known[name] = nil }
        lastRead = derived.reduce(0) { $0 + $1.1.count }
    }

    /// Rows of recordings whose lines are in the index, by the sources of the lines.
    private func rowsWithLines(of roots: Set<FileName>) throws(DatabaseError) -> [String: Int64] {
        var rows: [String: Int64] = [:]
        // A new index has none, and thousands of groups.
        guard !known.isEmpty else { return rows }
        let statement = try database.prepare(
            "SELECT source, id FROM recording WHERE root = ? AND source <> ''"
                + " AND EXISTS (SELECT 1 FROM words WHERE words.rowid = recording.id)")
        for root in roots { try statement.each([.text(root.text)]) { rows[$0.text(0)] = $0.int(1) } }
        return rows
    }

    /// Writes changed recordings. Runs inside a transaction. Returns the groups of which another program has written a row with lines
    /// that were to stay: these groups were left alone.
    private func write(_ derived: [(String, [LibraryEntry])]) throws(DatabaseError) -> Set<FileName> {
        var overtaken: Set<FileName> = []
        let words = try database.prepare(
            "SELECT words.spoken FROM recording JOIN words ON words.rowid = recording.id"
                + " WHERE recording.id = ? AND recording.source = ?")
        for (root, entries) in derived {
            var spoken: [Int64: String] = [:]
            for entry in entries {
                guard let row = entry.kept else { continue }
                try words.each([.int(row), .text(entry.source)]) { spoken[row] = $0.text(0) }
            }
            guard spoken.count == entries.count(where: { $0.kept != nil }) else {
                overtaken.insert(FileName(text: root))
                continue
            }
            try remove(root, keepingLinesOf: spoken)
            // Rows that stay take their numbers before new ones could.
            for entry in entries {
                if let row = entry.kept { try insert(entry, root, spoken: spoken[row]) }
            }
            for entry in entries where entry.kept == nil { try insert(entry, root, spoken: nil) }
        }
        return overtaken
    }

    /// Writes changed files. Runs inside a transaction.
    private func write(_ changed: [FileName: FolderScan.Stamp], _ gone: [FileName]) throws(DatabaseError) {
        let file = try database.prepare("INSERT OR REPLACE INTO file VALUES(?, ?, ?, ?, ?)")
        for (name, stamp) in changed {
            try file.run([
                .text(name.text), .int(stamp.bytes), .int(Int64(stamp.modified.seconds)), .int(Int64(stamp.modified.nanoseconds)),
                .int(Int64(bitPattern: stamp.inode)),
            ])
        }
        for name in gone { try database.prepare("DELETE FROM file WHERE name = ?").run([.text(name.text)]) }
    }

    /// Removes the recordings of a group of files. The lines of some rows stay.
    private func remove(_ root: String, keepingLinesOf kept: [Int64: String]) throws(DatabaseError) {
        var ids: [Int64] = []
        try database.prepare("SELECT id FROM recording WHERE root = ?").each([.text(root)]) { ids.append($0.int(0)) }
        for id in ids {
            try database.prepare("DELETE FROM words WHERE rowid = ?").run([.int(id)])
            guard kept[id] == nil else { continue }
            try database.prepare("DELETE FROM line WHERE rowid >= ? AND rowid < ?").run(try Self.lines(of: id))
        }
        try database.prepare("DELETE FROM recording WHERE root = ?").run([.text(root)])
    }

    /// Adds one recording and its searchable words. `spoken` has those of the lines that stay; nil for new lines.
    private func insert(_ entry: LibraryEntry, _ root: String, spoken: String?) throws(DatabaseError) {
        let item = entry.item
        let number: Statement.Value = if let kept = entry.kept { .int(kept) } else { .null }
        let date = Timestamp(iso8601: item.created)?.seconds ?? item.modified?.seconds ?? 0
        let tags = item.tags.joined(separator: "\n")
        // A text has no line break.
        let fields = item.fields.map { "\($0.key)=\($0.text)" }.joined(separator: "\n")
        try database.prepare(
            "INSERT INTO recording VALUES(\(Array(repeating: "?", count: 33).joined(separator: ", ")))"
        ).run([
            number, .text(root), .text(item.name), .text(item.name.lowercased()), .text(item.path), .text(item.title),
            .text(item.artist), .text(item.note), .text(tags), .text("\n\(tags.lowercased())\n"), .text(item.state.rawValue),
            .text(item.created), .int(Int64(date)),
            item.modified.map { .int(Int64($0.seconds)) } ?? .null, .int(item.frames), .double(item.seconds),
            .int(Int64(item.rate)), .int(Int64(item.channels)),
            .text(item.container), .text(item.encoding), .int(item.bytes), .int(Int64(item.segments)),
            .int(Int64(item.markers)), item.playPosition.map { .int($0) } ?? .null, .text(item.problem),
            .int(item.id.halves.high), .int(item.id.halves.low), .text(item.artist.lowercased()), .int(item.isFavourite ? 1 : 0),
            .text(fields),
            item.kilobits.map { .int(Int64($0)) } ?? .null, .int(entry.isUnread ? 1 : 0), .text(entry.source),
        ])
        let id = database.lastRow
        let said = spoken ?? entry.vocabulary.folded
        let others = [item.name, item.title, item.artist, item.note, tags, entry.markers].map(\.folded)
        let searched = others + [said, fields.folded]
        try database.prepare(
            "INSERT INTO words(rowid, name, title, artist, note, tags, markers, spoken, fields) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).run([.int(id)] + searched.map { .text($0) })
        guard entry.kept == nil else { return }
        let first = try Self.firstLine(of: id)
        let row = try database.prepare("INSERT INTO line(rowid, text, frame, shown) VALUES(?, ?, ?, ?)")
        for (number, line) in entry.lines.prefix(Int(Self.mostLines)).enumerated() {
            let text = line.text.withoutOtherLetters
            try row.run([
                .int(first + Int64(number)), .text(text), .int(line.frame), text == line.text ? .null : .text(line.text),
            ])
        }
    }
}
