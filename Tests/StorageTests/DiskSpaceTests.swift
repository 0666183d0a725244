// Tests of the recording time that a disk has left.
import Dictation
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

    /// The growth of the file gives the size of a second. The signal is noise, which no encoder compresses, and a tone in it.
    @Test(arguments: AudioFormat.Container.allCases, [1, 2]) func whatASecondTakesIsKnownBeforeAndInATake(
        container: AudioFormat.Container, channels: Int
    ) throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=64m")
        let format = try AudioFormat(container: container, rate: 48_000, channels: channels)
        let before = try DiskSpace.at(disk).available
        let path = "\(disk)/take.\(container.fileExtension)"
        let writer = try SegmentWriter(path: path, format: format)
        let seconds = 12
        var noise: UInt64 = 1
        for second in 0..<seconds {
            var frames = [SIMD2<Float>](repeating: .zero, count: 48_000)
            for index in frames.indices {
                noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let (left, right) = (
                    Float(Int32(truncatingIfNeeded: noise >> 32)) / 0x1p31, Float(Int32(truncatingIfNeeded: noise)) / 0x1p31
                )
                let tone = sinf(Float(second * 48_000 + index) * 0.05) * 0.3
                frames[index] = container.isLossless ? SIMD2(left, right) : SIMD2(tone + left * 0.03, tone + right * 0.03)
            }
            try writer.write(all: frames)
        }
        try writer.flush()
        let taken = Double(before - (try DiskSpace.at(disk).available)) / Double(seconds)
        let told = format.bytesPerSecond(of: Int64(seconds * 48_000), in: sizeOfFile(path))
        #expect(abs(told / taken - 1) < 0.1, "in the take \(told), on the disk \(taken)")
        // Vorbis has a quality, and a bit rate that follows from it.
        #expect(
            abs(Double(format.bytesPerSecond) / taken - 1) < (container == .ogg ? 0.2 : 0.1),
            "before it \(format.bytesPerSecond), on the disk \(taken)")
        _ = try writer.close()
    }
}
