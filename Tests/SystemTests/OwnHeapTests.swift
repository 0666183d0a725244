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
        var (holes, blocks): ([Int], [Int]) = ([], [])
        for _ in 0..<512 {
            let hole = unsafe malloc(size)
            _ = unsafe hole.map { unsafe memset($0, 1, size) }
            holes.append(Int(bitPattern: hole))
            blocks.append(Int(bitPattern: unsafe malloc(3000)))
        }
        func free(_ places: [Int]) { for place in places { unsafe Glibc.free(UnsafeMutableRawPointer(bitPattern: place)) } }
        defer { free(blocks) }
        free(holes)
        let before = try held()
        OwnHeap.giveBack()
        let after = try held()
        #expect(after < before - 16 * 1024, "\(before), then \(after)")
    }
}
