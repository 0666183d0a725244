// Files in the page cache. One thread: the test's.
import Glibc

/// The part of a file that the kernel keeps in memory.
public enum PageCache {
    /// Writes the file out and drops it from memory; false when the system refuses.
    public static func drop(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        return fsync(descriptor) == 0 && posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
    }

    /// Number of pages of a stretch of the file that are in memory; nil when the system does not tell.
    public static func residentPages(_ path: String, from offset: Int, bytes: Int) -> Int? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        let page = sysconf(Int32(_SC_PAGESIZE))
        let start = offset / page * page
        let length = offset + bytes - start
        guard let map = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, off_t(start)), unsafe map != MAP_FAILED
        else { return nil }
        defer { _ = unsafe munmap(map, length) }
        var pages = [UInt8](repeating: 0, count: (length + page - 1) / page)
        guard unsafe mincore(map, length, &pages) == 0 else { return nil }
        return pages.count { $0 & 1 == 1 }
    }
}
