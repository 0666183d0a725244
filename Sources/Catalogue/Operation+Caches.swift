// Caches that follow the files of a recording. One owner at a time; blocks on the disk.
import Dictation
import Storage

extension Operation {
    /// Notes the decoded copies of a recording's files, before a change of these files.
    func noteCopies(_ name: String) {
        do throws(StorageError) {
            let recording = try library.recording(name)
            let files = recording.segments.map(\.file) + (recording.delivered.isEmpty ? [] : [recording.delivered])
            copies = decodes.copies(of: files.map(library.path))
        } catch {
            // The change tells of a recording that cannot be read.
            copies = [:]
        }
    }

    /// Removes the noted copies after the change: those of files that are gone, or all for a recording that was deleted. A copy
    /// is as private as its source.
    func removeCopies(all isDeleted: Bool = false) {
        for (path, copy) in copies where isDeleted || !Library.isThere(path) { decodes.remove(copy) }
        copies = [:]
    }

    /// Gives the noted copies to the files under their new names.
    func moveCopies(_ files: [String: String]) {
        for (old, new) in files {
            if let copy = copies[library.path(of: old)] { decodes.move(copy, to: library.path(of: new)) }
        }
        copies = [:]
    }
}
