// Tests of the files in quarantine: listed, restored, discarded (F14).
import Dictation
import System
import TestSupport
import Testing

@testable import Storage

@Suite("Files in quarantine (F14)") struct QuarantineTests {
    @Test func eachIsListedWithItsReason() throws {
        let shelf = try TestLibrary()
        #expect(try shelf.library.quarantined().isEmpty)
        try shelf.record("talk", segments: 2)
        try #require(shell("cd '\(shelf.library.folder)' && printf garbage > talk~2.wav").code == 0)
        #expect(try #require(try shelf.library.recoverRecording("talk")).action == .quarantined)
        #expect(Files.write("{", to: shelf.file("talk.json")))
        _ = try shelf.library.recoverRecording("talk")
        #expect(Files.write("lost", to: shelf.file("_Corrupted/stray.wav")))
        #expect(Files.write("no file beside it", to: shelf.file("_Corrupted/gone.wav.reason.txt")))
        let files = try shelf.library.quarantined()
        #expect(files.map(\.file) == ["stray.wav", "talk.json", "talk~2.wav"])
        let audio = try #require(files.last)
        #expect(audio.original == "talk~2.wav" && audio.recording == "talk" && audio.bytes == 7)
        #expect(audio.reason.contains("cannot be read as audio") && Timestamp(iso8601: audio.moved) != nil, "\(audio)")
        #expect(files[1].recording == "talk" && files[1].reason.contains("is not a readable description"))
        #expect(files[0].reason.isEmpty && files[0].moved.isEmpty && files[0].recording == "stray")
    }

    @Test func aFileComesBackUnderItsNameOrAFreeOne() throws {
        let shelf = try TestLibrary()
        try shelf.record("talk", segments: 2)
        try #require(shell("cd '\(shelf.library.folder)' && cp talk~2.wav ../good.wav && printf garbage > talk~2.wav").code == 0)
        _ = try shelf.library.recoverRecording("talk")
        #expect(try !shelf.library.verify("talk", deep: false).isEmpty)
        // Somebody has mended it.
        try #require(shell("cp '\(shelf.scratch.file("good.wav"))' '\(shelf.file("_Corrupted/talk~2.wav"))'").code == 0)
        #expect(try shelf.library.restoreQuarantined("talk~2.wav").name == "talk~2.wav")
        #expect(try shelf.library.verify("talk", deep: true).isEmpty)
        #expect(!Files.exists(shelf.file("_Corrupted")), "an empty folder goes")
        for round in 2...3 {
            #expect(Files.write("[", to: shelf.file("new.wav")))
            try shelf.library.quarantine("new.wav", because: "for the test")
            #expect(Files.write("here", to: shelf.file("new.wav")))
            #expect(try shelf.library.restoreQuarantined("new.wav").name == "new (\(round)).wav")
            #expect(Files.read(shelf.file("new (\(round)).wav")) == "[" && Files.read(shelf.file("new.wav")) == "here")
        }
        // A hidden file was made visible in quarantine.
        #expect(Files.write("?", to: shelf.file(".x.take")))
        try shelf.library.quarantine(".x.take", because: "for the test")
        #expect(try shelf.library.restoreQuarantined("x.take").name == ".x.take")
    }

    @Test func aDiscardedFileIsGoneForGood() throws {
        let shelf = try TestLibrary()
        for text in ["12345", "678"] {
            #expect(Files.write(text, to: shelf.file("a.wav")))
            try shelf.library.quarantine("a.wav", because: "for the test")
        }
        #expect(try shelf.library.discardQuarantined("a.wav (2)") == 3)
        #expect(try shelf.library.quarantined().map(\.bytes) == [5])
        #expect(shell("ls '\(shelf.file("_Corrupted"))'").output == "a.wav\na.wav.reason.txt\n")
        #expect(try shelf.library.discardQuarantined("a.wav") == 5 && !Files.exists(shelf.file("_Corrupted")))
    }

    @Test(arguments: ["none.wav", "", "../talk.wav", ".hidden", "a.wav.reason.txt"])
    func whatIsNotInQuarantineIsRefused(name: String) throws {
        let shelf = try TestLibrary()
        try shelf.record("talk")
        #expect(Files.write("x", to: shelf.file("a.wav")))
        try shelf.library.quarantine("a.wav", because: "for the test")
        #expect(throws: StorageError.self) { try shelf.library.restoreQuarantined(name) }
        #expect(throws: StorageError.self) { try shelf.library.discardQuarantined(name) }
        #expect(
            shelf.names() == ["_Corrupted", "talk.json", "talk.wav"] && Files.exists(shelf.file("_Corrupted/a.wav.reason.txt")))
    }
}
