// Tests of what is told when the disk of a library is full: the file that is meant, never a hidden one.
import Dictation
import Testing

@testable import Storage

@Suite("A full disk names the file of the library (F9 C2)")
struct FullDiskTests {
    /// A library on a disk of one megabyte.
    private func library(_ scratch: Scratch) throws -> Library {
        try Library(folder: try scratch.disk("disk", options: "size=1m"))
    }

    /// Runs a job on a disk that is filled once it has begun, and gives its error.
    private func failure(_ library: Library, _ job: ImportJob) throws -> StorageError? {
        _ = shell("head -c 2000000 /dev/zero > '\(library.folder)/.fill'")
        do throws(StorageError) {
            while try !job.step() {}
            return nil
        } catch {
            return error
        }
    }

    @Test("an import that copies", arguments: ["wav", "flac"]) func ofACopy(kind: String) throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        let path = scratch.file("lesson.\(kind)")
        let container = try AudioFormat.Container(word: kind)
        let writer = try SegmentWriter(path: path, format: try AudioFormat(container: container, rate: 48_000))
        try writer.write(all: Signal.counter(60_000, .pcm24))
        _ = try writer.close()
        let job = try ImportJob(library, path, .init())
        #expect(try failure(library, job) == .diskFull(path: "\(library.folder)/lesson.\(kind)"))
    }

    /// The disk is full to its last byte, for this user and for all others.
    private func fill(_ library: Library) {
        _ = shell(
            "cd '\(library.folder)'; head -c 2000000 /dev/zero > .fill; for i in 1 2 3; do head -c 1000 /dev/zero > .fill$i; done"
        )
    }

    @Test("a recording can be deleted, and one with waveforms too", arguments: [true, false])
    func ofADeletion(hasWaveform: Bool) throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        for name in ["a", "b"] {
            var segment = Segment(file: "\(name).wav", created: "2026-01-01T00:00:00Z", format: format)
            let writer = try SegmentWriter(path: library.path(of: segment.file), format: format)
            try writer.writeSilence(frames: 4800)
            segment.bytes = try writer.close()
            (segment.frames, segment.endReason) = (4800, .stopped)
            try library.keepTake(JournalEntry(name: name, segment: segment))
            guard hasWaveform else { continue }
            let scan = try PeakScan(library, segment.file)
            while try !scan.step() {}
        }
        let kept = try library.readRecording("b")
        fill(library)
        #expect(throws: StorageError.self) { try library.updateRecording("b") { $0.note = "x" } }
        try library.deleteRecording("a")
        #expect(try library.readRecording("b") == kept && library.sidecars() == ["b"])
        let left = shell("cd '\(library.folder)'; ls -A . .peaks .sidecars").output.split(whereSeparator: \.isWhitespace)
        #expect(!left.contains { $0.hasPrefix("a.") || $0.hasPrefix(".dicta-gone") || $0.contains("intent") }, "\(left)")
        try library.updateRecording("b") { $0.note = "there is room" }
    }

    @Test("a take that was left open, and finds no room to be recovered, can be deleted", arguments: [false, true])
    func ofALeftTake(isAppended: Bool) throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        try silence(library.path(of: "memo.wav"), frames: 100)
        try library.updateRecording("memo") { $0.note = "before" }
        let (name, file) = isAppended ? ("memo", "memo~2.wav") : ("a", "a.wav")
        try silence(library.path(of: file), frames: 4800)
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        let segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
        var journal: TakeJournal? = try TakeJournal(library, JournalEntry(name: name, segment: segment))
        #expect(throws: StorageError.busy(name: name)) { try library.deleteRecording(name) }
        withExtendedLifetime(journal) {}
        journal = nil
        fill(library)
        #expect(try library.recoverLeftovers().map(\.action) == [.left] && library.openness(name) == .leftOpen)
        try library.deleteRecording(name)
        let left = shell("ls -A '\(library.folder)'").output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(
            left.filter { !$0.hasPrefix(".fill") && !$0.hasPrefix(".dicta-lock") && $0 != ".sidecars" }
                == (isAppended ? [] : ["memo.json", "memo.wav"]))
    }

    @Test("a cleaning that finds no room even so leaves the second copy of the description") func ofACleaning() throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        for number in 1...2 {
            let file = Recording.fileName("a", segment: number, fileExtension: "wav")
            var segment = Segment(file: file, created: "2026-01-01T00:00:00Z", format: format)
            let writer = try SegmentWriter(path: library.path(of: file), format: format)
            try writer.writeSilence(frames: 4800)
            segment.bytes = try writer.close()
            (segment.frames, segment.endReason) = (4800, .stopped)
            try library.keepTake(JournalEntry(name: "a", segment: segment))
        }
        try library.updateRecording("a") { recording in
            recording.edits.delete(4800..<9600)
            // The note holds the description: it needs more room than the copy gives.
            recording.note = String(repeating: "x", count: 50_000)
        }
        let copy = "\(library.folder)/.sidecars/a.json"
        let before = TestLibrary.read(copy)
        fill(library)
        #expect(throws: StorageError.self) { _ = try library.cleanRecording("a", isForgetting: true) }
        #expect(!before.isEmpty && TestLibrary.read(copy) == before)
        #expect(shell("ls -A '\(library.folder)/.sidecars'").output == "a.json\n")
        #expect(shell("rm '\(library.folder)'/.fill*").code == 0)
        #expect(try library.cleanRecording("a", isForgetting: true).files == ["a~2.wav"])
    }

    @Test("an import that decodes") func ofADecoding() throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        let path = scratch.file("lesson.m4a")
        let made = shell(
            "ffmpeg -nostdin -v error -f lavfi -i anoisesrc=duration=20:sample_rate=44100 -c:a aac -b:a 128k '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        let job = try ImportJob(library, path, .init())
        #expect(try failure(library, job) == .diskFull(path: "\(library.folder)/lesson.flac"))
    }

    @Test("an import that would use the room kept for takes says so") func ofTheReserve() throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        let path = scratch.file("lesson.wav")
        try silence(path, frames: 48_000)
        func bring(reserve: Int64) throws(StorageError) {
            let job = try ImportJob(library, path, .init(), reserve: reserve)
            while try !job.step() {}
        }
        let error = #expect(throws: StorageError.self) { try bring(reserve: 1 << 20) }
        #expect(error == .reserved(path: "\(library.folder)/lesson.wav", reserve: 1 << 20))
        #expect(error?.failureCode == .diskFull && error?.description.contains("less than 1.0 MiB free") == true)
        // A file that is larger than the disk.
        try silence(path, frames: 600_000)
        #expect(throws: StorageError.diskFull(path: "\(library.folder)/lesson.wav")) { try bring(reserve: 0) }
    }

    /// Makes a silent WAV of 16 bits, in the place of any other of this name.
    private func silence(_ path: String, frames: Int) throws {
        let writer = try SegmentWriter(path: "\(path).new", format: try AudioFormat(encoding: .pcm16, rate: 48_000))
        try writer.writeSilence(frames: frames)
        _ = try writer.close()
        try #require(shell("mv '\(path).new' '\(path)'").code == 0)
    }

    @Test("a change of a sidecar") func ofASidecar() throws {
        let scratch = try Scratch()
        let library = try library(scratch)
        try silence(library.path(of: "memo.wav"), frames: 100)
        try library.updateRecording("memo") { $0.note = "before" }
        _ = shell("head -c 2000000 /dev/zero > '\(library.folder)/.fill'")
        let text = String(repeating: "x", count: 100_000)
        expect { try library.updateRecording("memo") { $0.note = text } }
        expect { try library.renameRecording("memo", to: "memo two") }
    }

    /// Runs a change, which has to fail by the full disk and name a sidecar.
    private func expect(_ change: () throws -> Void) {
        do {
            try change()
            Issue.record("there was room")
        } catch StorageError.diskFull(let path) {
            #expect(path.hasSuffix(".json") && !path.contains("/."), "\(path)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
