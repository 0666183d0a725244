// A file whose name is not UTF-8. Any thread; making one blocks on the disk.
import Dictation
internal import Messages
import System

/// An open file whose name no text can hold, since some of its bytes are not UTF-8. U+FFFD stands for them in paths that people
/// type and programs list.
final class OddlyNamedFile {
    /// Path by which this process and its children open the file, as long as this object lives.
    let path: String
    private let descriptor: Int32

    /// Finds the file that a path means; nil if the path has no U+FFFD, or exists as it is. Throws `missing`, and `notAudio`
    /// when several files are meant.
    init?(_ path: String) throws(StorageError) {
        guard path.contains("\u{fffd}"), !File.exists(path) else { return nil }
        let folder = Folder.parent(of: path)
        let name = path.lastPart
        var found: [Int32] = []
        var failed: SystemError?
        try onDisk(
            "list", folder,
            FolderEntry.each(in: folder) { entry in
                guard entry.name == name else { return }
                do throws(SystemError) { found.append(try entry.open()) } catch { failed = error }
            })
        if let failed { throw StorageError(code: failed.code, operation: "open", path: path) }
        guard found.count == 1, let descriptor = found.first else {
            for descriptor in found { File.close(descriptor) }
            guard !found.isEmpty else { throw .missing(path: path) }
            throw .notAudio(path: path, reason: tr("several files have this name but for bytes that are not UTF-8; rename them"))
        }
        self.descriptor = descriptor
        self.path = File.path(of: descriptor)
    }

    deinit { File.close(descriptor) }
}
