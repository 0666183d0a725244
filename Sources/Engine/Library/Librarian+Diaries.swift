// Diary files of a library that were not kept until now. Library worker only; blocks on the disk.
internal import Dictation
internal import Storage

extension Librarian {
    /// Finds the recordings whose diary files are missing or were not kept.
    mutating func lookForDiaries() {
        do throws(StorageError) {
            diaries = try library.diariesToKeep().reversed()
        } catch {
            note("no diary files were written: \(error)")
        }
    }

    /// Writes the next diary file, so that no message waits for all of them.
    mutating func keepDiary() {
        guard let name = diaries.popLast() else { return }
        do throws(StorageError) {
            try library.keepDiary(of: name)
        } catch {
            note("the diary file of \(name) was not written: \(error)")
        }
    }
}
