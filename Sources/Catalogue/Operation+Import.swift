// The verb `import`: files, and folders of files. One owner at a time; each step blocks briefly.
import Dictation
internal import Messages
import Storage

extension Operation {
    /// Does one step of an import. True at the end of a file. A folder gives way to the files and folders in it.
    func bring(_ path: String, _ options: ImportJob.Options, isRecursive: Bool) throws(StorageError) -> Bool {
        guard isRecursive else { return try bring(path, options) }
        if job == nil, Library.isFolder(path) {
            let folder = try ImportFolder(path, for: library)
            found.formUnion(folder.paths)
            skipped += folder.skipped
            names.replaceSubrange(done...done, with: folder.paths)
            return false
        }
        guard found.contains(path) else { return try bring(path, options) }
        var options = options
        options.isFound = true
        do throws(StorageError) {
            return try bring(path, options)
        } catch .notAudio(let file, let reason) {
            // A damaged song is a failure; a picture or a text is none.
            guard !Library.isSound(path) else { throw .notAudio(path: file, reason: reason) }
            skip(path)
        } catch .decoderRefused(let file, let reason) {
            guard !Library.isSound(path) else { throw .decoderRefused(path: file, reason: reason) }
            skip(path)
        }
        return true
    }

    /// Leaves a file alone that is no audio.
    private func skip(_ path: String) {
        job = nil
        skipped.append((path, StoredText(tr("it is no audio file"))))
    }

    /// Does one step of the import of a file. True at its end.
    private func bring(_ path: String, _ options: ImportJob.Options) throws(StorageError) -> Bool {
        if imported == nil, !options.isAgain { imported = try ImportedContents(library) }
        return try advance { () throws(StorageError) in
            try ImportJob(library, path, options, imported: imported, reserve: reserve)
        } whenDone: { job in
            if let twin = job.twin {
                skipped.append((path, StoredText(tr("\(twin) has its contents already; --again imports it all the same"))))
                twins += 1
                // A script goes on with the recording that has the contents.
                newName = twin
            }
            guard let recording = job.recording else { return }
            newName = recording.name
            // A folder may hold a card that was copied twice.
            imported?.add(recording)
            var fields = RecordingReport.imported(
                recording, from: path, isNamed: options.name != nil, bytes: job.sourceBytes, library)
            if job.markersLeftOut > 0 { fields.append("markers_left_out", .int(Int64(job.markersLeftOut))) }
            if !job.notes.isEmpty {
                fields.append("sound_hint", .text(job.notes.map(\.description).joined(separator: "\n")))
            }
            if job.words > 0 { fields.append("words", .int(Int64(job.words))) }
            if job.wordsLeftOut > 0 { fields.append("words_left_out", .int(Int64(job.wordsLeftOut))) }
            items.append(fields)
        }
    }

    /// Files that were left alone, as items of the reply.
    var skippedItems: [Fields] { skipped.map { ["source": .text($0.path), "skipped": .text($0.reason.description)] } }

    /// The reply to an import of folders without a failure.
    var resultOfFolders: Result<Reply, CatalogueError> {
        let fields: Fields = [
            "imported": .int(Int64(items.count)), "skipped": .int(Int64(skipped.count)), "operation": .int(Int64(id)),
        ]
        let failure = items.isEmpty && twins == 0 ? CatalogueError.nothingToImport(skipped: skipped.count).failure : nil
        return .success(Reply(fields, items: items + skippedItems, failure: failure))
    }
}
