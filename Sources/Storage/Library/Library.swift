// One thread at a time (the control loop); every call may block on the disk.
import Glibc

/// A folder of recordings: plain audio files with a JSON sidecar each.
///
/// A value without state but the folder: it can be copied and handed over, and what others do in the folder is seen at once.
public struct Library: Sendable, Hashable {
    /// Absolute, without links: a later change of the working folder does not matter.
    public let folder: String

    /// Any thread; blocks. Makes the folder where it is missing; one that cannot be written is an error now, not at the
    /// first take.
    public init(folder: String) throws(StorageError) {
        try Folder.create(folder)
        try self.init(folder: folder, mayWrite: true)
    }

    /// Any thread; blocks. Of a folder that is there; one that is only looked at need not be writable.
    public init(folder: String, mayWrite: Bool) throws(StorageError) {
        guard let real = unsafe realpath(folder, nil) else {
            throw StorageError(code: errno, operation: "open the folder", path: folder)
        }
        self.folder = unsafe String(cString: real)
        unsafe free(real)
        guard unsafe !mayWrite || access(self.folder, W_OK | X_OK) == 0 else {
            throw StorageError(code: errno, operation: "write in the folder", path: self.folder)
        }
    }

    /// The name a path stands for: its last part without the extension.
    static func baseName(ofPath path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return splitName(last).base
    }

    /// A leading dot starts a hidden name and no extension.
    static func splitName(_ file: String) -> (base: String, fileExtension: String) {
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return (file, "") }
        return (String(file[..<dot]), String(file[file.index(after: dot)...]))
    }
}
