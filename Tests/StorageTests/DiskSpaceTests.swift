// Tests of the recording time that a disk has left.
import Glibc
import Storage
import Testing

struct DiskSpaceTests {
    @Test func saysWhatTheDiskHas() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("small", options: "size=1m")
        #expect(try DiskSpace.at(disk) == DiskSpace(available: 1 << 20, total: 1 << 20))
        try #require(shell("head -c 524288 /dev/zero > '\(disk)/half'").code == 0)
        let half = try DiskSpace.at(disk)
        #expect(half == DiskSpace(available: 1 << 19, total: 1 << 20))
        #expect(half.secondsLeft(bytesPerSecond: 131_072) == 4)
        #expect(half.secondsLeft(bytesPerSecond: 131_072, reserve: 1 << 18) == 2)
        #expect(half.secondsLeft(bytesPerSecond: 1, reserve: 1 << 20) == 0)
    }

    @Test func aPathThatIsNotThereIsAnError() {
        #expect(throws: StorageError.missing(path: "/no/such/place")) { try DiskSpace.at("/no/such/place") }
    }
}
