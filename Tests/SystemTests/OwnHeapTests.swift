// Tests of the heap of this process.
import Glibc
import System
import TestSupport
import Testing

@Suite struct OwnHeapTests {
    /// Anonymous memory of this process in KiB.
    private func held() throws -> Int {
        let lines = try #require(Files.read("/proc/self/smaps_rollup")).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("Anonymous:") })
        return try #require(Int(line.split(separator: " ")[1]))
    }

    /// Blocks that stay keep the free blocks between them in the heap, and no free end is left that glibc gives back itself.
    @Test func holesAreGivenBack() throws {
        let size = 64 * 1024
        var blocks = (0..<512).map { _ in Int(bitPattern: unsafe malloc(size)) }
        for place in blocks { unsafe _ = UnsafeMutableRawPointer(bitPattern: place).map { unsafe memset($0, 1, size) } }
        // A block that shrinks keeps its place, and leaves a hole behind it. A small block of its own could go into any hole of this
        // process instead, and the holes would become one free end.
        blocks = blocks.map { Int(bitPattern: unsafe realloc(UnsafeMutableRawPointer(bitPattern: $0), 3000)) }
        defer { for place in blocks { unsafe free(UnsafeMutableRawPointer(bitPattern: place)) } }
        let before = try held()
        OwnHeap.giveBack()
        let after = try held()
        #expect(after < before - 16 * 1024, "\(before), then \(after)")
    }
}
