// Finds recordings by their files. One owner at a time; blocks on the disk.
import Dictation
internal import Messages
import System

extension Library {
    /// Extensions of files that count as recordings; files of other kinds in the folder are ignored.
    static let audioExtensions: Set<String> = Set(AudioFormat.Container.allCases.map(\.fileExtension)).union(
        ["wave", "rf64", "w64", "caf", "ogg", "oga", "opus", "mp3", "aif", "aiff", "aifc", "au", "snd"])

    /// Returns the name of the recording meant by its name or by the name of one of its files. Blocks, but opens no audio.
    /// Throws `noSuchRecording`.
    public func nameOfRecording(_ name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        let name = try spelling(of: name)
        let ownership = try ownership(of: name)
        if ownership.has(name) { return name }
        guard let owner = ownership.owner(of: name) else { throw .noSuchRecording(name: name, folder: folder) }
        return owner
    }

    /// Finds the recording meant by a path (anything with a "/"), a file name in the library, or a name without its extension.
    /// When two files share the name, the container that comes first in the table of formats wins. Blocks. Throws
    /// `noSuchRecording`, and `gone` or `moved` if the file of a recording is missing.
    public func find(_ nameOrPath: String) throws(StorageError) -> RecordingSummary {
        if nameOrPath.hasSlash { return try RecordingSummary(path: nameOrPath) }
        try Self.checkName(nameOrPath)
        let files = try Folder.names(in: folder)
        let nameOrPath = try Self.spelling(of: nameOrPath, among: files)
        if files.contains(nameOrPath) { return try RecordingSummary(path: "\(folder)/\(nameOrPath)") }
        let recorded = AudioFormat.Container.allCases.map(\.fileExtension)
        var candidates = files.filter { file in
            let (base, ending) = Self.splitName(file)
            return base.utf8.elementsEqual(nameOrPath.utf8) && Self.audioExtensions.contains(ending.lowercased())
        }
        if !candidates.isEmpty {
            let ownership = try ownership(of: nameOrPath)
            // A later segment of another recording is no recording of its own.
            candidates.removeAll { file in
                ownership.owner(of: file).map { $0 != nameOrPath && $0 != file && !ownership.has(nameOrPath) } ?? false
            }
        }
        let rank = { (file: String) in recorded.firstIndex(of: Self.splitName(file).fileExtension) ?? recorded.count }
        guard let file = candidates.min(by: { (rank($0), $0) < (rank($1), $1) }) else {
            let elsewhere = try recordingElsewhere(nameOrPath)?.segments.first
            guard let elsewhere else { throw .noSuchRecording(name: nameOrPath, folder: folder) }
            guard elsewhere.isReference else {
                let path = path(of: elsewhere.file)
                guard File.exists(path) else { throw .gone(name: nameOrPath, path: path) }
                // One that only ffmpeg can read is found by its own name; with another name it is told as no audio.
                guard Self.isAudio(elsewhere.file) || Self.baseName(ofPath: elsewhere.file) != nameOrPath else {
                    throw .noSuchRecording(name: nameOrPath, folder: folder)
                }
                return try RecordingSummary(path: path)
            }
            guard !isGone(elsewhere) else { throw .moved(name: nameOrPath, path: elsewhere.file) }
            let summary = try RecordingSummary(path: elsewhere.file)
            guard try !isMisread(elsewhere, summary.info) else {
                let found = TimeSpan.comparison(elsewhere.frames, to: summary.info.frames, rate: summary.info.rate)
                throw .notAudio(path: elsewhere.file, reason: tr("it is \(found) than its header says"))
            }
            return summary
        }
        return try RecordingSummary(path: "\(folder)/\(file)")
    }
}
