// Lists a folder for an import. Any thread; a value. Making one blocks on the disk.
import Dictation
public import Messages
import System

/// Audio files, other files and failures that an import finds in one folder. Hidden files and folders are passed over.
public struct ImportFolder: Sendable {
    /// Paths of the files and folders to go on with, sorted by name.
    public private(set) var paths: [String] = []
    /// Paths that an import leaves alone, with the reasons.
    public private(set) var skipped: [(path: String, reason: StoredText)] = []

    /// Lists a folder. Links to folders are not followed, so no folder comes twice; the folder of `library` is left alone.
    public init(_ path: String, for library: Library) throws(StorageError) {
        let own = try FileStatus(of: library.folder).identity
        let start = path.hasBytes(last: "/") ? path : path + "/"
        for name in try Folder.names(in: path).sorted() {
            let path = start + name
            if let reason = Self.refusal(path, own) { skipped.append((path, reason)) } else { paths.append(path) }
        }
    }

    /// The reason why an import leaves a path alone; nil for a file or a folder to go on with.
    private static func refusal(_ path: String, _ library: FileStatus.Identity) -> StoredText? {
        do throws(StorageError) {
            let odd = try OddlyNamedFile(path)
            let status = try FileStatus(of: odd?.path ?? path)
            if odd != nil, status.isFolder { return StoredText(tr("its name is not UTF-8; rename it")) }
            if status.identity == library { return StoredText(tr("it is the library itself")) }
            if status.isFolder {
                return try onDisk("look at", path, FileStatus(path, followsLinks: false)).isFolder
                    ? nil : StoredText(tr("it is a link to a folder"))
            }
            if path.hasBytes(last: Library.diaryEnding) {
                return StoredText(tr("it is an entry of a diary, which its recording has anyway"))
            }
            if path.hasBytes(last: Library.transcriptEnding) {
                return StoredText(tr("it is a transcript; 'dicta transcript import' takes one"))
            }
            return status.isFile ? nil : StoredText(tr("it is no regular file"))
        } catch .notAudio(let path, let reason) {
            return StoredText(StorageError.notAudio(path: path, reason: reason).description)
        } catch {
            // The import of any other path tells the error as its failure.
            return File.linkText(path) != nil && leadsNowhere(error) ? StoredText(tr("it is a link that leads nowhere")) : nil
        }
    }

    /// True if the error means that a link has no target.
    private static func leadsNowhere(_ error: StorageError) -> Bool {
        switch error {
        case .missing, .notFolder, .system(_, _, Errno.loop): true
        default: false
        }
    }
}

extension Library {
    /// True if a path is the library's folder or lies in it. Blocks.
    public func holds(_ path: String) throws(StorageError) -> Bool {
        let real = try onDisk("look at", path, File.realPath(path))
        return real == folder || real.hasBytes(first: folder + "/")
    }
}
