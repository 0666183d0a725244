// Room: Storage, proof. Free space as bytes and as recording time (F4).
import Dictation
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
        #expect(half.framesLeft(try AudioFormat(rate: 48_000)) == 65_536)
        #expect(half.framesLeft(try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000, channels: 1)) == 262_144)
        #expect(half.secondsLeft(try AudioFormat(encoding: .pcm16, rate: 32_768)) == 4)
    }

    @Test func aPathThatIsNotThereIsAnError() {
        #expect(throws: StorageError.missing(path: "/no/such/place")) { try DiskSpace.at("/no/such/place") }
    }
}
