// Files of a folder as they are listed, for scans of many. One thread; may block on the disk.
internal import CLinux
internal import Glibc

/// A file while a folder is listed. It must not outlive the call that hands it over: its name is the kernel's buffer.
@safe public struct FolderEntry: ~Copyable {
    private let start: UnsafePointer<CChar>
    private let folder: Int32
    private let type: Int32

    /// Lists all entries, "." and ".." too, in no order.
    public static func each(in path: String, _ take: (borrowing FolderEntry) -> Void) throws(SystemError) {
        guard let stream = unsafe opendir(path) else { throw .last("opendir", path) }
        // Only read from.
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

    /// True for a folder, as far as the file system tells kinds in its listing.
    public var isFolder: Bool { type == Int32(DT_DIR) }
    /// True for a symbolic link, as far as the file system tells kinds in its listing.
    public var isLink: Bool { type == Int32(DT_LNK) }
    /// True for a name that begins with a dot.
    public var isHidden: Bool { unsafe start.pointee == CChar(UInt8(ascii: ".")) }
    /// The name.
    public var name: String { unsafe String(cString: start) }

    /// Hash of the name (FNV-1a), without a String.
    public var nameHash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var at = unsafe start
        while unsafe at.pointee != 0 {
            hash = unsafe (hash ^ UInt64(UInt8(bitPattern: at.pointee))) &* 0x100_0000_01b3
            unsafe at += 1
        }
        return hash
    }

    /// State of the file, links followed; nil where it is gone since it was listed, or a link leads nowhere.
    public var status: FileStatus? {
        var status = stat()
        return unsafe fstatat(folder, start, &status, 0) == 0 ? FileStatus(status) : nil
    }
}
