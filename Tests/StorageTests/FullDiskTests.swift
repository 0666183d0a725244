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
        let error = #expect(throws: StorageError.self) { try ImportJob(library, path, .init(), reserve: 1 << 20) }
        #expect(error == .reserved(path: "\(library.folder)/lesson.wav", reserve: 1 << 20))
        #expect(error?.failureCode == .diskFull && error?.description.contains("less than 1.0 MiB free") == true)
        // A file that is larger than the disk.
        try silence(path, frames: 600_000)
        #expect(throws: StorageError.diskFull(path: "\(library.folder)/lesson.wav")) { try ImportJob(library, path, .init()) }
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
