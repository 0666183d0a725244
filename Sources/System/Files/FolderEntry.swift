// Entries of a folder, for fast scans of many files. One thread at a time; may block on the disk.
internal import CLinux
internal import Glibc

/// A file in a folder that is being listed. Valid only during the call that receives it: the next entry overwrites its name.
@safe public struct FolderEntry: ~Copyable {
    private let start: UnsafePointer<CChar>
    private let folder: Int32
    private let type: Int32

    /// Calls `take` for each entry of a folder, in no order, including "." and "..".
    public static func each(in path: String, _ take: (borrowing FolderEntry) -> Void) throws(SystemError) {
        guard let stream = unsafe opendir(path) else { throw .last("opendir", path) }
        // The folder was only read, so a failing close loses nothing.
        defer { _ = unsafe closedir(stream) }
        let descriptor = unsafe dirfd(stream)
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .last("readdir", path) }
                return
            }
            let type = unsafe Int32(entry.pointee.d_type)
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    take(unsafe FolderEntry(start: $0, folder: descriptor, type: type))
                }
            }
        }
    }

    /// True for a folder. Always false on a file system whose listings do not tell the kind.
    public var isFolder: Bool { type == Int32(DT_DIR) }
    /// True for a symbolic link. Always false on a file system whose listings do not tell the kind.
    public var isLink: Bool { type == Int32(DT_LNK) }
    /// True for a name that begins with a dot.
    public var isHidden: Bool { unsafe start.pointee == CChar(UInt8(ascii: ".")) }
    /// Name of the file, without its folder.
    public var name: String { unsafe String(cString: start) }

    /// Opens the file for reading, without waiting for a pipe. The caller closes the descriptor.
    public func open() throws(SystemError) -> Int32 {
        let descriptor = unsafe openat(folder, start, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("openat", name) }
        return descriptor
    }

    /// Hash of the name (FNV-1a, 64 bits), computed without making a String.
    public var nameHash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var at = unsafe start
        while unsafe at.pointee != 0 {
            hash = unsafe (hash ^ UInt64(UInt8(bitPattern: at.pointee))) &* 0x100_0000_01b3
            unsafe at += 1
        }
        return hash
    }

    /// State of the file, or of the target of a symbolic link; nil if the file was removed meanwhile or the target is missing.
    public var status: FileStatus? {
        var status = stat()
        return unsafe fstatat(folder, start, &status, 0) == 0 ? FileStatus(status) : nil
    }
}
