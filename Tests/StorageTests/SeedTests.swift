// Room: Storage, proof. What a fuzzer once found, or begins with, never comes back.
import FuzzTargets
import Testing

struct SeedTests {
    /// All that is kept in Tests/Seeds, and the files that a fuzzer begins with.
    @Test(arguments: FuzzTarget.allCases) func keptSeedsHoldTogether(target: FuzzTarget) throws {
        let scratch = try Scratch()
        try target.writeSeeds(to: scratch.path)
        let kept = "\(#filePath.replacing("StorageTests/SeedTests.swift", with: "Seeds"))/\(target.rawValue)"
        let files = shell("find '\(scratch.path)' '\(kept)' -type f").output.split(separator: "\n").map(String.init)
        #expect(files.contains { $0.hasPrefix(kept) } && files.contains { $0.hasPrefix(scratch.path) })
        for file in files {
            let bytes = try #require(FuzzTarget.read(file))
            #expect(target.run(bytes) == nil, "\(file)")
            // Cut anywhere, it is an answer too.
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
                #expect(target.run(Array(bytes[..<length])) == nil, "\(file) cut at \(length)")
            }
        }
    }
}
