// Matches typed names to file names across Unicode normalisation forms. Any thread; no I/O unless noted.
import Dictation

extension Library {
    /// Returns the folder's spelling of a typed name: the typed bytes when a file has them, else the first file name that is
    /// canonically equal, else the typed name. All later comparisons use the folder's bytes. ASCII has one spelling only.
    static func spelling(
        of name: String, among files: @autoclosure () throws(StorageError) -> [String]
    ) throws(StorageError) -> String {
        guard name.utf8.contains(where: { $0 > 127 }) else { return name }
        var alike: [String] = []
        for file in try files() {
            for part in [file, splitName(file).base, FolderScan.root(of: file)] where part == name {
                if part.utf8.elementsEqual(name.utf8) { return name }
                alike.append(part)
            }
        }
        return alike.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? name
    }

    /// The folder's spelling of a typed name. Blocks; lists the folder only for a name with other letters than ASCII.
    func spelling(of name: String) throws(StorageError) -> String {
        guard name.utf8.contains(where: { $0 > 127 }) else { return name }
        // The name as it is typed is nearly always there. A look at the disk would not do: some take other forms of it for the same.
        let sidecar = FileName(text: "\(name).json")
        if try names(root: FolderScan.root(of: sidecar.text)).contains(where: { FileName(text: $0) == sidecar }) { return name }
        return try Self.spelling(of: name, among: try Folder.names(in: folder))
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
        var spelled: [FileName: String] = [:]
        for file in recording.segments.map(\.file) where odd.contains(file) {
            spelled[FileName(text: file)] = try Self.spelling(of: file, among: files)
        }
        return result.withFiles { spelled[FileName(text: $0)] ?? $0 }
    }
}
