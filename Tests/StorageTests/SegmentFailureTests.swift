// Tests of takes on a full disk.
import Dictation
import Storage
import Testing

struct SegmentFailureTests {
    @Test func aFullDiskIsSaidAndTheFileIsWhole() throws {
        let scratch = try Scratch()
        for format in try formats() + formats(channels: 1) {
            let disk = try scratch.disk("\(format.channels)\(format.encoding)\(format.container)", options: "size=512k")
            let path = "\(disk)/take.\(format.container.fileExtension)"
            // More frames than a disk of 512 KiB takes, in every format.
            let frames = Signal.counter(450_000, format.encoding).map { format.channels == 1 ? Frame($0.x, $0.x) : $0 }
            let writer = try SegmentWriter(path: path, format: format)
            let full = StorageError.diskFull(path: path)
            #expect(throws: full) { try writer.write(all: frames) }
            #expect(writer.failure == full)
            #expect(throws: full) { try writer.write(all: [.zero]) }
            #expect(throws: full) { try writer.flush() }
            let bytes = try writer.close()
            #expect(bytes == sizeOfFile(path))
            // Apple Lossless keeps its packets beside the take until it is closed.
            if format.container != .alac { #expect(bytes > 520_000 - 20_000, "all room was used: \(bytes)") }

            let got = try SegmentReader(path: path).readAll()
            #expect(Int64(got.count) == writer.framesWritten)
            #expect(difference(got, Array(frames[..<got.count])) == nil)
            expectAllReadersSee(writer.framesWritten, format, in: path)
            if format.container == .wav {
                let audio = bytes - (format.encoding == .float ? 94 : 80)
                #expect(audio == writer.framesWritten * Int64(format.bytesPerFrame), "ends with a whole frame")
            } else {
                #expect(shell("ffmpeg -v error -xerror -i '\(path)' -f null -").output == "", "ends with a whole block")
            }
        }
    }

    @Test func aFullDiskLeavesALossyTakeWholeToo() throws {
        let scratch = try Scratch()
        for format in try lossyFormats() + lossyFormats(channels: 1) {
            let disk = try scratch.disk("\(format.channels)\(format.container)", options: "size=128k")
            let path = "\(disk)/take.\(format.container.fileExtension)"
            // More frames than a disk of 128 KiB takes.
            let noise = Signal.counter(500_000, .pcm16).map { $0 * 0.25 }
            let writer = try SegmentWriter(path: path, format: format)
            let full = StorageError.diskFull(path: path)
            #expect(throws: full) {
                for _ in 0..<4 {
                    try writer.write(all: noise)
                    try writer.flush()
                }
            }
            let bytes = try writer.close()
            #expect(bytes == sizeOfFile(path) && bytes > 110_000, "\(format): \(bytes)")
            #expect(try SegmentReader(path: path).readAll().count == Int(writer.framesWritten), "\(format)")
            expectAllReadersSee(writer.framesWritten, format, in: path)
            #expect(shell("ffmpeg -v error -xerror -i '\(path)' -f null -").output == "", "\(format)")
            #expect(try Recovery.mend(path).isChanged == false, "\(format)")
        }
    }

