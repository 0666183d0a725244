// Page cache of the kernel, for measurements of disk reads. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Asks the kernel to drop a file from the page cache, so that the next read waits for the disk.
    ///
    /// The kernel drops only bytes that are synced, and some file systems keep all bytes.
    public static func forgetInMemory(_ descriptor: Int32) throws(SystemError) {
        let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        guard code == 0 else { throw SystemError("posix_fadvise", code: code) }
    }

    /// True if the page with the byte at `offset` is in the page cache; false if the kernel refuses to tell.
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
