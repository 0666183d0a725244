// Tests of reading damaged files.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

struct SegmentBadFileTests {
    private func expectNotAudio(_ path: String, containing words: String = "") {
        do {
            _ = try SegmentReader(path: path)
            Issue.record("\(path) was opened")
        } catch {
            guard case .notAudio(path, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.isEmpty)
            #expect(words.isEmpty || reason.contains(words), "\(reason)")
        }
    }

    @Test func eachBadFileHasItsOwnError() throws {
        let scratch = try Scratch()
        #expect(throws: StorageError.missing(path: scratch.file("none.wav"))) {
            try SegmentReader(path: scratch.file("none.wav"))
        }
        #expect(throws: StorageError.isFolder(path: scratch.path)) { try SegmentReader(path: scratch.path) }
        let text = try scratch.write("this is no audio at all\n", to: "text.wav")
        #expect(throws: StorageError.notFolder(path: text + "/x.wav")) { try SegmentReader(path: text + "/x.wav") }
        expectNotAudio(text)
        expectNotAudio(try scratch.write("", to: "empty.wav"), containing: "empty")
        expectNotAudio(try scratch.write("RIFF", to: "four.wav"))
        expectNotAudio(try scratch.write("RIFF\u{1}\u{1}\u{1}\u{1}WAVE", to: "twelve.wav"))
        expectNotAudio(try scratch.write("fLaC", to: "four.flac"))
        #expect(unsafe mkfifo(scratch.file("pipe.wav"), 0o600) == 0)
        expectNotAudio(scratch.file("pipe.wav"), containing: "regular")
    }

    @Test func aHeaderCutAnywhereIsAnErrorOrAShorterFile() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let frames = Signal.counter(5_000, format.encoding)
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: frames)
            _ = try writer.close()
            for length in [1, 4, 8, 12, 20, 36, 44, 60, 100, 104, 111, 113, 120, 500, 5_000] {
                let cut = scratch.file("cut")
                let copied = shell("head -c \(length) '\(path)' > '\(cut)'")
                try #require(copied.code == 0, "\(copied)")
                guard let reader = try? SegmentReader(path: cut) else { continue }
                // A decoder may report that the rest is missing; its frames before that must be right.
                let got = (try? reader.readAll()) ?? []
                if format.container == .wav { #expect(difference(got, Array(frames[..<got.count])) == nil) }
            }
        }
    }

    /// Damage in the middle gives any answer but a crash, a hang or too many frames.
    @Test func damageNeverCrashes() throws {
        let scratch = try Scratch()
        for format in try formats() {
            let path = scratch.file(fileName(format))
            let writer = try SegmentWriter(path: path, format: format)
            try writer.write(all: Signal.counter(5_000, format.encoding))
            _ = try writer.close()
            var random = Dice()
            for _ in 0..<60 {
                let seed = UInt64.random(in: 0..<150, using: &random)
                let value = UInt8.random(in: 0...255, using: &random)
                let bad = scratch.file("bad")
                let poke = "printf '\\x\(String(value, radix: 16))' | dd of='\(bad)' bs=1 seek=\(seed) conv=notrunc status=none"
                let poked = shell("cp '\(path)' '\(bad)' && \(poke)")
                try #require(poked.code == 0, "\(poked)")
                guard let reader = try? SegmentReader(path: bad) else { continue }
                _ = try? reader.read(upTo: 6_000)
                try? reader.seek(to: 2_500)
                _ = try? reader.read(upTo: 6_000)
            }
        }
    }

    @Test func everyErrorSaysWhatAndWhere() {
        let path = "/music/take.wav"
        let errors: [StorageError] = [
            .missing(path: path), .exists(path: path), .isFolder(path: path), .notFolder(path: path),
            .noPermission(path: path), .readOnly(path: path), .diskFull(path: path),
            .system(operation: "write", path: path, code: EIO), .notAudio(path: path, reason: "r"),
            .refusedFormat(path: path, reason: "r"), .badName(name: path, reason: "r"),
            .noSuchRecording(name: path, folder: "/music"), .badMetadata(path: path, reason: "r"), .alreadyClosed(path: path),
            .system(operation: "copy", path: path, code: EFBIG),
        ]
        for error in errors { #expect(error.description.contains(path)) }
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.last?.description.contains("the limit of file sizes is reached") == true)
        #expect(errors[7].description == "cannot write /music/take.wav: Input/output error; check the disk")
        let crowded = StorageError.system(operation: "open", path: path, code: EMFILE).description
        #expect(crowded.contains("Too many open files; end programs") && !crowded.contains("disk"))
    }
}
