// Tests of takes between two flushes.
import Dictation
import Storage
import Testing

struct SegmentFlushTests {
    @Test func aFlushedFileIsWholeForAllReaders() throws {
        let scratch = try Scratch()
        for format in try formats() + formats(channels: 1) {
            let path = scratch.file(fileName(format))
            let frames = Signal.counter(60_000, format.encoding).map { format.channels == 1 ? Frame($0.x, $0.x) : $0 }
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Array(frames[..<30_001]))
            try writer.flush()
            try expectWhole(path, format, atLeast: 30_001, of: frames)
            try writer.write(all: Array(frames[30_001...]))
            try writer.sync()
            try expectWhole(path, format, atLeast: 60_000, of: frames)
            _ = try writer.close()
            expectAllReadersSee(60_000, format, in: path)
            #expect(difference(try SegmentReader(path: path).readAll(), frames) == nil)
        }
    }

    /// The file of a process that dies between two flushes: the header of the last flush, and some more bytes.
    @Test func aFileThatGrewAfterItsFlushIsWholeUpToIt() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let frames = Signal.counter(200_000, format.encoding)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Array(frames[..<30_000]))
            try writer.flush()
            let flushed = sizeOfFile(path)
            try writer.write(all: Array(frames[30_000...]))
            let copy = scratch.file("copy.\(format.container.fileExtension)")
            try #require(shell("cp '\(path)' '\(copy)'").code == 0)
            #expect(sizeOfFile(copy) > flushed, "the test must catch the file between two flushes")
            let got = try SegmentReader(path: copy).readAll()
            #expect(got.count >= 30_000 - 4_097)
            #expect(difference(got, Array(frames[..<got.count])) == nil)
            if ForeignReader.soxi.knows(format) { #expect(shell("sox '\(copy)' -n stat").code == 0) }
            _ = try writer.close()
        }
    }

    @Test func droppedWithoutCloseItIsWhole() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let frames = Signal.counter(10_000, format.encoding)
            try { try SegmentWriter(path: path, format: format).write(all: frames) }()
            #expect(difference(try SegmentReader(path: path).readAll(), frames) == nil)
            expectAllReadersSee(10_000, format, in: path)
        }
    }

    @Test func anExistingFileIsLeftAlone() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = try scratch.write("precious", to: "taken.\(format.container.fileExtension)")
            #expect(throws: StorageError.exists(path: path)) { try SegmentWriter(path: path, format: format) }
            #expect(shell("cat '\(path)'").output == "precious")
        }
    }

    @Test func afterCloseNothingIsTaken() throws {
        let scratch = try Scratch()
        let path = scratch.file("closed.wav")
        let writer = try SegmentWriter(path: path, format: AudioFormat(rate: 48_000))
        _ = try writer.close()
        #expect(throws: StorageError.alreadyClosed(path: path)) { try writer.write(all: [.zero]) }
        #expect(throws: StorageError.alreadyClosed(path: path)) { try writer.writeSilence(frames: 1) }
        #expect(throws: StorageError.alreadyClosed(path: path)) { try writer.flush() }
        #expect(throws: StorageError.alreadyClosed(path: path)) { try writer.sync() }
        #expect(throws: StorageError.alreadyClosed(path: path)) { try writer.close() }
    }

    /// Seen from outside, the file grows between flushes by the whole buffer and never by less.
    @Test func writesAreLarge() throws {
        let scratch = try Scratch()
        for format in try formats() where format.container == .wav {
            let path = scratch.file("\(format.encoding.rawValue).wav")
            let writer = try SegmentWriter(path: path, format: format)
            try writer.flush()
            var last = sizeOfFile(path)
            var steps: [Int64] = []
            for _ in 0..<40 {
                try writer.write(all: [Frame](repeating: .zero, count: 4_000), block: 250)
                let size = sizeOfFile(path)
                if size != last { steps.append(size - last) }
                last = size
            }
            #expect(!steps.isEmpty)
            #expect(steps.allSatisfy { $0 > 240 * 1024 }, "\(format.encoding): \(steps)")
            _ = try writer.close()
        }
    }

    /// Plain samples (which stand in for ALAC) are kept to the last frame; FLAC to the last full block.
    private func expectWhole(_ path: String, _ format: AudioFormat, atLeast count: Int, of frames: [Frame]) throws {
        let got = try SegmentReader(path: path).readAll()
        let missing = count - got.count
        #expect(format.container == .flac ? (0...4_097).contains(missing) : missing == 0, "\(format): \(missing) missing")
        #expect(difference(got, Array(frames[..<got.count])) == nil)
        expectAllReadersSee(Int64(got.count), format, in: path)
    }
}
