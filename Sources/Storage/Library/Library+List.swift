// One thread at a time (the control loop); may block on the disk.
import Dictation

extension Library {
    /// What is taken for a recording by its name; a file of another kind in the folder is none of ours.
    static let audioExtensions: Set<String> = Set(AudioFormat.Container.allCases.map(\.fileExtension)).union(
        ["wave", "rf64", "w64", "caf", "ogg", "oga", "opus", "mp3", "aif", "aiff", "aifc", "au", "snd"])

    /// Blocks: opens each file for its header, some 30 us each. Newest first.
    public func list() throws(StorageError) -> LibraryListing {
        var listing = LibraryListing()
        for file in try Folder.names(in: folder) {
            guard Self.audioExtensions.contains(Self.splitName(file).fileExtension.lowercased()) else { continue }
            let path = "\(folder)/\(file)"
            do {
                listing.recordings.append(try RecordingSummary(path: path))
            } catch {
                listing.unreadable.append(.init(path: path, reason: error))
            }
        }
        listing.recordings.sort { ($1.modified, $0.path) < ($0.modified, $1.path) }
        listing.unreadable.sort { $0.path < $1.path }
        return listing
    }

    /// Blocks. The name of the recording in this library that somebody means by its name or one of its files' names; the audio
    /// is not opened.
    public func nameOfRecording(_ name: String) throws(StorageError) -> String {
        try Self.checkName(name)
        let name = Self.spelling(of: name, among: try Folder.names(in: folder))
        let ownership = try ownership(of: name)
        if ownership.has(name) { return name }
        guard let owner = ownership.owner(of: name) else { throw .noSuchRecording(name: name, folder: folder) }
        return owner
    }

    /// Blocks. The recording somebody means: a path (anything with a "/"), a file name in the library, or a name without
    /// its extension. Of two files with one name the container that is recorded first in the table of formats wins.
    public func find(_ nameOrPath: String) throws(StorageError) -> RecordingSummary {
        if nameOrPath.contains("/") { return try RecordingSummary(path: nameOrPath) }
        try Self.checkName(nameOrPath)
        let files = try Folder.names(in: folder)
        let nameOrPath = Self.spelling(of: nameOrPath, among: files)
        if files.contains(nameOrPath) { return try RecordingSummary(path: "\(folder)/\(nameOrPath)") }
        let recorded = AudioFormat.Container.allCases.map(\.fileExtension)
        var candidates = files.filter { file in
            let (base, ending) = Self.splitName(file)
            return base.utf8.elementsEqual(nameOrPath.utf8) && Self.audioExtensions.contains(ending.lowercased())
        }
        if !candidates.isEmpty {
            let ownership = try ownership(of: nameOrPath)
            // A later part of another recording is none by itself.
            candidates.removeAll { file in
                ownership.owner(of: file).map { $0 != nameOrPath && $0 != file && !ownership.has(nameOrPath) } ?? false
            }
        }
        let rank = { (file: String) in recorded.firstIndex(of: Self.splitName(file).fileExtension) ?? recorded.count }
        guard let file = candidates.min(by: { (rank($0), $0) < (rank($1), $1) }) else {
            let elsewhere = try recordingElsewhere(nameOrPath)?.segments.first
            guard let elsewhere, elsewhere.isReference else { throw .noSuchRecording(name: nameOrPath, folder: folder) }
            return try RecordingSummary(path: elsewhere.file)
        }
        return try RecordingSummary(path: "\(folder)/\(file)")
    }
}
