// Files in the memory of the kernel, for measurements. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Lets the kernel forget the bytes of a file, so that the next reader waits for the disk. Some file systems keep them all the
    /// same. Only bytes that are synced can go.
    public static func forgetInMemory(_ descriptor: Int32) throws(SystemError) {
        let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        guard code == 0 else { throw SystemError("posix_fadvise", code: code) }
    }

    /// True where the page of a byte is in the memory of the kernel.
    public static func isInMemory(_ descriptor: Int32, at offset: Int) -> Bool {
        let page = ThisProcess.pageSize
        let start = offset / page * page
        guard let map = unsafe mmap(nil, page, PROT_READ, MAP_SHARED, descriptor, start), unsafe map != MAP_FAILED else {
            return false
        }
        defer { _ = unsafe munmap(map, page) }
        var state: UInt8 = 0
        return unsafe mincore(map, page, &state) == 0 && state & 1 == 1
    }
}
