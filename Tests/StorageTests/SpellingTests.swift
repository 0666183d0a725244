// Tests of names with accents.
import Dictation
import Glibc
import Testing

@testable import Storage

struct SpellingTests {
    private let one = "caf\u{e9}"
    private let two = "cafe\u{301}"

    private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// A folder from a Mac has accents as separate signs; a keyboard gives one sign.
    @Test func aNameTypedOtherwiseGetsNoSecondSidecar() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("\(two).wav", frames: 100)
        let name = try shelf.library.nameOfRecording(one)
        #expect(Array(name.utf8) == Array(two.utf8))
        try shelf.library.updateRecording(name) { $0.note = "a note" }
        #expect(Set(bytes(shelf.names())) == Set(bytes(["\(two).wav", "\(two).json"])))
        #expect(try Array(shelf.library.find(one).path.utf8) == Array(shelf.file("\(two).wav").utf8))
        #expect(try shelf.library.readRecording(shelf.library.nameOfRecording(one)).note == "a note")
        #expect(try shelf.library.nameOfRecording("\(one).wav") == name)
    }

    /// The file system has respelled the names of the files; the sidecar has the old spelling.
    @Test func aSidecarOfTheOtherSpellingFindsItsAudio() throws {
        let shelf = try TestLibrary()
        try shelf.record(one, segments: 2)
        for ending in [".json", ".wav", "~2.wav"] {
            #expect(unsafe rename(shelf.file(one + ending), shelf.file(two + ending)) == 0)
        }
        let item = try #require(try shelf.index().page(LibraryQuery()).items.first)
        #expect(item.problem.isEmpty && item.frames == 200 && Array(item.name.utf8) == Array(two.utf8))
        #expect(try shelf.library.verify(two, deep: true).isEmpty)
        try shelf.library.renameRecording(shelf.library.nameOfRecording(one), to: "coffee")
        #expect(shelf.names() == ["coffee.json", "coffee.wav", "coffee~2.wav"])
    }

    /// Two files are two recordings, each found by its exact name.
    @Test func bothSpellingsSideBySideAreTwo() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("\(one).wav", frames: 100)
        _ = try shelf.audio("\(two).wav", frames: 200)
        #expect(try shelf.library.find(one).info.frames == 100 && shelf.library.find(two).info.frames == 200)
        let index = try shelf.index()
        #expect(try index.page(LibraryQuery()).items.map(\.frames).sorted() == [100, 200])
        #expect(unsafe unlink(shelf.file("\(two).wav")) == 0)
        #expect(try index.page(LibraryQuery()).items.map(\.frames) == [100])
    }
}
