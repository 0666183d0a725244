// Test of kept fuzzer inputs: no fault that a fuzzer found comes back.
import FuzzTargets
import TestSupport
import Testing

struct SeedTests {
    /// Runs all files in Tests/Seeds, and the files that a fuzzer begins with. A program of its own runs them, without a
    /// `PATH`; the tests that run at the same time need theirs.
    @Test(arguments: FuzzTarget.allCases.few) func keptSeedsHoldTogether(target: FuzzTarget) throws {
        let scratch = try Scratch()
        try target.writeSeeds(to: scratch.path)
        let kept = "\(#filePath.replacing("StorageTests/SeedTests.swift", with: "Seeds"))/\(target.rawValue)"
        let files = shell("find '\(scratch.path)' '\(kept)' -type f").output.split(separator: "\n").map(String.init)
        #expect(files.contains { $0.hasPrefix(kept) } && files.contains { $0.hasPrefix(scratch.path) })
        let program = try #require(LibraryChangeTests.child).replacing("library-child", with: "dicta-fuzz")
        // Each file is also tried cut off at any byte.
        let run = Process.run(program, [target.rawValue, "--cut"] + files)
        #expect(run.code == 0, "\(run)")
    }
}
