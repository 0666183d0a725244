// The verb `export`: one file of a recording, or several. One owner at a time; each step blocks briefly.
import Dictation
internal import Messages
import Storage

extension Operation {
    /// Does one step of an export. True at its end.
    func export(_ name: String, _ options: ExportOptions) throws(StorageError) -> Bool {
        if job == nil, part == 0 {
            guard let found = try parts(of: name, options) else { return true }
            parts = found
        }
        let own = parts[part].options(options)
        let isOver = try advance { () throws(StorageError) in
            try ExportJob(library, name, own, reserve: reserve, mayChooseName: options.isFolder)
        } whenDone: { job in
            var item: Fields = [
                "name": .text(job.name), "path": .text(job.path), "seconds": .double(job.seconds),
                "markers": .int(Int64(job.markersWritten)), "tagged": .flag(job.isTagged),
            ]
            if options.silence != nil {
                item.append("silences", .int(Int64(job.gaps.count)))
                item.append("skipped_seconds", .double(job.skippedSeconds))
            }
            if let track = own.track { item.append("number", .int(Int64(track.number))) }
            items.append(item + job.findings)
            warnOfMissing(job.recording, in: job.range)
        }
        guard isOver else { return false }
        part += 1
        return part >= parts.count
    }

    /// The files of a recording; nil after noting a failure. Throws `.exists` before any work if one of several files is there.
    private func parts(of name: String, _ options: ExportOptions) throws(StorageError) -> [ExportPart]? {
        guard options.section != nil || options.voices != [nil] || options.isBySegment else { return [ExportPart()] }
        let recording = try library.recording(name)
        var section: Range<Int64>?
        if let wanted = options.section {
            guard let range = frames(wanted, of: recording) else { return nil }
            section = range
        }
        guard options.voices == [nil] || !recording.isMono else {
            failures.append(
                (recording.name, .usage(tr("\(recording.name) is mono, so it has one voice only; export it without --voice"))))
            return nil
        }
        let parts = ExportPart.all(of: recording, section, options)
        guard !parts.isEmpty else {
            failures.append(
                (recording.name, .usage(tr("\(recording.name) has no sound in this part, so it has no segments there"))))
            return nil
        }
        guard options.isBySegment || options.voices != [nil] else { return parts }
        for part in parts {
            let path = part.options(options).path(name)
            guard !Library.isThere(path) else { throw .exists(path: path) }
        }
        return parts
    }
}

extension ExportPart {
    /// The options of an export with those of this file.
    fileprivate func options(_ options: ExportOptions) -> ExportOptions {
        var options = options
        (options.range, options.track, options.voice) = (range, track, voice)
        return options
    }
}
