// Tests of recovering takes.
import Dictation
import Storage
import TestSupport
import Testing

struct RecoveryTests {
    private func all() throws -> [AudioFormat] {
        try formats() + formats(channels: 1) + lossyFormats() + lossyFormats(channels: 1)
    }

    @Test func aClosedFileIsLeftAlone() throws {
        let scratch = try Scratch()
        for format in try all() {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Signal.frames(30_011, format))
            _ = try writer.close(markers: [Marker(frame: 3, name: "three")])
            let before = try WriteJournal.contents(path)
            let report = try Recovery.mend(path)
            #expect(!report.isChanged && report.frames == 30_011 && report.bytesCut == 0, "\(report)")
            #expect(report.rate == 48_000 && report.channels == format.channels)
            #expect(report.bytes == Int64(before.count))
            #expect(try WriteJournal.contents(path) == before)
        }
    }

    /// A live file that was cut at any byte keeps everything that is whole before the cut.
    @Test func aFileCutAnywhereIsWholeUpToThere() throws {
        let scratch = try Scratch()
        var dice = Dice()
        for format in try all() where format.container != .alac {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            let frames = Signal.frames(48_000, format)
            var flushes: [(bytes: Int, frames: Int64)] = []
            for start in stride(from: 0, to: frames.count, by: 8_000) {
                try writer.write(all: Array(frames[start..<start + 8_000]))
                try writer.flush()
                flushes.append((Int(writer.bytesOnDisk), writer.framesReadable))
            }
            let live = try WriteJournal.contents(path)
            _ = try writer.close()
            for _ in 0..<6 {
                let length = Int.random(in: flushes[1].bytes..<live.count, using: &dice)
                let cut = scratch.file("cut.\(format.container.fileExtension)")
                try #require(shell("head -c \(length) '\(path)' > '\(cut)'").code == 0)
                try WriteJournal.overwrite(cut, Array(live[..<min(length, 200)]))
                let report = try Recovery.mend(cut)
                let got = try SegmentReader(path: cut).readAll()
                #expect(got.count == Int(report.frames), "\(format) cut at \(length) of \(live.count)")
                if format.encoding.isLossless {
                    #expect(difference(got, Array(frames[..<min(got.count, frames.count)])) == nil, "\(format)")
                } else {
                    #expect(likeness(got, frames).min() > 0.96, "\(format)")
                }
                // Frames that a reader found at that length are kept.
                let sure = flushes.last { $0.bytes <= length }?.frames ?? 0
                #expect(report.frames >= sure && sure > 0, "\(format): \(report.frames) of \(sure)")
                #expect(try Recovery.mend(cut).isChanged == false)
            }
        }
    }

    /// A file that was cut keeps each block that is whole before the cut, also if the cut goes through the next header. Away from the
    /// flushes, with the heads of blocks behind them, the bytes are those of one block: one length in seven does there, outside `--all`.
    @Test func aFileCutAtEveryLengthBetweenTwoFlushesKeepsEachWholeBlock() throws {
        let scratch = try Scratch()
        // A file of one channel has the same headers and blocks: the whole run has both.
        let all = try formats() + (QuickRun.isOn ? [] : formats(channels: 1))
        for format in all where format.container != .alac {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            // Almost silent sound makes short blocks, and so few lengths to try.
            let step = format.container == .flac ? 4_096 : 60
            let frames = (0..<4 * step).map { Frame(repeating: Float($0 / 64 % 7) / 32_768) }
            var flushes: [(bytes: Int, frames: Int64)] = []
            for start in stride(from: 0, to: frames.count, by: step) {
                try writer.write(all: Array(frames[start..<start + step]))
                try writer.flush()
                if writer.framesReadable > 0 { flushes.append((Int(writer.bytesOnDisk), writer.framesReadable)) }
            }
            #expect(flushes.count >= 3, "\(format)")
            let live = try WriteJournal.contents(path)
            _ = try writer.close()
            let cut = scratch.file("cut.\(format.container.fileExtension)")
            var framesBefore: Int64 = -1
            for length in flushes[0].bytes...live.count {
                let isNear = flushes.contains { abs($0.bytes - length) < 40 }
                if QuickRun.isOn, !isNear, length % 7 != 0, length != live.count { continue }
                try WriteJournal.put(Array(live[..<length]), cut)
                let report = try Recovery.mend(cut)
                let sure = flushes.last { $0.bytes <= length }?.frames ?? 0
                try #require(report.frames >= sure, "\(format) cut at \(length) of \(live.count): \(report.frames) of \(sure)")
                // The file is read each time one more frame is recovered; between those lengths nothing changes.
                guard report.frames != framesBefore else { continue }
                framesBefore = report.frames
                let got = try SegmentReader(path: cut).readAll()
                try #require(got.count == Int(report.frames), "\(format) cut at \(length)")
                try #require(difference(got, Array(frames[..<got.count])) == nil, "\(format) cut at \(length)")
            }
        }
    }

    /// The kept file has three blocks, and three bytes of the header of a fourth.
    @Test func aKeptFLACWithATornHeaderKeepsItsThirdBlock() throws {
        let scratch = try Scratch()
        let kept = #filePath.replacing("StorageTests/RecoveryTests.swift", with: "Seeds/recovery/flac-torn-header")
        let path = scratch.file("kept.flac")
        try WriteJournal.put(try WriteJournal.contents(kept), path)
        let report = try Recovery.mend(path)
        #expect(report.frames == 12_288 && report.bytesCut == 3)
        #expect(try SegmentReader(path: path).readAll().count == 12_288)
    }

    /// Without all of its headers an Ogg cannot be decoded: the file stays as it is.
    @Test func anOggWithHalfAHeaderIsLeftAlone() throws {
        let scratch = try Scratch()
        for format in try lossyFormats() where format.container == .ogg || format.container == .opus {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            let empty = sizeOfFile(path)
            try writer.write(all: Signal.frames(48_000, format))
            _ = try writer.close()
            for length in stride(from: 1, to: Int(empty), by: 97) {
                let cut = scratch.file("cut.\(format.container.fileExtension)")
                try #require(shell("head -c \(length) '\(path)' > '\(cut)'").code == 0)
                #expect(throws: StorageError.self, "\(format) \(length)") { try Recovery.mend(cut) }
                #expect(sizeOfFile(cut) == Int64(length))
            }
        }
    }

    /// The audio is complete and counted; the markers are being written after it.
    @Test func aTakeKilledAtItsCloseKeepsItsLength() throws {
        let scratch = try Scratch()
        for encoding in [AudioFormat.SampleEncoding.float, .pcm24] {
            let format = try AudioFormat(encoding: encoding, rate: 48_000, channels: 1)
            let path = scratch.file("\(encoding).wav")
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Signal.frames(2_001, format))
            try writer.flush()
            let live = try WriteJournal.contents(path)
            let markers = [Marker(frame: 5, name: "five", note: "a note"), Marker(frame: 2_000)]
            _ = try writer.close(markers: markers)
            let closed = try WriteJournal.contents(path)
            let cut = scratch.file("cut.wav")
            // The cut comes after a whole chunk of cue points; a shorter rest cannot be told from audio.
            for length in stride(from: live.count + 1 + 12, through: closed.count, by: 3) {
                try #require(shell("head -c \(length) '\(path)' > '\(cut)'").code == 0)
                try WriteJournal.overwrite(cut, Array(live[..<100]))
                let report = try Recovery.mend(cut)
                #expect(report.frames == 2_001, "cut at \(length)")
                #expect(difference(try SegmentReader(path: cut).readAll(), Signal.frames(2_001, format)) == nil)
                #expect(try Recovery.mend(cut).isChanged == false)
                if length == closed.count { #expect(try WaveTags(path: cut).markers == markers) }
            }
        }
    }

    @Test func whatHoldsNothingIsSaidAndLeftAlone() throws {
        let scratch = try Scratch()
        for (name, text) in [
            ("empty.wav", ""), ("text.wav", "no audio at all, and rather long to be a header of any kind whatsoever"),
            ("four.wav", "RIFF"), ("riff.wav", "RIFF\u{1}\u{1}\u{1}\u{1}WAVE"), ("x.flac", "fLaC"), ("x.ogg", "OggS"),
            ("x.caf", "caff\0\u{1}\0\0desc"), ("x.w64", "riff"), ("x.mp3", "ID3"),
        ] {
            let path = try scratch.write(text, to: name)
            let error = #expect(throws: StorageError.self) { try Recovery.mend(path) }
            if case .notAudio = error {} else { Issue.record("\(name): \(String(describing: error))") }
            #expect(shell("cat '\(path)'").output == text)
        }
        #expect(throws: StorageError.missing(path: scratch.file("none"))) { try Recovery.mend(scratch.file("none")) }
        #expect(throws: StorageError.self) { try Recovery.mend(scratch.path) }
    }

    /// A damaged part in the middle does not hide the sound after it.
    @Test func damageInTheMiddleKeepsTheEnd() throws {
        let scratch = try Scratch()
        for format in try all() where [.flac, .ogg, .opus, .mp3].contains(format.container) {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Signal.frames(200_000, format))
            _ = try writer.close()
            let size = Int(sizeOfFile(path))
            let poke = "dd if=/dev/zero of='\(path)' bs=1 seek=\(size / 2) count=100 conv=notrunc status=none"
            try #require(shell(poke).code == 0)
            let report = try Recovery.mend(path)
            #expect(report.bytes == Int64(size), "\(format): nothing is cut")
            #expect(report.frames > 195_000, "\(format): \(report.frames)")
        }
    }
}
