// Tests of sizes as people type them.
import Testing

@testable import Dictation

@Suite struct ByteSizeTests {
    @Test(
        arguments: [
            ("1000000", 1_000_000), ("700MB", 700_000_000), ("700 mb", 700_000_000), ("700M", 700_000_000), ("4GiB", 4 << 30),
            ("1.5 kiB", 1536), ("2t", 2_000_000_000_000), ("12b", 12), ("0", 0), ("1 byte", 1),
        ] as [(String, Int64)]) func sizes(text: String, bytes: Int64)
    {
        #expect(ByteSize(text)?.count == bytes)
    }

    @Test(arguments: ["", "MB", "-1MB", "1e3", "nan", "inf", "0x10", "1.2.3", "12 parsecs", "99999999999999999999", "9000TiB"])
    func noSizes(text: String) { #expect(ByteSize(text) == nil) }

    @Test(arguments: [700_000_000, 4 << 30, 1_000_001, 0, 1536, 1 << 50] as [Int64]) func printedSizesAreReadAgain(bytes: Int64) {
        #expect(ByteSize(ByteSize(bytes).exact)?.count == bytes)
        #expect(ByteSize(700_000_000 as Int64).exact == "700MB" && ByteSize(4 << 30 as Int64).exact == "4GiB")
    }
}
