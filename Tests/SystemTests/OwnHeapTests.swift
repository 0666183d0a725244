// Tests of the heap of this process.
import Glibc
import System
import Testing

@Suite struct OwnHeapTests {
    /// Pages between two addresses that are in memory. Only these pages are looked at: other tests of this process, and the machine,
    /// give and take memory at the same time.
    private func pages(from start: Int, to end: Int) throws -> Int {
        let size = 4096
        let first = (start + size - 1) / size * size
        var states = [UInt8](repeating: 0, count: end / size - first / size)
        let code = unsafe mincore(UnsafeMutableRawPointer(bitPattern: first), states.count * size, &states)
        // No memory at all is there where an end of the heap was given back.
        if code != 0, errno == ENOMEM { return 0 }
        try #require(code == 0)
        return states.count { $0 & 1 == 1 }
    }

    /// Blocks that stay keep the free blocks between them in the heap, and no free end is left that glibc gives back itself.
    @Test func holesAreGivenBack() throws {
        let (size, kept) = (64 * 1024, 3000)
        let blocks = (0..<512).map { _ in Int(bitPattern: unsafe malloc(size)) }
        for place in blocks { unsafe _ = UnsafeMutableRawPointer(bitPattern: place).map { unsafe memset($0, 1, size) } }
        // A block that shrinks keeps its place, and leaves a hole behind it. A small block of its own could go into any hole of this
        // process instead, and the holes would become one free end.
        let shrunk = blocks.map { Int(bitPattern: unsafe realloc(UnsafeMutableRawPointer(bitPattern: $0), kept)) }
        defer { for place in shrunk { unsafe free(UnsafeMutableRawPointer(bitPattern: place)) } }
        try #require(shrunk == blocks)
        func held() throws -> Int { try blocks.reduce(0) { $0 + (try pages(from: $1 + kept, to: $1 + size)) } }
        let before = try held()
        OwnHeap.giveBack()
        let after = try held()
        // Another thread may use a hole meanwhile.
        #expect(before > 512 * 12 && after < before / 2, "\(before), then \(after)")
    }
}
