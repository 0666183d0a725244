// Tests that the size of a take is known before it and in it, for each format, with real speech (F15).
import Dictation
import FoundationEssentials
import Storage
import TestSupport
import Testing

@Suite("Room that takes need (F15)") struct TakeRateTests {
    private static let corpus = "/usr/share/pocketsphinx/test/data/"

    /// Speech of several people over a hum and noise, as in a room: some 44 s at 48 kHz. Made once for all formats.
    private static let sound = Result { try makeSound() }

    private static func makeSound() throws -> [SIMD2<Float>] {
        let files =
            ["0870", "0880", "0890", "0920", "0930"].map { "librivox/sense_and_sensibility_01_austen_64kb-\($0).wav" }
            + ["001", "002", "003", "004", "005"].map { "cards/\($0).wav" }
        let speech = try files.flatMap { try SegmentReader(path: corpus + $0).readAll().map(\.x) }
        var noise: UInt64 = 1
        func hiss() -> Float {
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int32(truncatingIfNeeded: noise >> 32)) / 0x1p31 * 0.002
        }
        return (0..<(3 * (speech.count - 1))).map { index in
            let (place, part) = (index / 3, Float(index % 3) / 3)
            let voice = speech[place] * (1 - part) + speech[place + 1] * part
            // Another voice on the right side, quieter.
            let other = speech[speech.count - 1 - place] * 0.4
            return SIMD2(voice + other * 0.3 + hiss(), voice * 0.5 + other + hiss())
        }
    }

    private struct Take {
        var segment: Segment
        /// Bytes a second on the disk during the take.
        var room: Double
        /// The words about it after its first twelve seconds.
        var told: Double
    }

    private func record(_ format: AudioFormat, _ frames: ArraySlice<SIMD2<Float>>, on disk: String, _ name: String) throws -> Take
    {
        let before = try DiskSpace.at(disk).available
        let path = "\(disk)/\(name).\(format.container.fileExtension)"
        let writer = try SegmentWriter(path: path, format: format)
        var told = 0.0
        for start in stride(from: frames.startIndex, to: frames.endIndex, by: 48_000) {
            let end = min(start + 48_000, frames.endIndex)
            try writer.write(all: Array(frames[start..<end]))
            try writer.flush()
            let done = Int64(end - frames.startIndex)
            if done >= 12 * 48_000, told == 0 {
                told = RateMemory().roomPerSecond(of: format, frames: done, room: writer.roomOnDisk)
            }
        }
        let seconds = Double(frames.count) / 48_000
        let room = Double(before - (try DiskSpace.at(disk).available)) / seconds
        var segment = Segment(file: name, created: "", format: format)
        segment.frames = Int64(frames.count)
        segment.bytes = try writer.close()
        return Take(segment: segment, room: room, told: told)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: corpus), "needs the package pocketsphinx-testdata"),
        // Each container has a writer of its own, and a channel more or less changes only the size.
        arguments: AudioFormat.Container.allCases.few, [1, 2].few)
    func isKnownBeforeAndInATakeWithinATenth(container: AudioFormat.Container, channels: Int) throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=96m")
        let format = try AudioFormat(container: container, rate: 48_000, channels: channels)
        // Both takes hear the same people: every other second is in the one, the rest in the other.
        let sound = try Self.sound.get()
        func seconds(_ first: Int) -> [SIMD2<Float>] {
            stride(from: first * 48_000, to: sound.count - 48_000, by: 96_000).flatMap { sound[$0..<$0 + 48_000] }
        }
        let (one, two) = (seconds(0), seconds(1))
        let first = try record(format, one[...], on: disk, "one")
        var memory = RateMemory()
        let usual = memory.bytesPerSecond(of: format)
        memory.learn(first.segment)
        let second = try record(format, two[...], on: disk, "two")
        let taken = Double(second.segment.bytes) / (Double(two.count) / 48_000)
        let before = memory.bytesPerSecond(of: format)
        #expect(abs(before / taken - 1) < 0.1, "before the take \(before), the file \(taken)")
        #expect(
            abs(memory.roomPerSecond(of: format) / second.room - 1) < 0.1,
            "\(memory.roomPerSecond(of: format)), disk \(second.room)")
        #expect(abs(second.told / second.room - 1) < 0.1, "in the take \(second.told), on the disk \(second.room)")
        // Without any take it is near enough to plan by.
        #expect((0.5...1.8).contains(usual / taken), "usually \(usual), the file \(taken)")
        print(
            "MEASURED \(container) of \(channels): usually \(Int(usual)), learnt \(Int(before)), in the take \(Int(second.told)), file \(Int(taken)), room \(Int(second.room))"
        )
    }
}
