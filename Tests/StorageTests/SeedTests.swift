// The proof that what a fuzzer once found, or begins with, never comes back. Tests of Storage.
import FuzzTargets
import TestSupport
import Testing

struct SeedTests {
    /// All that is kept in Tests/Seeds, and the files that a fuzzer begins with. In a program of its own: it runs without a `PATH`,
    /// which the tests beside this one need.
    @Test(arguments: FuzzTarget.allCases) func keptSeedsHoldTogether(target: FuzzTarget) throws {
        let scratch = try Scratch()
        try target.writeSeeds(to: scratch.path)
        let kept = "\(#filePath.replacing("StorageTests/SeedTests.swift", with: "Seeds"))/\(target.rawValue)"
        let files = shell("find '\(scratch.path)' '\(kept)' -type f").output.split(separator: "\n").map(String.init)
        #expect(files.contains { $0.hasPrefix(kept) } && files.contains { $0.hasPrefix(scratch.path) })
        let program = try #require(LibraryChangeTests.child).replacing("library-child", with: "dicta-fuzz")
        // Cut off anywhere, each file is to be answered too.
        let run = Process.run(program, [target.rawValue, "--cut"] + files)
        #expect(run.code == 0, "\(run)")
    }
}
