// Tests of transcripts that are long, and of those without a recording (W1, F14).
import Dictation
import Storage
import TestSupport
import Testing
import Words

@Suite struct TranscriptBoundsTests {
    /// A recording with one line, whose second reading has so many bytes.
    private func spoken(_ shelf: TestLibrary, _ name: String, bytes: Int) throws {
        try shelf.record(name)
        try shelf.library.updateTranscript(of: name) { transcript, recording in
            var line = Line(text: "hello there", in: 10..<90)
            line.alternatives = [String(repeating: "x", count: bytes)]
            transcript[recording.segments[0].file].hear(0..<100, [line])
        }
    }

    /// Words of a whole day are twice as long as a sidecar can be.
    @Test func aTranscriptIsLongerThanASidecarCanBe() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", bytes: 32 << 20)
        let before = try shelf.library.transcript(of: "a")
        #expect(before["a.wav"].lines.first?.alternatives.first?.utf8.count == 32 << 20)
        // Changes of several files keep a copy of it meanwhile.
        try shelf.library.renameRecording("a", to: "b")
        #expect(try shelf.library.transcript(of: "b") == before.withFiles { _ in "b.wav" })
        try shelf.library.updateTranscript(of: "b") { transcript, _ in transcript.language = "en" }
        #expect(try shelf.library.verify("b", deep: false).isEmpty)
    }

    @Test func aLongerOneIsRefusedAndTheOldOneStays() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", bytes: 1000)
        let path = shelf.file("a.transcript.json")
        let before = TestLibrary.read(path)
        #expect(throws: StorageError.tooManyWords(path: path)) {
            try shelf.library.updateTranscript(of: "a") { transcript, _ in
                transcript.alternatives = [String(repeating: "x", count: Transcript.mostBytes - before.count + 1)]
            }
        }
        let told = "\(StorageError.tooManyWords(path: path))"
        #expect(told.contains("64 MiB") && !told.contains("flatten"), "giving up undo makes no room: \(told)")
        #expect(TestLibrary.read(path) == before)
        // Exactly the longest one is written, and read again.
        func lengthen(to bytes: Int, over written: Int) throws -> Int {
            try shelf.library.updateTranscript(of: "a") { transcript, _ in
                let known = transcript.alternatives.first?.utf8.count ?? 1
                transcript.alternatives = [String(repeating: "x", count: known + bytes - written)]
            }
            return Int(sizeOfFile(path))
        }
        let short = try lengthen(to: 2000, over: before.count)
        #expect(try lengthen(to: Transcript.mostBytes, over: short) == Transcript.mostBytes)
        #expect(try shelf.library.transcript(of: "a")["a.wav"].lines.count == 1)
        // Another program's file past the limit is not read into the memory.
        #expect(TestLibrary.write([UInt8](repeating: 0x20, count: Transcript.mostBytes + 1), to: path))
        #expect(throws: StorageError.self) { try shelf.library.transcript(of: "a") }
    }

    /// Words that undo needs count twice; those of a flattening that forgets do not.
    @Test func aFlatteningWhoseWordsDoNotFitIsRefusedAtOnce() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", bytes: 32 << 20)
        let recording = try shelf.library.readRecording("a")
        #expect(throws: StorageError.tooMuchToSay(path: shelf.file("a.transcript.json"))) {
            try shelf.library.refuseLongTranscript(flattening: recording, isForgetting: false, fileExtension: "wav")
        }
        try shelf.library.refuseLongTranscript(flattening: recording, isForgetting: true, fileExtension: "wav")
        try spoken(shelf, "b", bytes: 31 << 20)
        let other = try shelf.library.readRecording("b")
        try shelf.library.refuseLongTranscript(flattening: other, isForgetting: false, fileExtension: "wav")
        try shelf.record("c")
        let silent = try shelf.library.readRecording("c")
        try shelf.library.refuseLongTranscript(flattening: silent, isForgetting: false, fileExtension: "wav")
    }

    @Test func aTranscriptWithoutARecordingIsTold() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", bytes: 10)
        try spoken(shelf, "b", bytes: 10)
        #expect(try shelf.library.transcriptsAlone().isEmpty)
        // Without a sidecar the file of sound is a recording all the same.
        #expect(Files.remove(shelf.file("a.json")))
        #expect(try shelf.library.transcriptsAlone().isEmpty)
        #expect(Files.remove(shelf.file("a.wav")))
        let alone = try shelf.library.transcriptsAlone()
        #expect(alone.map(\.file) == ["a.transcript.json"])
        #expect(alone.first?.problem.contains("without a recording 'a'") == true)
    }
}
