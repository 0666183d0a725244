// Tests of programs that choose the same name.
import Dictation
import Storage
import TestSupport
import Testing

struct NameClaimTests {
    private func finish(_ job: some PieceJob) throws { while try !job.step() {} }

    /// Two programs that copy, import and record at the same time choose the same name.
    @Test func theLoserOfANameTakesTheNextOne() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2)
        let copies = try (0..<3).map { _ in try CopyJob(shelf.library, "a", to: nil) }
        for copy in copies { try finish(copy) }
        #expect(copies.map(\.name) == ["a (2)", "a (3)", "a (4)"])
        let far = shelf.scratch.file("far.wav")
        _ = try shelf.audio("x.wav", frames: 10)
        try #require(shell("mv '\(shelf.file("x.wav"))' '\(far)'").code == 0)
        let imports = try (0..<3).map { _ in try ImportJob(shelf.library, far, .init()) }
        // A running take has the next name.
        var entry = JournalEntry(name: "far (2)", segment: try #require(shelf.library.readRecording("a").segments.first))
        entry.segment.file = "far (2).wav"
        let journal = try TakeJournal(shelf.library, entry)
        for job in imports { try finish(job) }
        #expect(imports.map(\.name) == ["far", "far (3)", "far (4)"])
        try journal.end()
        for name in copies.map(\.name) + imports.map(\.name) {
            #expect(try shelf.library.verify(name, deep: true).isEmpty)
            #expect(try shelf.library.readRecording(name).segments.allSatisfy { $0.file.hasPrefix(name) })
        }
        for job in imports {
            let segment = try #require(try shelf.library.readRecording(job.name).segments.first)
            #expect(shelf.library.peakState(of: segment) == .ready)
        }
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.recoverPeaks().isEmpty)
    }

    /// A name that the user asked for is used or refused, never changed.
    @Test func aNameThatWasAskedForIsRefusedWhereItIsTaken() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        let copies = try (0..<2).map { _ in try CopyJob(shelf.library, "a", to: "b") }
        try finish(copies[0])
        #expect(throws: StorageError.exists(path: shelf.file("b.json"))) { try finish(copies[1]) }
        #expect(try shelf.library.readRecording("b").segments.map(\.file) == ["b.wav"])
    }

    /// A file of 50 frames that is to be named.
    private func unnamed(_ target: String) throws -> TemporaryFile {
        let file = try TemporaryFile(forExportTo: target, isOwn: false)
        let writer = try SegmentWriter(file, format: try AudioFormat(encoding: .pcm16, rate: 48_000))
        try writer.write(all: Signal.counter(50, .pcm16))
        _ = try writer.close()
        return file
    }

    @Test(arguments: [true, false])
    func anExportThatComesSecondTakesTheNextName(mayChooseName: Bool) throws {
        let shelf = try TestLibrary()
        let target = shelf.scratch.file("out.wav")
        let jobs = try (0..<2).map { _ in
            try Finishing(
                try unnamed(target), as: .plain(.wav), to: target, mayChooseName: mayChooseName, frames: 50,
                rate: 48_000,
                tags: AudioTags())
        }
        try finish(jobs[0])
        if mayChooseName {
            try finish(jobs[1])
            #expect(jobs.map(\.target) == [target, shelf.scratch.file("out (2).wav")])
            for job in jobs { #expect(Files.exists(job.target)) }
        } else {
            #expect(throws: StorageError.exists(path: target)) { try finish(jobs[1]) }
        }
    }

    /// Texts beside an exported file have its name, and appear with it or not at all (W5).
    @Test(arguments: [true, false], ["out.wav", "out.vtt", "out.chapters.json"])
    func textsBesideAnExportHaveItsName(mayChooseName: Bool, taken: String) throws {
        let folder = TempFolder()
        let texts = [Companion(ending: "vtt", bytes: [65]), Companion(ending: "chapters.json", bytes: [66])]
        let job = try Finishing(
            try unnamed(folder.file("out.wav")), as: .plain(.wav), to: folder.file("out.wav"), mayChooseName: mayChooseName,
            frames: 50,
            rate: 48_000, tags: AudioTags(), companions: texts)
        // Another program takes a name meanwhile.
        #expect(folder.write("mine", to: taken))
        let list = { Set(Process.run("/bin/ls", ["-A", folder.path]).output.split(separator: "\n").map(String.init)) }
        if mayChooseName {
            try finish(job)
            #expect(list() == [taken, "out (2).wav", "out (2).vtt", "out (2).chapters.json"])
            #expect(Files.read(folder.file("out (2).vtt")) == "A" && Files.read(folder.file("out (2).chapters.json")) == "B")
        } else {
            #expect(throws: StorageError.exists(path: folder.file(taken))) { try finish(job) }
            #expect(list() == [taken])
        }
        #expect(Files.read(folder.file(taken)) == "mine")
    }
}
