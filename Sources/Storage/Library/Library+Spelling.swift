// Matches typed names to file names across Unicode normalisation forms. Any thread; no I/O unless noted.
import Dictation

extension Library {
    /// Returns the folder's spelling of a typed name: the typed bytes when a file has them, else the first file name that is
    /// canonically equal, else the typed name. All later comparisons use the folder's bytes. ASCII has one spelling only.
    static func spelling(of name: String, among files: [String]) -> String {
        guard name.utf8.contains(where: { $0 > 127 }) else { return name }
        var alike: [String] = []
        for file in files {
            for part in [file, splitName(file).base, FolderScan.root(of: file)] where part == name {
                if part.utf8.elementsEqual(name.utf8) { return name }
                alike.append(part)
            }
        }
        return alike.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? name
    }

    /// Returns a recording with the folder's spelling of its file names. A sidecar from another file system may use another
    /// normalisation form. May block on the disk.
    func spelled(_ recording: Recording, as name: String) throws(StorageError) -> Recording {
        let isSame = recording.name.utf8.elementsEqual(name.utf8)
        let odd = Set(
            recording.segments.map(\.file).filter { file in
                !file.hasBytes(first: "/") && file.utf8.contains { $0 > 127 } && !exists(file)
            })
        guard !isSame || !odd.isEmpty else { return recording }
        var result = recording
        result.name = name
        guard !odd.isEmpty else { return result }
        let files = try Folder.names(in: folder)
        return result.withFiles { odd.contains($0) ? Self.spelling(of: $0, among: files) : $0 }
    }
}
