// Tests of files past 4 GiB.
import Dictation
import Glibc
import Storage
import Testing

struct SegmentLargeTests {
    @Test func pastFourGiBTheHeaderBecomesRF64() throws {
        let scratch = try Scratch(gibibytes: 4)
        let path = scratch.file("large.wav")
        let format = try AudioFormat(encoding: .float, rate: 192_000)
        let writer = try SegmentWriter(path: path, format: format)
        // 8 bytes a frame: with the header just below 2^32 - 1, so the next block is past it.
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
        // SoX counts the frames of an RF64 one by one.
        if isLong { #expect(shell("soxi -s '\(path)'").output == "\(total)\n") }
        let reader = try SegmentReader(path: path)
        #expect(reader.info.container == "rf64")
        #expect(reader.info.frames == total)
        try reader.seek(to: Int64(below) - 2)
        #expect(difference(try reader.read(upTo: 60_000), [.zero, .zero] + end) == nil)
    }

    /// A take that was killed past 4 GiB; most of its audio is a hole.
    @Test(arguments: [AudioFormat.Container.wav, .w64, .caf])
    func aTakeKilledPastFourGiBIsMended(container: AudioFormat.Container) throws {
        let scratch = try Scratch()
        let path = scratch.file("large.\(container.fileExtension)")
        let format = try AudioFormat(container: container, encoding: .pcm24, rate: 96_000)
        // A kill leaves the file so; a writer dropped without a close would finish it.
        let process = try TakeProcess(format, path: path, step: 3_001)
        while process.progress.count < 3 { usleep(5_000) }
        process.kill()
        let start = try Recovery.mend(path)
        let hole: Int64 = 5 << 30
        let end = Signal.frames(10_000, format)
        let tail = scratch.file("tail.\(container.fileExtension)")
        let writer = try SegmentWriter(path: tail, format: format)
        try writer.write(all: end)
        _ = try writer.close()
        let audio = 10_000 * 6
        // After a hole of whole frames comes the audio of another file.
        let frames = (hole - start.bytes) / 6 + start.frames
        let place = start.bytes + (frames - start.frames) * 6
        let put = "dd of='\(path)' bs=64k oflag=seek_bytes seek=\(place) conv=notrunc status=none"
        let joined = shell("tail -c \(audio) '\(tail)' | \(put)")
        try #require(joined.code == 0, "\(joined.output)")

        let report = try Recovery.mend(path)
        #expect(report.frames == frames + 10_000)
        #expect(report.container == (container == .wav ? "rf64" : container.rawValue))
        #expect(report.bytesCut == 0)
        expectReadersSee(report.frames, format, in: path)
        if container != .wav { #expect(shell("soxi -s '\(path)'").output == "\(report.frames)\n") }
        let reader = try SegmentReader(path: path)
        try reader.seek(to: frames)
        #expect(difference(try reader.read(upTo: 20_000), end) == nil)
        #expect(try Recovery.mend(path).isChanged == false)
    }

    /// A length that reached the disk without its audio: the hole at the end goes, a hole before sound would stay.
    @Test func aHoleAtTheEndIsCut() throws {
        let scratch = try Scratch()
        for format in try formats() + lossyFormats() where format.container != .alac {
            let path = scratch.file(fileName(format))
            let process = try TakeProcess(format, path: path, step: 48_000)
            while (process.progress.last?.readable ?? 0) < 40_000 { usleep(5_000) }
            process.kill()
            let whole = try Recovery.mend(path)
            try #require(shell("truncate -s +3000000 '\(path)'").code == 0)
            let report = try Recovery.mend(path)
            #expect(report.frames - whole.frames <= 4_096 / Int64(format.channels), "\(format)")
            #expect(report.holeBytes > 2_990_000 && report.bytesCut >= report.holeBytes, "\(format): \(report)")
            #expect(try SegmentReader(path: path).readAll().count == Int(report.frames), "\(format)")
            #expect(try Recovery.mend(path).isChanged == false)
        }
    }

    /// sndfile-info is left out: it reads all audio for its level. Dicta's own reader is the same library.
    private func expectReadersSee(_ frames: Int64, _ format: AudioFormat, in path: String) {
        let right = ForeignView(frames: frames, rate: format.rate, channels: format.channels)
        #expect(ForeignReader.ffprobe.look(at: path) == right)
        #expect((try? SegmentReader(path: path))?.info.frames == frames)
    }
}
