// Diary files: recordings in the diary form beside their sidecars. One owner at a time; blocks on the disk.
import Dictation
internal import JSON
internal import Messages
import System
public import Words

extension Library {
    /// Ending of diary files. It is no ending of a sidecar.
    static let diaryEnding = ".diary.json"

    /// Name of the diary file of a recording. Any thread.
    static func diaryFile(_ name: String) -> String { name + diaryEnding }

    /// Describes a recording in the diary form. Blocks. Throws as `recording` and `transcript` do.
    public func diary(of name: String) throws(StorageError) -> DiaryForm {
        DiaryForm(try recording(name), try transcript(of: name))
    }

    /// Path of the diary file of a recording; nil if there is none. Any thread; blocks.
    public func diaryPath(_ name: String) -> String? {
        exists(Self.diaryFile(name)) ? path(of: Self.diaryFile(name)) : nil
    }

    /// Names of the recordings whose diary file is missing, or older than their sidecar or transcript. Blocks.
    public func diariesToKeep() throws(StorageError) -> [String] {
        try Folder.names(in: folder).compactMap(Self.nameOfSidecar).sorted().filter { name in
            let times = ["\(name).json", Self.transcriptFile(name), Self.diaryFile(name)].map { file in
                try? FileStatus(of: path(of: file)).modified
            }
            guard let own = times[2] else { return true }
            return times[..<2].contains { $0.map { own < $0 } ?? false }
        }
    }

    /// Writes the diary file of a recording if the setting asks for it. Blocks. A recording that is gone has none.
    public func keepDiary(of name: String) throws(StorageError) {
        guard DiaryFiles.isOn else { return }
        let lock = try LibraryLock(self)
        do throws(StorageError) { keepDiary(of: try readRecording(name), lock) } catch .missing {
            // The recording was deleted or renamed meanwhile.
        }
    }

    /// Writes the diary file of a recording whose sidecar or transcript has just changed, if the setting asks for it. For the
    /// holder of the library's lock. A failure is told by `DiaryFiles`.
    func keepDiary(of recording: Recording, _ lock: borrowing LibraryLock) {
        guard DiaryFiles.isOn else { return }
        do throws(StorageError) { try writeDiary(of: recording) } catch {
            DiaryFiles.note(
                StoredText(tr("the diary file of \(recording.name) is not up to date: \(error.description)")))
        }
    }

    /// Writes the diary files of the recordings whose sidecars or transcripts are among the files that a change of several has made,
    /// if the setting asks for them. For the holder of the library's lock.
    func keepDiaries(of files: [String]) {
        guard DiaryFiles.isOn else { return }
        var names: Set<String> = []
        for file in files where !file.hasBytes(first: ".") {
            if let name = Self.nameOfSidecar(file) { names.insert(name) }
            if file.hasBytes(last: Self.transcriptEnding) {
                names.insert(file.droppingBytes(last: Self.transcriptEnding.utf8.count))
            }
        }
        for name in names.sorted() {
            do throws(StorageError) { try writeDiary(of: try readRecording(name)) } catch .missing {
                // A transcript beside sound without a sidecar: such a recording has no diary file.
            } catch {
                DiaryFiles.note(StoredText(tr("the diary file of \(name) is not up to date: \(error.description)")))
            }
        }
    }

    /// True if the setting asks for the diary file of a recording, and it is missing or says something else. A damaged transcript is
    /// told by `verify`, and a sidecar of an older version is no diary file, as `writeDiary` says. Blocks.
    func lacksDiary(_ recording: Recording) throws(StorageError) -> Bool {
        guard DiaryFiles.isOn, exists("\(recording.name).json") else { return false }
        let words: Transcript
        do throws(StorageError) { words = try transcript(of: recording.name) } catch {
            guard error.isBadText else { throw error }
            return false
        }
        let old: [UInt8]
        do throws(StorageError) { old = try Self.contents(of: path(of: Self.diaryFile(recording.name))) } catch .missing {
            return true
        }
        return old != DiaryForm(recording.identified, words).printed && !Self.isSidecar(old)
    }

    /// Writes the diary file of a recording if it lacks it: a program died before it did so. Nil if there is nothing to do.
    func mendDiary(of recording: Recording) throws(StorageError) -> RecoveryNote? {
        guard try lacksDiary(recording) else { return nil }
        return try mendDiary(of: recording.name, LibraryLock(self))
    }

    private func mendDiary(of name: String, _: borrowing LibraryLock) throws(StorageError) -> RecoveryNote? {
        let recording: Recording
        // The recording was deleted or renamed meanwhile.
        do throws(StorageError) { recording = try readRecording(name) } catch .missing { return nil }
        guard try lacksDiary(recording) else { return nil }
        try writeDiary(of: recording)
        return RecoveryNote(name, .described, tr("its diary file was missing or not up to date, and was written anew"))
    }

    /// Writes a diary file in one step, unless it has this text already. A sidecar of an older version, which allowed recordings
    /// whose names end so, is left alone.
    private func writeDiary(of recording: Recording) throws(StorageError) {
        let path = path(of: Self.diaryFile(recording.name))
        let text = try DiaryForm(recording.identified, transcript(of: recording.name)).printed
        do throws(StorageError) {
            let old = try Self.contents(of: path)
            guard old != text else { return }
            if Self.isSidecar(old) { throw .exists(path: path) }
        } catch .missing {
            // This is the first one.
        }
        try Self.replace(path, with: text, like: self.path(of: "\(recording.name).json"))
    }

    private static func isSidecar(_ bytes: [UInt8]) -> Bool {
        do throws(JSONError) { return try JSONTree(parsing: bytes)["schema"] != nil } catch { return false }
    }

    /// Adds the diary file to a change that gives a recording another name, whatever the setting is. `targets` has the new name of
    /// each file by the old one.
    func carryDiary(
        of name: String, to after: Recording, _ intent: inout Intent, among files: [String], _ targets: [String: String]
    ) throws(StorageError) {
        let (old, new) = (Self.diaryFile(name), Self.diaryFile(after.name))
        guard files.contains(old) else { return }
        intent.removals.append(old)
        // The file of a recording that is gone may have the name: it is written anew after the change, if the setting asks for it.
        guard !files.contains(new) else { return }
        var words = Transcript()
        do throws(StorageError) { words = try transcript(of: name) } catch {
            // A damaged transcript has no words here; `verify` tells of it.
            guard error.isBadText else { throw error }
        }
        let text = DiaryForm(after.identified, words.withFiles { targets[$0] ?? $0 }).printed
        intent.sidecars.append(.init(file: new, text: String(decoding: text, as: UTF8.self), like: old))
    }
}
