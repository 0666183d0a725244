// Room: Storage, proof. Past 4 GiB a WAV is an RF64 by itself, while it is written and after (R11, limits).
import Dictation
import Storage
import Testing

struct SegmentLargeTests {
    @Test func pastFourGiBTheHeaderBecomesRF64() throws {
        let scratch = try Scratch()
        let path = scratch.file("large.wav")
        let format = try AudioFormat(encoding: .float, rate: 192_000)
        let writer = try SegmentWriter(path: path, format: format)
        // 8 bytes a frame: this is just below 2^32 - 1 with the header, the next block is past it.
        let below = (1 << 29) - 1_000
        try writer.writeSilence(frames: below)
        try writer.flush()
        #expect(shell("head -c 4 '\(path)'").output == "RIFF")
        expectReadersSee(Int64(below), format, in: path)

        let end = Signal.counter(50_000, .float)
        try writer.write(all: end)
        try writer.flush()
        let total = Int64(below + end.count)
        #expect(shell("head -c 4 '\(path)'").output == "RF64")
        expectReadersSee(total, format, in: path)

        let bytes = try writer.close()
        #expect(bytes == 94 + total * 8)
        #expect(bytes == sizeOfFile(path))
        expectReadersSee(total, format, in: path)
        // SoX counts an RF64's frames one by one, so it is asked once.
        #expect(shell("soxi -s '\(path)'").output == "\(total)\n")
        let reader = try SegmentReader(path: path)
        #expect(reader.info.container == "rf64")
        #expect(reader.info.frames == total)
        try reader.seek(to: Int64(below) - 2)
        #expect(difference(try reader.read(upTo: 60_000), [.zero, .zero] + end) == nil)
    }

    /// Not sndfile-info, which reads all the audio for its level; our own reader is the same library.
    private func expectReadersSee(_ frames: Int64, _ format: AudioFormat, in path: String) {
        let right = ForeignView(frames: frames, rate: format.rate, channels: format.channels)
        #expect(ForeignReader.ffprobe.look(at: path) == right)
        #expect((try? SegmentReader(path: path))?.info.frames == frames)
    }
}
