// The verb `flatten` as a part of an operation. One owner at a time; each step blocks briefly.
import Dictation
import Storage

extension Operation {
    /// Does one step of a flattening. True at its end.
    func flatten(_ name: String, isForgetting: Bool) throws(StorageError) -> Bool {
        if job == nil { noteCopies(name) }
        return try advance { () throws(StorageError) in
            try FlattenJob(library, name, isForgetting: isForgetting, reserve: reserve)
        } whenDone: { job in
            items.append(job.fields)
            // The files of a recording that is flat already were not looked at.
            if !job.hasReplaced { warnOfMissing(job.recording) }
            guard job.hasReplaced else { return }
            removeCopies()
            changes.append(.replaced(name: name))
            // A file rendered before holds what was given up.
            if isForgetting { renders.forget(name, in: library) }
        }
    }
}
