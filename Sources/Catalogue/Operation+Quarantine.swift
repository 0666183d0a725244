// The verbs `quarantine` and `relink`. One owner at a time; blocks briefly.
import Dictation
internal import Messages
import Storage

extension Catalogue {
    /// The reply of `quarantine list`. Throws `CatalogueError.storage`.
    func quarantined() throws(CatalogueError) -> Reply {
        let files: [QuarantinedFile]
        do throws(StorageError) { files = try library.quarantined() } catch { throw .storage(error) }
        return Reply(
            [
                "files": .int(Int64(files.count)), "bytes": .int(files.reduce(0) { $0.boundedSum($1.bytes) }),
            ],
            items: files.map { file in
                [
                    "file": .text(file.file), "recording": .text(file.recording), "bytes": .int(file.bytes),
                    "moved": .text(file.moved), "reason": .text(file.reason), "original": .text(file.original),
                ]
            })
    }

    /// The files that a request about the quarantine names. Throws `CatalogueError.usage` if it names none.
    func quarantinedFiles(_ request: Request) throws(CatalogueError) -> [String] {
        let named = request.texts(.name)
        let isAll = request.flag(.all)
        guard named.isEmpty == isAll else {
            throw .usage(tr("quarantine: name files as 'dicta quarantine' lists them, or give --all"))
        }
        guard isAll else { return named }
        do throws(StorageError) { return try library.quarantined().map(\.file) } catch { throw .storage(error) }
    }
}

extension Operation {
    /// Puts a file of the quarantine back, and gives its size in bytes.
    func restore(_ file: String) throws(StorageError) -> Int64 {
        let (name, bytes) = try library.restoreQuarantined(file)
        items.append([
            "file": .text(file), "name": .text(name), "path": .text(library.path(of: name)), "bytes": .int(bytes),
        ])
        return bytes
    }

    /// Deletes a file of the quarantine for good, and gives the bytes that are free now.
    func discard(_ file: String) throws(StorageError) -> Int64 {
        let bytes = try library.discardQuarantined(file)
        items.append(["file": .text(file), "bytes": .int(bytes)])
        return bytes
    }

    /// Does one step of pointing a recording to its files. True at its end.
    func relink(_ name: String, to path: String, isForced: Bool) throws(StorageError) -> Bool {
        try advance { () throws(StorageError) in
            RelinkJob(library, name, to: path, isForced: isForced, cache: decodes)
        } whenDone: { job in
            for change in job.changes {
                var fields: Fields = ["name": .text(name), "path": .text(change.segment.file), "old_path": .text(change.old)]
                if change.old == change.segment.file {
                    fields.append("hint", .text(tr("\(change.old) is there already, where \(name) refers to it")))
                }
                items.append(fields)
            }
            changes.append(.replaced(name: name))
        }
    }
}
