// Tests of the memory that is locked for the process callback.
import Glibc
import System
import Testing

@testable import JackClient

@Suite struct MemoryLockTests {
    /// The end of a heap that went back to the system after the mappings were read is no refusal.
    @Test func aMappingThatShrankIsLocked() throws {
        let page = Int(getpagesize())
        // Shared memory of its own file: the system joins it with no other mapping.
        let pages = unsafe mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { throw SystemError("mmap", code: errno) }
        defer { _ = unsafe munmap(pages, 2 * page) }
        let object = unsafe UnsafeRawPointer(pages + 64)
        let mappings = MemoryMap.read()
        let code = unsafe munmap(pages + 2 * page, page)
        #expect(code == 0)
        var lock = MemoryLock()
        unsafe lock.lock([object], in: mappings)
        #expect(lock.refusal(stack: 0) == nil)
    }
}