    /// A file without a name is gone with its descriptor, so it is written anew once it is closed: its closing waits for no copy.
    @Test func aFileThatIsDeletedMeanwhileIsWrittenAnew() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file("\(format.encoding)\(format.container).\(format.container.fileExtension)")
            let writer = try SegmentWriter(path: path, format: format)
            let frames = Signal.counter(10_000, format.encoding)
            try writer.write(all: frames)
            #expect(writer.findLoss() == nil)
            try #require(shell("rm '\(path)'").code == 0)
            #expect(writer.findLoss() == .takeDeleted(path: path))
            try writer.write(all: frames)
            let bytes = try writer.close()
            #expect(writer.loss == .takeDeleted(path: path) && sizeOfFile(path) < 0)
            try keep(writer)
            #expect(bytes == sizeOfFile(path))
            #expect(writer.loss == .takeWrittenAnew(path: path, copy: path) && writer.framesSafe == 20_000)
            #expect(difference(try SegmentReader(path: path).readAll(), frames + frames) == nil)
        }
    }

    /// A file that others put at its place is theirs: a link and the file behind it stay.
    @Test func aFileThatHasLostItsNameLeavesOthersAlone() throws {
        let scratch = try Scratch()
        let format = try AudioFormat(rate: 48_000)
        let path = scratch.file("take.wav")
        let other = try scratch.write("x", to: "other")
        let linked = try SegmentWriter(path: path, format: format)
        try linked.write(all: Signal.counter(10_000, format.encoding))
        try #require(shell("ln -sf '\(other)' '\(path)'").code == 0)
        #expect(linked.findLoss() == .takeDeleted(path: path))
        _ = try linked.close()
        try keep(linked)
        #expect(linked.loss == .takeWrittenAnew(path: path, copy: scratch.file("take-kept.wav")))
        #expect(try SegmentReader(path: scratch.file("take-kept.wav")).readAll().count == 10_000)
        #expect(shell("readlink '\(path)' && cat '\(other)'").output == "\(other)\nx")

        let second = scratch.file("second.wav")
        let moved = try SegmentWriter(path: second, format: format)
        try moved.write(all: Signal.counter(10_000, format.encoding))
        try #require(shell("mv '\(second)' '\(second).old'").code == 0)
        _ = try moved.close()
        #expect(try moved.keep())
        #expect(moved.loss == .takeMoved(path: second, now: second + ".old") && shell("ls '\(second)'").code != 0)
        #expect(try SegmentReader(path: second + ".old").readAll().count == 10_000)

        // Its other name is told by nobody, so the sound is brought back to its place.
        let third = scratch.file("third.wav")
        let twice = try SegmentWriter(path: third, format: format)
        try twice.write(all: Signal.counter(10_000, format.encoding))
        try #require(shell("ln '\(third)' '\(third).other' && rm '\(third)'").code == 0)
        #expect(twice.findLoss() == .takeDeleted(path: third))
        _ = try twice.close()
        try keep(twice)
        #expect(twice.loss == .takeWrittenAnew(path: third, copy: third))
        #expect(try SegmentReader(path: third).readAll().count == 10_000)
    }

    /// A copy that finds no room is not tried again, and the deleted file is closed.
    @Test func aDeletedFileWithoutRoomForItsCopyIsGivenUpOnce() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("small", options: "size=1m")
        let path = "\(disk)/take.wav"
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        let writer = try SegmentWriter(path: path, format: format)
        try writer.write(all: Signal.frames(140_000, format))
        try writer.flush()
        try #require(shell("rm '\(path)'").code == 0)
        _ = try writer.close()
        #expect(throws: StorageError.self) { try keep(writer) }
        #expect(writer.loss == nil && writer.framesSafe == 0)
        #expect(try writer.keep())
        #expect(shell("ls -A '\(disk)'").output == "")
        // The descriptor held the room.
        #expect(shell("head -c 900000 /dev/zero > '\(disk)/other'").code == 0)
    }

    private func keep(_ writer: SegmentWriter) throws {
        while try !writer.keep() {}
    }

    /// The packets of Apple Lossless are given up, and the take stays plain.
    @Test func aFullDiskKeepsThePlainTakeOfAppleLossless() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("small", options: "size=1m")
        let path = "\(disk)/take.caf"
        let format = try AudioFormat(container: .alac, rate: 48_000)
        let frames = Signal.frames(170_000, format)
        let writer = try SegmentWriter(path: path, format: format)
        for start in stride(from: 0, to: frames.count, by: 10_000) {
            try writer.write(all: Array(frames[start..<start + 10_000]))
            guard (try? writer.flush()) != nil else { break }
        }
        _ = try writer.close()
        #expect(shell("ls -A '\(disk)'").output == "take.caf\n")
        let got = try SegmentReader(path: path).readAll()
        #expect(Int64(got.count) == writer.framesWritten)
        #expect(difference(got, Array(frames[..<got.count])) == nil)
    }

    /// The last frames are still in the buffer, so only close meets the full disk.
    @Test func aDiskThatIsFullAtTheCloseIsSaidThere() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let disk = try scratch.disk("\(format.encoding)\(format.container)", options: "size=1m")
            let path = "\(disk)/take.\(format.container.fileExtension)"
            let writer = try SegmentWriter(path: path, format: format)
            let frames = Signal.counter(30_000, format.encoding)
            try writer.write(all: frames)
            // Another file takes all but some 40 KiB of the room.
            try #require(shell("head -c \(900 * 1024) /dev/zero > '\(disk)/other'").code == 0)
            _ = shell("head -c \(80 * 1024 - Int(sizeOfFile(path))) /dev/zero > '\(disk)/another'")
            #expect(throws: StorageError.diskFull(path: path)) { try writer.close() }
            #expect(writer.bytesOnDisk == sizeOfFile(path))
            let got = try SegmentReader(path: path).readAll()
            #expect(Int64(got.count) == writer.framesWritten)
            #expect(got.count > 4_000 && got.count < 30_000)
            #expect(difference(got, Array(frames[..<got.count])) == nil)
            expectAllReadersSee(writer.framesWritten, format, in: path)
        }
    }

    @Test func aDiskWithoutRoomForAHeaderLeavesNoFile() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("full", options: "size=64k")
        _ = shell("cat /dev/zero > '\(disk)/other'")
        for format in try formats() {
            let path = "\(disk)/take.\(format.container.fileExtension)"
            #expect(throws: StorageError.diskFull(path: path)) { try SegmentWriter(path: path, format: format) }
        }
        #expect(shell("ls -A '\(disk)'").output == "other\n")
    }

    @Test func placesThatCannotBeWrittenAreToldApart() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("frozen", options: "size=1m,ro")
        let format = try AudioFormat(rate: 48_000)
        func attempt(_ path: String, _ wanted: StorageError) {
            #expect(throws: wanted) { try SegmentWriter(path: path, format: format) }
        }
        attempt("\(disk)/take.wav", .readOnly(path: "\(disk)/take.wav"))
        attempt(scratch.file("no/where.wav"), .missing(path: scratch.file("no/where.wav")))
        let file = try scratch.write("x", to: "file")
        attempt("\(file)/take.wav", .notFolder(path: "\(file)/take.wav"))
        attempt(scratch.path, .exists(path: scratch.path))
    }
}
