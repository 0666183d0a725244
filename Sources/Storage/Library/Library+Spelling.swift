// Any thread; pure. How a name that was typed finds its files, decided here and nowhere else.
import Dictation

extension Library {
    /// The way the folder spells a name that somebody has typed: as it was typed where a file is called so to the byte, else as the
    /// first file that looks the same, else as it was typed. From here on the folder's bytes count. ASCII has one spelling.
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

    /// A sidecar as the folder spells its files: one that came from another file system may have names of the other spelling in it.
    func spelled(_ recording: Recording, as name: String) throws(StorageError) -> Recording {
        let isSame = recording.name.utf8.elementsEqual(name.utf8)
        let odd = Set(
            recording.segments.map(\.file).filter { file in
                !file.hasPrefix("/") && file.utf8.contains { $0 > 127 } && !exists(file)
            })
        guard !isSame || !odd.isEmpty else { return recording }
        var result = recording
        result.name = name
        guard !odd.isEmpty else { return result }
        let files = try Folder.names(in: folder)
        return result.withFiles { odd.contains($0) ? Self.spelling(of: $0, among: files) : $0 }
    }
}
